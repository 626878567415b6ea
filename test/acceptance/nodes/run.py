#!/usr/bin/env python3
"""Boots what the library renders for a Slurm cluster and fleets, unedited, with a real systemd, cloud-init and apt: a head, a login node, two nodes
that jobs start, and in a lab of their own a node of a fleet and one out of a warm pool. Stand-ins only for EC2, Auto Scaling, metadata, S3, Secrets
Manager and Route 53.
Needs root, mmdebstrap and a mirror of Ubuntu 24.04; what it makes once is kept under ~/.cache/warpform.

By default: boot, jobs of users, reboots, users who go, and sackd on Debian 13 with Slurm in the image. WARPFORM_WHOLE=1 adds what takes long:
three start-timeouts, PyTorch, daemons that are killed, a database and a mirror that are away, a directory's users, REST API, new key and
reboots on Debian 13, a cluster of unusual values under faults. run.py SUITE... runs those of SUITES in that order.
"""

import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time

import directory
import faults
import fleets
import images
import programs
import bootlab as laboratory
import replace
import restore
import rotate
import sites
import traffic
import unusual
from counting import check, counts, needed, report, set_up, timed, times, twice, within
from faults import DONE
from roots import aws_cli, torch_root

HERE = pathlib.Path(__file__).resolve().parent
WHOLE = os.environ.get("WARPFORM_WHOLE") == "1"
START_TIMEOUT = 90  # systemd's default; what has not said by then that it is ready is ended

UNITS = {
    "head": "slurmctld slurmdbd mariadb munge chrony guard-metadata warpform-set-up prometheus prometheus-node-exporter warpform-slurmrestd "
    "warpform-sync.timer warpform-reconcile.timer warpform-node-hosts.timer warpform-block-watch.timer",
    "login": "munge chrony guard-metadata warpform-set-up warpform-sync.timer",
    "cpu-dy-1": "slurmd munge chrony guard-metadata warpform-set-up prometheus-node-exporter warpform-sync.timer",
    "cpu-dy-2": "slurmd munge chrony guard-metadata warpform-set-up prometheus-node-exporter warpform-sync.timer",
}
SLURM = list(UNITS)
OWN_KEY = {"head": "slurmctld slurmdbd mariadb warpform-set-up", "login": "sackd warpform-set-up"}
QUEUE = "squeue; sinfo -N -l; sinfo -R"


def inactive(lab, node, units=None):
    """Units of a node that are not active, with those that have failed."""
    states = "for unit in %s; do systemctl is-active --quiet $unit || echo $unit; done" % (units or UNITS[node])
    failed = "systemctl --failed --plain --no-legend | cut -d' ' -f1"
    return lab.text(node, states + "; " + failed).split()


def boot(lab):
    set_up(lab, "a head is set up from its user data alone", "head", 420)
    needed(lab, "its controller answers", "head", "scontrol ping | grep -q 'is UP'", 30)
    set_up(lab, "a login node is set up", "login", 300)
    for node in ("head", "login"):
        within(lab, "an ordinary user sees the partitions on the %s" % node, node, "sinfo -h | grep -q work", 60, "ada")
    job = "cd /tmp && sbatch -N2 -o /run/lab/shared/names --wrap \"srun sh -c 'hostname; getent ahostsv4 \\$(hostname) | head -1'\""
    began = time.monotonic()
    lab.run("login", job, "ada")
    ran = "grep -q cpu-dy-1 /run/lab/shared/names && ! squeue -h | grep -q ."
    try:
        needed(lab, "a job of an ordinary user starts two nodes and runs", "login", ran, 200, "ada", shown=QUEUE)
    except RuntimeError as error:
        raise RuntimeError("%s; the lab's launcher: %s" % (error, lab.launcher_said())) from None
    timed("launch to the end of the first job", began)
    text = lab.text("login", "cat /run/lab/shared/names")
    check("a node's own name is no loopback address", [line for line in text.splitlines() if line.startswith("127.")], [])


def all_set_up(lab):
    """A unit that has not yet said that it is ready is not active."""
    for node in SLURM:
        within(lab, "%s is set up" % node, node, DONE, 200)
        check("every unit of %s is active" % node, inactive(lab, node), [])


def steady(lab, jobs_began):
    """What systemd would end, it has ended by now."""
    time.sleep(max(0, 3 * START_TIMEOUT - (time.monotonic() - jobs_began)))
    for node in SLURM:
        check("every unit of %s is active after three start-timeouts" % node, inactive(lab, node), [])


