"""Slurm on a Kubernetes cluster: what ExistingKubernetes has Slinky's operator write, on Slurm 24.11. The operator's own lines are those that it
wrote once on a real API server (slinky/operator.conf), its pod's end is what its PreStop hook runs.

Of the operator's images' Slurm, Debian has no plugin of auth/jwt, and the lab no database: these lines are left out. Devices of GPUs are files.
"""

import os
import re
import subprocess

from accepted_log import findings
from checks import contains, equal
from lab import HEAD_ADDRESS, Lab
from make_site import HERE, REPOSITORY
from newer_site import run_newer
from suite_releases import SYSTEM, make_key

HOST = "slurm-controller-0"


def run(results, folder):
    run_newer(results, "slurm slinky", lambda: Slinky(os.path.join(folder, "slinky")))


class Slinky:
    def __init__(self, folder):
        self.lab = site(folder)

    def up(self):
        self.lab.up()

    def checks(self):
        return (
            ("slurmctld takes the operator's lines and ours, and a pod's slurmd is in its partitions", lambda: accepted(self.lab)),
            ("a node whose pod was replaced comes back", lambda: replaced(self.lab)),
            ("a job of one GPU opens no other", lambda: confined(self.lab)),
        )

    def story(self):
        return self.lab.slurmctld_log()[-3000:]


def site(folder):
    given, etc = os.path.join(folder, "given"), os.path.join(folder, "etc")
    subprocess.run(
        ["node", "--import", "tsx", os.path.join(HERE, "slinky/generate.ts"), given],
        check=True, cwd=REPOSITORY, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    os.makedirs(etc)
    os.chmod(folder, 0o755)
    with open(os.path.join(HERE, "slinky/operator.conf")) as operator, open(os.path.join(given, "slurm.conf")) as ours:
        text = operator.read() + ours.read() + "\n"
    text = re.sub(r"(?m)^(AuthAlt|AccountingStorage).*\n", "", text)
    text = re.sub(r"\(slurm-controller.slurm\)", "(%s)" % HEAD_ADDRESS, text)
    with open(os.path.join(etc, "slurm.conf"), "w") as file:
        file.write(text)
    with open(os.path.join(given, "cgroup.conf")) as source, open(os.path.join(etc, "cgroup.conf"), "w") as file:
        # a machine may have its controllers in version 1, where cgroup/v2 finds none
        file.write(source.read().replace("CgroupPlugin=cgroup/v2", "CgroupPlugin=autodetect"))
    with open(os.path.join(etc, "gres.conf"), "w") as file:
        file.write("Name=gpu Type=h100 File=/run/gpu[0-1]\n")
    make_key(os.path.join(etc, "slurm.key"))
    prolog = os.path.join(folder, "tasks")
    os.makedirs(prolog)
    with open(os.path.join(prolog, "prolog.sh"), "w") as file:
        file.write("#!/bin/sh\nexit 0\n")
    os.chmod(os.path.join(prolog, "prolog.sh"), 0o755)
    with open(os.path.join(given, "node.conf")) as file:
        gres = file.read()
    lab = Lab(os.path.join(folder, "lab"), etc, {"/etc/slurm-tasks": prolog}, system=SYSTEM)
    lab.node_conf = "Features=slurm " + gres
    return lab


def pod(lab):
    """Starts slurmd as the operator's pod does, and waits until the node is known."""
    daemon = lab.spawn("slurmd", "slurmd", "-D", "-Z", "-N", "slurm-0", "--conf", lab.node_conf)
    known = lab.wait(lambda: "slurm-0" in lab.run("sinfo", "-h", "-N", "-o", "%N", check=False)[1] or daemon.poll() is not None, 30)
    if not known or daemon.poll() is not None:
        raise RuntimeError("slurmd ended: " + lab.log("slurmd.log")[-800:])
    return daemon


def accepted(lab):
    lab.run("sh", "-c", "for n in 0 1; do mknod /run/gpu$n c 1 $((5 + 2 * n)); chmod 666 /run/gpu$n; done")
    # the folder of the pid file is the lab's, and root's
    equal([line for line in findings(lab.slurmctld_log()) if "pidfile" not in line], [], "slurmctld's log")
    lab.pod = pod(lab)
    lab.wait(lambda: lab.state("slurm-0").startswith("IDLE"), 20)
    text = lab.node("slurm-0")["text"]
    contains(text, "Gres=gpu:h100:2", "the node's GPUs")
    equal(re.search(r"Partitions=(\S+)", text).group(1), "train,debug", "its partitions")


def replaced(lab):
    lab.run("scontrol", "update", "nodename=slurm-0", "state=down", "reason=slurm-operator: Pod is terminating")
    lab.run("sh", "-c", "kill $(pidof slurmd)")
    lab.pod.wait()
    contains(lab.state("slurm-0"), "DOWN", "the node while its pod is replaced")
    lab.pod = pod(lab)
    if not lab.wait(lambda: lab.state("slurm-0").startswith("IDLE"), 30):
        raise RuntimeError("the node stays " + lab.node("slurm-0")["text"])
    equal(lab.run("srun", "-p", "debug", "-n1", "--mem=100", "hostname"), HOST, "a job on it")


def confined(lab):
    says = lab.run(
        "srun", "-p", "debug", "-n1", "--mem=100", "--gpus=1", "--cpus-per-gpu=1", "sh", "-c",
        "for n in 0 1; do head -c0 /run/gpu$n 2>/dev/null && echo $n; done; true",
    )  # fmt: skip
    opened = re.findall(r"(?m)^([01])$", says)
    equal(opened, ["0"], "the GPUs that a job of one can open")
