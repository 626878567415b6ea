"""One Slurm over two sites: nodes that are there, and nodes in AWS by files that the site's own slurm.conf includes."""

import os
import pwd
import re
import secrets
import shutil

from accepted_log import findings
from checks import contains, equal
from cloud_checks import CloudChecks
from make_site import ADDED, REPOSITORY, Site

CHECK_SITE = os.path.join(REPOSITORY, "lib", "clouds", "aws", "shared", "programs", "check-site.py")
OWN = {"dgx1": "10.99.1.1", "dgx2": "10.99.1.2"}
CAPACITY = "InsufficientInstanceCapacity"
# Debian's package libfaketime; it moves the time of one program, and Linux has no namespace for the clock that munge reads
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
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
            ("the join program's check finds nothing on this site, and names the conflicts of another slurm.conf", self.checked),
            ("a job that either partition could run starts on the site's nodes, and AWS is asked for nothing", self.own_first),
            ("with the site's nodes busy, a job starts wholly in AWS", self.cloud_at_need),
            ("no job runs over both sites", self.never_both),
            ("idle nodes in AWS end, and nodes of the site are never suspended", self.suspended_there_alone),
            ("with no capacity in AWS, a job there waits with the reason on its nodes, and the site goes on", self.cloud_empty),
            ("with a new munge key on every node of the site, a running job goes on and ends; a node in AWS with the old key is let go, its job requeued", self.key_rotated),
            ("with a clock ten minutes off, a node in AWS is down with the reason in slurmd's log, its job requeued, and comes back with the time", self.clock_off),
            ("with the link lost, the site goes on, the job in AWS is requeued, and its nodes come back with the link", self.link_lost),
        )

    def no_warning(self):
        assert self.lab.wait(lambda: all(self.lab.state(name) == "IDLE" for name in OWN), 30), self.lab.run("sinfo", "-N")
        equal(findings(self.lab.slurmctld_log()), [], "the log")
        equal(sorted(self.lab.run("sinfo", "-h", "-o", "%P %D %N").splitlines()), ["train* 2 dgx[1-2]", "train-aws 4 h100-dy-[1-4]"], "sinfo")
        contains(self.lab.run("scontrol", "show", "config"), "SuspendTime             = INFINITE", "the configuration")

    def checked(self):
        """By the real scontrol and slurmctld; which conflicts there are, the unit test of the program says."""
        env = {"CLUSTER": "hybrid", "CONTROLLERS": "head", "AUTHENTICATION": "munge", "SLURM_UID": pwd.getpwnam("slurm").pw_uid}
        with open(os.path.join(self.site.warpform, "site.env"), "w") as file:
            file.write("".join("%s='%s'\n" % item for item in env.items()))
        shutil.copy(CHECK_SITE, os.path.join(self.site.warpform, "check-site"))
        check = lambda etc: self.lab.run("python3", "/etc/warpform/check-site", etc, "/etc/slurm", check=False)  # noqa: E731
        equal(check("/etc/slurm"), (0, ""), "the site as it is")
        other = os.path.join(self.site.warpform, "other")
        os.makedirs(other)
        with open(os.path.join(other, "slurm.conf"), "w") as file:
            file.write("NodeName=h100-dy-[3-5]\nPartitionName=all Nodes=ALL\nTopologyPlugin=topology/tree\nSuspendExcNodes=h100-dy-1:1\n")
        code, said = check("/etc/warpform/other")
        equal(code, 3, "the status")
        for start in ("NodeName h100-dy-3,h100-dy-4 is", "PartitionName=all has Nodes=ALL", "topology/tree places no job", "SuspendExcNodes has h100-dy-1:"):
            contains(said, start, "what it says")
        equal(len(said.splitlines()), 4, "the number of lines")

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
        job, machine = self.in_aws("h100-dy-2")
        before = len(self.log_lines())
        self.link(machine, "down")
        self.site_goes_on()
        self.requeued(job, "h100-dy-2", before)
        self.link(machine, "up")
        self.comes_back("h100-dy-2")
        assert self.lab.wait(lambda: not self.dynamic(), 60), "still on: %r" % self.dynamic()

    def site_goes_on(self):
        """Asked before the node is DOWN: from then its machine ends after SuspendTime, and would not come back."""
        equal(sorted(self.lab.run("srun", *BOTH, "-N2", "hostname").split()), sorted(OWN), "where a job ran meanwhile")

    def comes_back(self, node):
        back = lambda: {"DOWN", "NOT_RESPONDING"}.isdisjoint(self.lab.state(node).split("+"))  # noqa: E731
        assert self.lab.wait(back, 90), self.lab.state(node)

    # -- keys and clocks ----------------------------------------------------------------------------------------------

    def munged(self, machine, clock=None):
        """A munged of the machine's own, with the key that the head has now; all machines else share the head's. clock: how far it is off."""
        with open("/proc/%d/root/run/munge/key" % self.lab.pid, "rb") as file:
            key = file.read()
        folder = "/run/munge"
        if "tmpfs on %s " % folder not in self.lab.on(machine, "mount"):
            self.lab.on(machine, "mount", "-t", "tmpfs", "-o", "mode=755", "own", folder)
            self.lab.on(machine, "chown", "munge", folder)
        self.lab.on(machine, "sh", "-c", "[ ! -e {0}/pid ] || kill $(cat {0}/pid); sleep 0.5; rm -f {0}/munge.socket.2*".format(folder))
        root = "/proc/%d/root" % self.lab.machine_pid(machine)
        self.write_key(root + folder + "/key", key)
        fake = ["env", "LD_PRELOAD=" + FAKETIME, "FAKETIME=" + clock, "FAKETIME_DONT_FAKE_MONOTONIC=1"] if clock else []
        self.start_munged(machine, fake, self.lab.machine_pid(machine))

    @staticmethod
    def write_key(path, key):
        with open(path, "wb") as file:
            file.write(key)
        shutil.chown(path, "munge")
        os.chmod(path, 0o600)

    def start_munged(self, name, before, pid):
        files = ["--key-file", "/run/munge/key", "--pid-file", "/run/munge/pid", "--seed-file", "/run/munge/seed", "--log-file", "/run/munge/log"]
        drop = ["setpriv", "--reuid", "munge", "--regid", "munge", "--init-groups", "--"]
        self.lab.spawn("munged-" + name, *drop, *before, "munged", "--foreground", *files, pid=pid)
        works = lambda: self.lab.run("munge", "-n", pid=pid, check=False)[0] == 0  # noqa: E731
        assert self.lab.wait(works, 20), self.lab.log("munged-%s.log" % name)

    def new_key(self):
        """A new key on the head, whose munged starts again with it."""
        root = "/proc/%d/root" % self.lab.pid
        with open(root + "/run/munge/pid") as file:
            old = file.read().strip()
        self.lab.run("kill", old)
        assert self.lab.wait(lambda: self.lab.run("kill", "-0", old, check=False)[0] != 0, 10), "munged does not end"
        self.write_key(root + "/run/munge/key", secrets.token_bytes(1024))
        self.start_munged("head", [], self.lab.pid)

    def in_aws(self, node):
        """A job on one node in AWS, and the machine that it runs on."""
        job = self.lab.sbatch("-p", "train-aws", "-w", node, "--requeue", "--wrap", "sleep 300")
        assert self.lab.wait_job(job, "RUNNING", 60), self.lab.job(job)
        (machine,) = self.dynamic()
        return job, machine

    def log_lines(self):
        return self.lab.slurmctld_log().splitlines()

    def requeued(self, job, node, before):
        """By what stays: the node's state is DOWN only until SuspendTime, and the job runs again, on a new machine, after two minutes. before: the log's lines."""
        said = re.compile("[Nn]odes? %s not responding, setting DOWN" % re.escape(node))
        assert self.lab.wait(lambda: any(said.search(line) for line in self.log_lines()[before:]), 90), self.lab.state(node)
        again = lambda: " Restarts=1 " in self.lab.run("scontrol", "-o", "show", "job", job)  # noqa: E731
        assert self.lab.wait(again, 20), self.lab.job(job)
        self.lab.run("scancel", job)

    def slurmd_log(self, machine):
        """The reason is in the log of who refuses: slurmctld's says only that no byte came back."""
        with open(os.path.join(self.lab.root, "nodes", machine, "var/log/slurm/slurmd.log"), errors="replace") as file:
            return file.read()

    def key_rotated(self):
        there, machine = self.in_aws("h100-dy-1")
        own = self.lab.sbatch("-p", "train", "-N2", "--exclusive", "-o", "/tmp/rotated", "--wrap", "srun -l hostname; sleep 8; echo ended")
        assert self.lab.wait_job(own, "RUNNING", 20), self.lab.job(own)
        for name in ("dgx2", machine):
            self.munged(name)
        before = len(self.log_lines())
        self.new_key()
        refused = lambda: "Munge decode failed: Invalid credential" in self.slurmd_log("dgx2")  # noqa: E731
        assert self.lab.wait(refused, 60), self.slurmd_log("dgx2")[-1500:]
        self.munged("dgx2")  # the new one, as on every node of the site
        assert self.lab.wait(lambda: self.lab.job(own)[0] is None, 60), self.lab.job(own)
        with open("/proc/%d/root/tmp/rotated" % self.lab.pid) as file:
            contains(file.read(), "ended", "what the job wrote")
        assert self.lab.wait(lambda: all(self.lab.state(name) == "IDLE" for name in OWN), 60), self.lab.run("sinfo", "-N")
        self.requeued(there, "h100-dy-1", before)
        assert self.lab.wait(self.all_off, 90, 1), self.lab.run("sinfo", "-N")
        equal(self.lab.run("srun", "-p", "train-aws", "-w", "h100-dy-1", "hostname", timeout=90), "h100-dy-1", "where a job ran with the new key")

    def clock_off(self):
        job, machine = self.in_aws("h100-dy-3")
        before = len(self.log_lines())
        self.munged(machine, "+600")
        self.site_goes_on()
        self.requeued(job, "h100-dy-3", before)
        contains(self.slurmd_log(machine), "Munge decode failed: Expired credential", "slurmd's log")
        self.munged(machine)
        self.comes_back("h100-dy-3")