def reboots(lab):
    lab.run("head", "sbatch -H -J held --wrap true --chdir /tmp")
    within(lab, "the head's hosts file has the addresses of running nodes", "head", "! grep -qE '^127.0.0.2 cpu-dy-[12] ' /etc/hosts", 150)
    for node in ("head", "login", "cpu-dy-1"):
        began = time.monotonic()
        report("a reboot of %s brings back all that was there" % node, lab.reboot(node))
        within(lab, "%s is set up again" % node, node, DONE, 120)
        timed("reboot of %s" % node, began)
        check("every unit of %s is active after its reboot" % node, inactive(lab, node), [])
    check("queued jobs are there after the head's reboot", lab.text("head", "squeue -h -n held -o %T"), "PENDING")
    within(lab, "nodes take work again", "head", "sinfo -h -o %T | grep -qE 'alloc|idle|mix'", 120)
    check("no node is drained", lab.text("head", "sinfo -h -R -o %E"), "")
    lab.run("head", "scancel -n long; scancel -n held")
    status, text = on_both_nodes(lab)
    names = "resolvectl status; timeout 20 resolvectl query --type=SRV _slurmctld._tcp; journalctl -u systemd-resolved --no-pager | tail -n 20"
    report("a job runs on both nodes after the reboots", None if status == 0 else "%s; %s" % (text[-500:], lab.text("login", names)))


def on_both_nodes(lab):
    """A job on two nodes. A query that nobody answered in time is asked for a minute: on a busy machine, the lab's name server may be late."""
    ends = time.monotonic() + 60
    while True:
        status, text = lab.run("login", "cd /tmp && srun -N2 hostname", "ada", timeout=240)
        if "Host name lookup failure" not in text or time.monotonic() > ends:
            return status, text
        time.sleep(5)


def rotation(lab):
    """A new key reaches every daemon that trusts the others by it; the queue stays."""
    lab.run("head", "sbatch -H -J kept --wrap true --chdir /tmp")
    digest = "sha256sum /etc/slurm/slurm.key | cut -d' ' -f1"
    old = lab.text("head", digest)
    lab.run("head", "/opt/warpform/setup/rotate-key")
    within(lab, "the head takes a new key", "head", "[ \"$(%s)\" != %s ] && %s && scontrol ping | grep -q 'is UP'" % (digest, old, DONE), 120)
    report("a login node with the old key is refused", "it is not" if lab.run("login", "timeout 20 sinfo", "ada")[0] == 0 else None)
    lab.run("login", "systemctl restart --no-block warpform-set-up")
    within(lab, "and is let in once its set-up has run again", "login", "%s && timeout 20 sinfo -h | grep -q work" % DONE, 150, "ada")
    check("both have the same key", lab.text("login", digest), lab.text("head", digest))
    check("accounting answers with the new key", "research" in lab.text("head", "sacctmgr -nP show account"), True)
    check("queued jobs are there after the rotation", lab.text("head", "squeue -h -n kept -o %T"), "PENDING")
    lab.run("head", "scancel -n kept")


def own_key(lab):
    """Slurm's own key needs a daemon on login nodes, by which people's commands say who they are."""
    set_up(lab, "a head of an image with Slurm 24.11 is set up", "head", 300)
    set_up(lab, "a login node with Slurm's own key is set up", "login", 200)
    within(lab, "an ordinary user sees the partitions there", "login", "sinfo -h | grep -q work", 60, "ada")
    within(lab, "and on the head", "head", "sinfo -h | grep -q work", 60, "ada")
    lab.run("login", "systemctl kill -s KILL sackd")
    within(lab, "sackd comes back after it was killed", "login", "systemctl is-active --quiet sackd", 60)
    for node in ("login", "head"):
        within(lab, "that %s is set up" % node, node, DONE, 200)
        check("every unit of that %s is active" % node, inactive(lab, node, OWN_KEY[node]), [])
    if not WHOLE:
        return
    programs.rest_api(lab, "v0.0.41")
    rotation(lab)
    for node in ("login", "head"):
        report("a reboot of that %s brings back all that was there" % node, lab.reboot(node))
    within(lab, "an ordinary user sees the partitions again", "login", "sinfo -h | grep -q work", 90, "ada")
    for node in ("login", "head"):
        check("every unit of that %s is active again" % node, inactive(lab, node, OWN_KEY[node]), [])


def sealed(lab, folder):
    """Nothing is fetched but from the lab's AWS."""
    os.chmod(folder / "lab/shared", 0o1777)
    boot(lab)
    for node in SLURM:
        within(lab, "%s is set up" % node, node, DONE, 200)
    images.alone(lab, SLURM)


