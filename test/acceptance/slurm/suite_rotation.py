"""A new key on a running cluster of Slurm 24.11, by which its daemons trust one another (auth/slurm): a job that runs goes on, and ends."""

import os
import shutil

from checks import contains, equal
from newer_site import KEY, RESTART, NewerSite, run_newer
from suite_releases import make_key

NODES = ["next-dy-1", "next-dy-2"]
# It starts a step of its own after it was told to go on, and by then the key is another.
JOB = "touch /run/lab-node/began; until [ -e /run/lab-node/go-on ]; do sleep 0.2; done; srun -N2 touch /run/lab-node/stepped"


def run(results, folder):
    run_newer(results, "slurm rotation", lambda: Rotation(os.path.join(folder, "rotation")))


class Rotation(NewerSite):
    def __init__(self, folder):
        super().__init__("newer", folder, "next", "/opt/lab/node-boot")

    def checks(self):
        return (
            ("a node with the old key is refused by the new one, and taken back with it", self.rotate),
            ("the job that ran meanwhile is told nothing, starts a step with the new key, and ends", self.ends),
            ("a job starts on the same nodes, and on one that is new", self.after),
        )

    def answer(self, node):
        return "*" not in self.lab.run("sinfo", "-h", "-n", node, "-o", "%T")

    def rotate(self):
        self.job, nodes = self.start("-w", "next-dy-[1-2]", "-N2", "--wrap", JOB)
        equal(nodes, NODES, "the job's nodes")
        began = lambda: self.lab.on(NODES[0], "ls", "/run/lab-node/began", check=False)[0] == 0  # noqa: E731
        assert self.lab.wait(began, 60), self.lab.job(self.job)
        key = os.path.join(self.folder, "etc", "slurm.key")
        shutil.copy(key, key + ".old")
        make_key(key)
        self.lab.restart("slurmctld")
        code, text = self.lab.on(NODES[0], "scontrol", "ping", check=False, timeout=60)
        refused = self.lab.on(NODES[0], "srun", "--jobid=" + self.job, "--overlap", "-N1", "true", check=False, timeout=60, user="games")
        assert refused[0] != 0, "a node with the old key starts a step: %s %s" % (text, refused)
        for node in NODES:
            self.lab.on(node, "sh", "-c", RESTART % KEY)
        assert self.lab.wait(lambda: all(self.answer(node) for node in NODES), 60), self.lab.run("sinfo", "-N", "-l")
        equal(self.lab.job(self.job)[0], "RUNNING", "the job")

    def ends(self):
        self.lab.on(NODES[0], "touch", "/run/lab-node/go-on")
        over = lambda: self.lab.job(self.job)[0] in (None, "COMPLETED")  # noqa: E731
        assert self.lab.wait(over, 60), (self.lab.job(self.job), self.lab.on(NODES[0], "sh", "-c", "tail -n 20 /var/log/slurm/*.log"))
        contains(self.lab.run("scontrol", "show", "job", self.job), "JobState=COMPLETED", "the job")
        for node in NODES:
            equal(self.lab.on(node, "ls", "/run/lab-node/stepped", check=False)[0], 0, "exit of ls on " + node)

    def after(self):
        job, nodes = self.start("-w", "next-dy-[1-3]", "-N3", "--wrap", "srun hostname")
        assert self.lab.wait(lambda: self.lab.job(job)[0] in (None, "COMPLETED"), 60), self.lab.job(job)
        contains(self.lab.run("scontrol", "show", "job", job), "JobState=COMPLETED", "the job")
