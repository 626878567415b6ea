#!/usr/bin/env python3
"""Boots what the library renders for a Slurm cluster and a fleet, unedited, with a real systemd, cloud-init and apt: a head, a login
node, two nodes that jobs start and a node of a fleet. Stand-ins only for EC2, its metadata, S3, Secrets Manager and Route 53.
Needs root, mmdebstrap and a mirror of Ubuntu 24.04; what it makes once is kept under ~/.cache/warpform.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import lab as laboratory
from roots import aws_cli, torch_root

HERE = pathlib.Path(__file__).resolve().parent
START_TIMEOUT = 90  # systemd's default; what has not said by then that it is ready is ended
counts = {"passed": 0, "failed": 0, "skipped": 0}
times = []


def report(name, why=None, skipped=False):
    kind = "skipped" if skipped else "failed" if why else "passed"
    counts[kind] += 1
    print({"passed": "ok %s", "failed": "FAILED %s: " + str(why), "skipped": "skipped %s: " + str(why)}[kind] % name, flush=True)
    return kind == "passed"


def check(name, got, wanted):
    return report(name, None if got == wanted else "got %r, wanted %r" % (got, wanted))


def within(lab, name, node, script, seconds, user=None):
    """Checks that a script succeeds on a node in that time, and notes how long it took."""
    took = lab.until(node, script, seconds, user)
    if took is None:
        return report(name, "not in %d s: %s" % (seconds, lab.text(node, script + "; tail -n 5 /run/warpform/missing", user)[-400:]))
    times.append("%s %.0f s" % (name, took))
    return report(name)


UNITS = {
    "head": "slurmctld slurmdbd mariadb munge chrony guard-metadata warpform-set-up prometheus prometheus-node-exporter "
    "warpform-sync.timer warpform-reconcile.timer warpform-node-hosts.timer warpform-block-watch.timer",
    "login": "munge chrony guard-metadata warpform-set-up warpform-sync.timer",
    "cpu-dy-1": "slurmd munge chrony guard-metadata warpform-set-up prometheus-node-exporter warpform-sync.timer",
    "cpu-dy-2": "slurmd munge chrony guard-metadata warpform-set-up prometheus-node-exporter warpform-sync.timer",
}
SLURM = list(UNITS)
DONE = "systemctl is-active --quiet warpform-set-up"


def inactive(lab, node):
    """Units of a node that are not active, with those that have failed."""
    states = "for unit in %s; do systemctl is-active --quiet $unit || echo $unit; done" % UNITS.get(node, "")
    failed = "systemctl --failed --plain --no-legend | cut -d' ' -f1"
    return lab.text(node, states + "; " + failed).split()


def boot(lab):
    within(lab, "a head is set up from its user data alone", "head", DONE, 420)
    within(lab, "its controller answers", "head", "scontrol ping | grep -q 'is UP'", 30)
    within(lab, "a login node is set up", "login", DONE, 300)
    for node in ("head", "login"):
        within(lab, "an ordinary user sees the partitions on the %s" % node, node, "sinfo -h | grep -q work", 60, "ada")
    job = "cd /tmp && srun -N2 -o /tmp/hosts sh -c 'hostname; getent ahostsv4 $(hostname) | head -1' && sort -u /tmp/hosts"
    began = time.monotonic()
    status, text = lab.run("login", job, "ada", timeout=600)
    times.append("launch to the end of the first job %.0f s" % (time.monotonic() - began))
    report("a job of an ordinary user starts two nodes and runs", None if status == 0 else text[-600:])
    check("a node's own name is no loopback address", [line for line in text.splitlines() if line.startswith("127.")], [])


def steady(lab):
    """What systemd would end, it has ended by now."""
    for node in SLURM:
        within(lab, "%s is set up" % node, node, DONE, 200)
    time.sleep(max(0, 3 * START_TIMEOUT - (time.monotonic() - lab.jobs_began)))
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


def survives(lab):
    """A batch job goes on while daemons restart, and while they are killed and come back."""
    script = "cd /tmp && sbatch --parsable -N2 -o /tmp/out -J long --wrap 'sleep 3600'"
    job = lab.text("login", script, "ada").splitlines()[-1:]
    within(lab, "a batch job runs", "login", "squeue -h -n long -t R | grep -q long", 60, "ada")
    for node, unit in (("head", "slurmdbd"), ("head", "slurmctld"), ("cpu-dy-1", "slurmd")):
        lab.run(node, "systemctl restart %s" % unit)
    for node, unit in (("head", "slurmdbd"), ("head", "slurmctld"), ("head", "mariadb"), ("cpu-dy-2", "slurmd"), ("login", "munge")):
        lab.run(node, "systemctl kill -s KILL %s" % unit)
        within(lab, "%s comes back after it was killed" % unit, node, "systemctl is-active --quiet %s" % unit, 60)
    within(lab, "the controller answers again", "head", "scontrol ping | grep -q 'is UP'", 60)
    within(lab, "both nodes answer it", "head", "[ $(sinfo -h -o %T -n cpu-dy-[1-2] | sort -u) = allocated ]", 90)
    got = lab.text("login", "squeue -h -n long -o '%i %T %S' | cut -d' ' -f1,2", "ada")
    check("the batch job has gone on through all of it", got, "%s RUNNING" % "".join(job))


def reboots(lab):
    lab.run("head", "scontrol update jobname=long 2>/dev/null; sbatch -H -J held --wrap true --chdir /tmp")
    for node in ("head", "login", "cpu-dy-1"):
        began = time.monotonic()
        report("a reboot of %s brings back all that was there" % node, lab.reboot(node))
        within(lab, "%s is set up again" % node, node, DONE, 120)
        times.append("reboot of %s %.0f s" % (node, time.monotonic() - began))
        check("every unit of %s is active after its reboot" % node, inactive(lab, node), [])
    check("queued jobs are there after the head's reboot", lab.text("head", "squeue -h -n held -o %T"), "PENDING")
    within(lab, "nodes take work again", "head", "sinfo -h -o %T | grep -qE 'alloc|idle|mix'", 120)
    check("no node is drained", lab.text("head", "sinfo -h -R -o %E"), "")
    lab.run("head", "scancel -n long -n held")
    status, text = lab.run("login", "cd /tmp && srun -N2 hostname", "ada", timeout=240)
    report("a job runs on both nodes after the reboots", None if status == 0 else text[-500:])


def site_of(stack, folder, torch, cli):
    names = {"head": "aws_instance.slurm_head", "login": "aws_instance.slurm_login_login-1", "fleet": "aws_launch_template.served_template"}
    resources = stack["resource"]

    def found(address):
        kind, prefix = address.split(".")
        return "%s.%s" % (kind, next(name for name in resources[kind] if name.startswith(prefix)))

    nodes = [{"name": name, "from": found(address), "role": name} for name, address in names.items()]
    group = next(iter(resources["aws_autoscaling_group"].values()))["name"]
    nodes[2].update(tags={"warpform:fleet": group}, overlay=[str(cli)] if cli else [])
    empty = '<?xml version="1.0"?><%s xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>r</requestId><%s/></%s>'
    rules = [{"action": action, "body": empty % (action + "Response", inner, action + "Response")} for action, inner in (
        ("DescribeCapacityReservations", "capacityReservationSet"), ("CompleteLifecycleAction", "CompleteLifecycleActionResult"))]  # fmt: skip
    (folder / "rules.json").write_text(json.dumps(rules))
    launch = {"release": "noble", "cgroup": "v1", "role": "cpu", "packages": ["openmpi-bin", "libopenmpi-dev", "gcc"],
              "overlay": [str(torch)] if torch else []}  # fmt: skip
    return {"stack": "stacks/nodes/cdk.tf.json", "region": "us-east-2", "nodeNames": False, "rules": "rules.json", "nodes": nodes, "launch": launch}


def fleet(lab):
    joined = "systemctl is-active --quiet join-fleet warpform-boot"
    within(lab, "a node of a fleet joins it", "fleet", joined, 300)
    report("a reboot of a fleet's node brings back all that was there", lab.reboot("fleet"))
    within(lab, "it joins again", "fleet", joined, 120)


def main():
    absent = laboratory.missing_programs()
    mirror = laboratory.ubuntu_mirror() if not absent else None
    for needed, why in ((os.geteuid() == 0, "not root"), (not absent, "not installed: %s" % ", ".join(absent)),
                        (laboratory.tool(), "the lab of nodes is not here"), (mirror, "no mirror of Ubuntu 24.04 is reached from here")):  # fmt: skip
        if not needed:
            return report("nodes boot with a real systemd", why, True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="warpform-nodes-"))
    subprocess.run(["node", "--import", "tsx", str(HERE / "stack.ts"), str(folder)], cwd=laboratory.ROOT, check=True)
    stack = json.loads((folder / "stacks/nodes/cdk.tf.json").read_text())
    lab = laboratory.Lab(folder / "lab", mirror)
    torch = torch_root(laboratory.CACHE)
    try:
        print("Ubuntu 24.04, its own packages by apt", flush=True)
        lab.up(site_of(stack, folder, torch, aws_cli(laboratory.CACHE)), folder)
        for program in ("hello.c", "all_reduce.py"):
            shutil.copy(HERE / program, folder / "lab/shared")
        os.chmod(folder / "lab/shared", 0o1777)
        boot(lab)
        lab.jobs_began = time.monotonic()
        mpi(lab)
        gloo(lab, torch)
        fleet(lab)
        steady(lab)
        survives(lab)
        reboots(lab)
    finally:
        lab.down()
        if not os.environ.get("WARPFORM_KEEP"):
            shutil.rmtree(folder, ignore_errors=True)
    print("times: %s" % ", ".join(times))


main()
print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % counts)
sys.exit(1 if counts["failed"] else 0)