def packaged(lab, torch, folder):
    """The whole way, with the distribution's packages."""
    for program in (HERE / "hello.c", HERE / "all_reduce.py", folder / "ada"):
        shutil.copy(program, folder / "lab/shared")
    os.chmod(folder / "lab/shared", 0o1777)
    boot(lab)
    jobs_began = time.monotonic()
    programs.mpi(lab)
    programs.rest_api(lab, "v0.0.40")
    all_set_up(lab)
    traffic.whole(lab)
    if WHOLE:
        programs.gloo(lab, torch)
        check("nothing that PyTorch needs was refused", [node for node in SLURM if node.startswith("cpu") and lab.refused(node)], [])
        steady(lab, jobs_began)
        faults.daemons(lab)
        faults.database(lab)
        faults.state(lab)
    reboots(lab)
    if WHOLE:
        restore.state(lab)
        faults.mirror(lab)
    faults.users(lab)


def restored(lab, _):
    """The restore of a state volume alone, which the whole check has too."""
    set_up(lab, "a head is set up from its user data alone", "head", 420)
    restore.state(lab)


def replaced(lab, _):
    """The head's instance is lost, and Terraform makes another."""
    set_up(lab, "a head is set up from its user data alone", "head", 420)
    replace.head(lab)


def rotated(lab, _):
    """The key of the daemons is replaced while a job runs."""
    set_up(lab, "a head is set up from its user data alone", "head", 420)
    rotate.whole(lab)


def odd(lab, folder):
    shutil.copy(folder / "people", folder / "lab/shared")
    unusual.checks(lab)


def joined(lab, folder):
    shutil.copy(folder / "people", folder / "lab/shared")
    directory.checks(lab)


def in_lab(name, mirror, site_of, checks, begin=None):
    """Boots a site, checks it, and leaves nothing behind."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="warpform-nodes-"))
    lab = laboratory.Lab(folder / "lab", mirror)
    began = time.monotonic()
    try:
        print(name, flush=True)
        if begin:
            begin(lab)
        lab.up(site_of(folder), folder)
        checks(lab, folder)
    except Exception as error:
        report(name, repr(error)[-1500:])
    finally:
        lab.down()
        shutil.rmtree(folder, ignore_errors=True)
    timed(name, began)


def image_checks(mirror):
    with tempfile.TemporaryDirectory(prefix="warpform-images-") as kept:
        folder = pathlib.Path(kept)
        in_lab("Ubuntu 24.04 becomes images", mirror, images.builders, lambda lab, _: images.build(lab, folder))
        in_lab("Ubuntu 24.04 from images that hold everything", mirror, lambda of: images.cluster(of, folder), sealed)


def fleet_checks(mirror):
    cli = aws_cli(laboratory.CACHE)
    in_lab("Nodes of fleets", mirror, lambda folder: sites.fleets(folder, cli), lambda lab, _: fleets.checks(lab), begin=fleets.begin)


def distribution_checks(mirror):
    torch = torch_root(laboratory.CACHE) if WHOLE else None
    name = "Ubuntu 24.04, which installs its own packages"
    in_lab(name, mirror, lambda folder: sites.distribution(folder, torch), lambda lab, folder: packaged(lab, torch, folder))


SUITES = {
    "fleets": fleet_checks,
    "distribution": distribution_checks,
    "image": lambda mirror: in_lab("Debian 13 with Slurm in the image", mirror, sites.image, lambda lab, _: own_key(lab)),
    "baked": image_checks,
    "directory": lambda mirror: in_lab("Users of a directory", mirror, sites.with_directory, joined),
    "replaced": lambda mirror: in_lab("A head in place of another", mirror, sites.head_alone, replaced),
    "rotated": lambda mirror: in_lab("A new key while a job runs", mirror, lambda folder: sites.distribution(folder, None), rotated),
    "unusual": lambda mirror: in_lab("A cluster of unusual values, and faults", mirror, sites.unusual, odd),
    "restore": lambda mirror: in_lab("A state volume from a snapshot", mirror, sites.head_alone, restored),
}
USUAL = ("fleets", "distribution", "image")
MORE = ("baked", "directory", "replaced", "rotated", "unusual")  # restore is a part of distribution


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that a lab is taken down
    wanted = sys.argv[1:] or [*USUAL, *(MORE if WHOLE else ())]
    unknown = sorted(set(wanted) - set(SUITES))
    if unknown:
        sys.exit("no suite is called %s; there are %s" % (" or ".join(unknown), ", ".join(SUITES)))
    absent = laboratory.missing_programs()
    for holds, why in ((os.geteuid() == 0, "not root"), (not absent, "not installed: %s" % ", ".join(absent))):
        if not holds:
            return report("nodes boot with a real systemd", why, True)
    mirror = laboratory.ubuntu_mirror()
    if mirror is None and set(wanted) != {"image"}:
        report("Ubuntu 24.04 boots with its own packages", "no mirror of Ubuntu 24.04 is reached from here", True)
    for name in wanted:
        if mirror is not None or name == "image":
            twice(name, lambda name=name: SUITES[name](mirror))
    print("times: %s" % ", ".join(times))


main()
print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % counts)
sys.exit(1 if counts["failed"] else 0)
