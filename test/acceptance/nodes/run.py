#!/usr/bin/env python3
"""Boots what the library renders for a Slurm cluster and a fleet, unedited, with a real systemd, cloud-init and apt: a head, a login
node, two nodes that jobs start and a node of a fleet. Stand-ins only for EC2, its metadata, S3, Secrets Manager and Route 53.
Needs root, mmdebstrap and a mirror of Ubuntu 24.04; what it makes once is kept under ~/.cache/warpform.

By default: boot, jobs of users, reboots, users who go. WARPFORM_WHOLE=1 adds what takes long: three start-timeouts, PyTorch, daemons
that are killed, a database and a mirror that are away, and Debian 13 with Slurm in the image. run.py [distribution] [image] runs those.
"""

import os
import pathlib
import shutil
import sys
import tempfile
import time

import faults
import lab as laboratory
import sites
from counting import check, counts, report, timed, times, within
from faults import DONE
from roots import aws_cli, torch_root

HERE = pathlib.Path(__file__).resolve().parent
WHOLE = os.environ.get("WARPFORM_WHOLE") == "1"
START_TIMEOUT = 90  # systemd's default; what has not said by then that it is ready is ended

UNITS = {
    "head": "slurmctld slurmdbd mariadb munge chrony guard-metadata warpform-set-up prometheus prometheus-node-exporter "
    "warpform-sync.timer warpform-reconcile.timer warpform-node-hosts.timer warpform-block-watch.timer",
    "login": "munge chrony guard-metadata warpform-set-up warpform-sync.timer",
    "cpu-dy-1": "slurmd munge chrony guard-metadata warpform-set-up prometheus-node-exporter warpform-sync.timer",
    "cpu-dy-2": "slurmd munge chrony guard-metadata warpform-set-up prometheus-node-exporter warpform-sync.timer",
}
SLURM = list(UNITS)


def inactive(lab, node, units=None):
    """Units of a node that are not active, with those that have failed."""
    states = "for unit in %s; do systemctl is-active --quiet $unit || echo $unit; done" % (units or UNITS[node])
    failed = "systemctl --failed --plain --no-legend | cut -d' ' -f1"
    return lab.text(node, states + "; " + failed).split()


def boot(lab):
    within(lab, "a head is set up from its user data alone", "head", DONE, 420)
    within(lab, "its controller answers", "head", "scontrol ping | grep -q 'is UP'", 30)
    within(lab, "a login node is set up", "login", DONE, 300)
    for node in ("head", "login"):
        within(lab, "an ordinary user sees the partitions on the %s" % node, node, "sinfo -h | grep -q work", 60, "ada")
    job = "cd /tmp && sbatch -N2 -o /run/node-lab/shared/names --wrap \"srun sh -c 'hostname; getent ahostsv4 \\$(hostname) | head -1'\""
    began = time.monotonic()
    lab.run("login", job, "ada")
    within(lab, "a job of an ordinary user starts two nodes and runs", "login", "grep -q cpu-dy-1 /run/node-lab/shared/names && ! squeue -h | grep -q .", 900, "ada")
    timed("launch to the end of the first job", began)
    text = lab.text("login", "cat /run/node-lab/shared/names")
    check("a node's own name is no loopback address", [line for line in text.splitlines() if line.startswith("127.")], [])


def set_up(lab):
    """A unit that has not yet said that it is ready is not active."""
    for node in SLURM:
        within(lab, "%s is set up" % node, node, DONE, 200)
        check("every unit of %s is active" % node, inactive(lab, node), [])


def steady(lab, jobs_began):
    """What systemd would end, it has ended by now."""
    time.sleep(max(0, 3 * START_TIMEOUT - (time.monotonic() - jobs_began)))
    for node in SLURM:
        check("every unit of %s is active after three start-timeouts" % node, inactive(lab, node), [])


def mpi(lab):
    shared = "/run/node-lab/shared"
    lab.run("cpu-dy-1", "mpicc -o %s/hello %s/hello.c" % (shared, shared))
    status, text = lab.run("login", "cd /tmp && srun -N2 --mpi=pmix %s/hello" % shared, "ada", timeout=180)
    lines = sorted(line for line in text.splitlines() if line.startswith("rank"))
    check("srun --mpi=pmix runs an MPI program on two nodes", lines, ["rank 0 of 2: 1", "rank 1 of 2: 1"])


