"""One Slurm over two sites: nodes that are there, and nodes in AWS by files that the site's own slurm.conf includes."""

import os
import re

from accepted_log import findings
from checks import contains, equal
from cloud_checks import CloudChecks
from make_site import ADDED, Site

OWN = {"dgx1": "10.99.1.1", "dgx2": "10.99.1.2"}
CAPACITY = "InsufficientInstanceCapacity"
BOTH = ("-p", "train,train-aws")


class HybridSite(Site):
    """The included files take the lab's seconds too; SuspendTime of all stays INFINITE."""

    def rewrite(self, name, change):
        super().rewrite(name, change)
        if name != "slurm.conf":
            return
        power = lambda text: re.sub(r"(?m)^(ResumeTimeout|SuspendTimeout)=.*$", lambda m: "%s=%s" % (m.group(1), self.times[m.group(1)]), text)  # noqa: E731
        added = lambda text: re.sub(r"(?m)^(SlurmctldParameters=.*)$", r"\1," + ADDED["SlurmctldParameters"], text)  # noqa: E731
        idle = lambda text: re.sub(r"SuspendTime=\d+", "SuspendTime=" + self.times["SuspendTime"], text)  # noqa: E731
        super().rewrite("warpform-power.conf", lambda text: added(power(text)))
        super().rewrite("warpform-nodes.conf", idle)


def run(results, folder):
    site = HybridSite("hybrid", os.path.join(folder, "hybrid"))
    for name, address in OWN.items():
        site.lab.boot(name, address, name)
    Hybrid(site, "h100-dy-[1-4]").run("slurm hybrid: ", results)


class Hybrid(CloudChecks):
    def checks(self):
        return (
            ("the site's own slurm.conf takes the included files without a warning", self.no_warning),
            ("a job that either partition could run starts on the site's nodes, and AWS is asked for nothing", self.own_first),
            ("with the site's nodes busy, a job starts wholly in AWS", self.cloud_at_need),
            ("no job runs over both sites", self.never_both),
            ("idle nodes in AWS end, and nodes of the site are never suspended", self.suspended_there_alone),
            ("with no capacity in AWS, a job there waits with the reason on its nodes, and the site goes on", self.cloud_empty),
            ("with the link lost, the site goes on, the job in AWS is requeued, and its nodes come back with the link", self.link_lost),
        )

    def no_warning(self):
        assert self.lab.wait(lambda: all(self.lab.state(name) == "IDLE" for name in OWN), 30), self.lab.run("sinfo", "-N")
        equal(findings(self.lab.slurmctld_log()), [], "the log")
        equal(sorted(self.lab.run("sinfo", "-h", "-o", "%P %D %N").splitlines()), ["train* 2 dgx[1-2]", "train-aws 4 h100-dy-[1-4]"], "sinfo")
        contains(self.lab.run("scontrol", "show", "config"), "SuspendTime             = INFINITE", "the configuration")

    def own_first(self):
        equal(sorted(self.lab.run("srun", *BOTH, "-N2", "hostname").split()), sorted(OWN), "where the job ran")
        equal(self.ec2.calls("CreateFleet"), [], "fleets")

    def fill_site(self):
        """A job on every node of the site."""
        job = self.lab.sbatch("-p", "train", "-N2", "--exclusive", "--wrap", "sleep 300")
        assert self.lab.wait_job(job, "RUNNING", 20), self.lab.job(job)
        return job

    def cloud_at_need(self):
        self.fill_site()
        out = self.lab.run("srun", *BOTH, "-N2", "--exclusive", "hostname", timeout=60)
        assert all(name.startswith("h100-dy-") for name in out.split()), "the job ran on %r" % out
        equal(len(self.ec2.calls("CreateFleet")), 1, "the number of fleets")

    def never_both(self):
        out = self.lab.run("srun", *BOTH, "-N3", "hostname", timeout=60).split()
        equal([name for name in out if name in OWN], [], "nodes of the site in a job of three")
        code, said = self.lab.run("srun", *BOTH, "-N5", "hostname", check=False)
        assert code != 0, "a job of five ran, over both sites"
        assert re.search("not available|Node count|violates", said), said

    def suspended_there_alone(self):
        out = self.lab.run("srun", "-p", "train-aws", "-w", "h100-dy-1", "hostname", timeout=60)
        equal(out, "h100-dy-1", "where the job ran")
        assert self.lab.wait(lambda: not self.dynamic(), 40), "instances are still on: %r" % self.dynamic()
        assert self.lab.wait(lambda: "POWERED_DOWN" in self.lab.state("h100-dy-1"), 15), self.lab.state("h100-dy-1")
        for name in OWN:
            equal(self.lab.state(name), "IDLE", name)

    def cloud_empty(self):
        self.ec2.rules({"action": "CreateFleet", "match": self.ec2.subnet, "fleet": CAPACITY})
        job = self.lab.sbatch("-p", "train-aws", "-w", "h100-dy-[3-4]", "-N2", "--wrap", "true")
        assert self.lab.wait(lambda: "DRAIN" in self.lab.state("h100-dy-3"), 30), self.lab.state("h100-dy-3")
        contains(self.lab.run("sinfo", "-h", "-R", "-o", "%E"), CAPACITY, "sinfo -R")
        assert self.lab.wait_job(job, "PENDING", 20), self.lab.job(job)
        equal(sorted(self.lab.run("srun", *BOTH, "-N2", "hostname").split()), sorted(OWN), "where a job ran meanwhile")
        self.lab.run("scancel", job)

    def link(self, machine, state):
        self.lab.run("ip", "-n", machine, "link", "set", "eth0", state)

    def link_lost(self):
        job = self.lab.sbatch("-p", "train-aws", "-w", "h100-dy-2", "--requeue", "--wrap", "sleep 300")
        assert self.lab.wait_job(job, "RUNNING", 60), self.lab.job(job)
        (machine,) = self.dynamic()
        self.link(machine, "down")
        assert self.lab.wait(lambda: "DOWN" in self.lab.state("h100-dy-2").replace("POWERED_DOWN", ""), 60), self.lab.state("h100-dy-2")
        assert self.lab.wait(lambda: self.lab.job(job)[0] in ("PENDING", "CONFIGURING"), 20), self.lab.job(job)
        equal(sorted(self.lab.run("srun", *BOTH, "-N2", "hostname").split()), sorted(OWN), "where a job ran meanwhile")
        self.lab.run("scancel", job)
        self.link(machine, "up")
        back = lambda: {"DOWN", "NOT_RESPONDING"}.isdisjoint(self.lab.state("h100-dy-2").split("+"))  # noqa: E731
        assert self.lab.wait(back, 60), self.lab.state("h100-dy-2")
        assert self.lab.wait(lambda: not self.dynamic(), 60), "still on: %r" % self.dynamic()