def gloo(lab, torch):
    if torch is None:
        return report("PyTorch reduces over Gloo on two nodes", "no root with python3-torch could be made", True)
    inside = "cp /etc/hosts /etc/resolv.conf /torch/etc/ && mkdir -p /torch/shared && mount --bind /run/node-lab/shared /torch/shared && exec chroot /torch python3 /shared/all_reduce.py"
    job = "srun -N2 unshare -m sh -c '%s $(scontrol show hostnames $SLURM_JOB_NODELIST | head -1) /shared/checkpoint'" % inside
    status, text = lab.run("head", "cd /tmp && " + job, timeout=300)
    lines = sorted(line for line in text.splitlines() if line.startswith("rank"))
    wanted = ["rank %d: [2.0, 2.0, 2.0, 2.0], ['.metadata']" % rank for rank in (0, 1)]
    report("PyTorch reduces, saves a checkpoint and meets at a barrier over Gloo on two nodes", None if lines == wanted else text[-900:])


def reboots(lab):
    lab.run("head", "sbatch -H -J held --wrap true --chdir /tmp")
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
    status, text = lab.run("login", "cd /tmp && srun -N2 hostname", "ada", timeout=240)
    report("a job runs on both nodes after the reboots", None if status == 0 else text[-500:])


def fleet(lab):
    joined = "systemctl is-active --quiet join-fleet warpform-boot"
    within(lab, "a node of a fleet joins it", "fleet", joined, 300)
    report("a reboot of a fleet's node brings back all that was there", lab.reboot("fleet"))
    within(lab, "it joins again", "fleet", joined, 120)


def own_key(lab):
    """Slurm's own key needs a daemon on login nodes, by which people's commands say who they are."""
    within(lab, "a head of an image with Slurm 24.11 is set up", "head", DONE, 300)
    within(lab, "a login node with Slurm's own key is set up", "login", DONE, 200)
    within(lab, "an ordinary user sees the partitions there", "login", "sinfo -h | grep -q work", 60, "ada")
    within(lab, "and on the head", "head", "sinfo -h | grep -q work", 60, "ada")
    lab.run("login", "systemctl kill -s KILL sackd")
    within(lab, "sackd comes back after it was killed", "login", "systemctl is-active --quiet sackd", 60)
    for node in ("login", "head"):
        report("a reboot of that %s brings back all that was there" % node, lab.reboot(node))
    within(lab, "an ordinary user sees the partitions again", "login", "sinfo -h | grep -q work", 90, "ada")
    for node in ("login", "head"):
        check("no unit of that %s has failed" % node, inactive(lab, node, "warpform-set-up"), [])


def packaged(lab, torch, folder):
    """The whole way, with the distribution's packages."""
    for program in (HERE / "hello.c", HERE / "all_reduce.py", folder / "ada"):
        shutil.copy(program, folder / "lab/shared")
    os.chmod(folder / "lab/shared", 0o1777)
    boot(lab)
    jobs_began = time.monotonic()
    mpi(lab)
    fleet(lab)
    set_up(lab)
    if WHOLE:
        gloo(lab, torch)
        steady(lab, jobs_began)
        faults.daemons(lab)
        faults.database(lab)
        faults.state(lab)
    reboots(lab)
    if WHOLE:
        faults.mirror(lab)
    faults.users(lab)


def in_lab(name, mirror, site_of, checks):
    """Boots a site, checks it, and leaves nothing behind."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="warpform-nodes-"))
    lab = laboratory.Lab(folder / "lab", mirror)
    began = time.monotonic()
    try:
        print(name, flush=True)
        lab.up(site_of(folder), folder)
        checks(lab, folder)
    except Exception as error:
        report(name, repr(error)[-1500:])
    finally:
        lab.down()
        shutil.rmtree(folder, ignore_errors=True)
    timed(name, began)


def main():
    absent = laboratory.missing_programs()
    for needed, why in ((os.geteuid() == 0, "not root"), (not absent, "not installed: %s" % ", ".join(absent)),
                        (laboratory.tool(), "the lab of nodes is not here")):  # fmt: skip
        if not needed:
            return report("nodes boot with a real systemd", why, True)
    mirror, wanted = laboratory.ubuntu_mirror(), sys.argv[1:] or ["distribution", *(["image"] if WHOLE else [])]
    if "distribution" in wanted and mirror is None:
        report("Ubuntu 24.04 boots with its own packages", "no mirror of Ubuntu 24.04 is reached from here", True)
    elif "distribution" in wanted:
        torch, cli = torch_root(laboratory.CACHE) if WHOLE else None, aws_cli(laboratory.CACHE)
        name = "Ubuntu 24.04, which installs its own packages"
        in_lab(name, mirror, lambda folder: sites.distribution(folder, torch, cli), lambda lab, folder: packaged(lab, torch, folder))
    if "image" in wanted:
        in_lab("Debian 13 with Slurm in the image", mirror, sites.image, lambda lab, _: own_key(lab))
    print("times: %s" % ", ".join(times))


main()
print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % counts)
sys.exit(1 if counts["failed"] else 0)
