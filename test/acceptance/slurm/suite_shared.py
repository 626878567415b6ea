"""Who gets what: accounting, preemption, fair share, limits, GPUs in parts, switches, and health, on eight running nodes."""

import os
import re
import sys

from accepted_log import findings
from checks import contains, equal
from make_site import Site

NODES = "gpu-dy-[1-8]"


def run(results, folder):
    site = Site("shared", os.path.join(folder, "shared"), times={"SuspendTime": "600"})
    suite = Shared(site)
    try:
        for name, check in suite.checks():
            if not results.check("slurm shared: " + name, check):
                print(site.story(), file=sys.stderr, flush=True)
            suite.lab.run("scancel", "--state=RUNNING", check=False)
            suite.lab.run("scancel", "--state=PENDING", check=False)
            suite.lab.wait(lambda: suite.lab.run("squeue", "-h") == "", 20)
    finally:
        site.down()


class Shared:
    def __init__(self, site):
        self.site, self.lab, self.ec2 = site, site.lab, site.ec2

    def checks(self):
        return (
            ("slurmctld and slurmdbd take the configuration without a warning", self.no_warning),
            ("an apply is checked on a head whose state was never saved, with a new type of GPU too", self.unsaved),
            ("the declared policy is applied once, and a second time changes nothing", self.policy),
            ("eight nodes come up and their health checks let them be", self.healthy),
            ("accounting has the job with its account, state and GPUs", self.accounting),
            ("programs of the site's run around each job, and one that fails drains the node", self.job_programs),
            ("the site's script fills in what jobs lack and rejects one", self.submitted),
            ("users do not see each other's jobs where these are private", self.private),
            ("two 4-GPU jobs share a node and get different devices", self.gpu_parts),
            ("a job sees only the devices it was given", self.constrained),
            ("four nodes come from one leaf although the first leaf has the lower names", self.leaf),
            ("a high QoS preempts a low one, which is requeued", self.preemption),
            ("a GPU-hours limit holds", self.gpu_hours),
            ("fair share puts the account that has used less first", self.fair_share),
            ("the topology is refreshed from where EC2 has put the instances", self.topology),
            ("the health program drains a node with a GPU less than the catalog says", self.missing_gpu),
            ("reconcile replaces a machine whose health check asks for it", self.replaced),
            ("an Xid that needs a reboot drains the node, one of an application does not", self.xid),
            ("a node whose prolog fails is drained and the job waits for another", self.prolog),
        )

    def machine(self, node):
        return self.ec2.of_node(node)

    def plant(self, node, command):
        self.lab.on(self.machine(node), "sh", "-c", command)

    def sbatch(self, user, *arguments):
        return self.lab.sbatch("--chdir=/", *arguments, user=user)

    def wait_running(self, job, seconds=20):
        assert self.lab.wait_job(job, "RUNNING", seconds), "job %s is %r" % (job, self.lab.job(job))

    def wait_drained(self, node, words, seconds=20):
        drained = lambda: "DRAIN" in self.lab.state(node) and words in self.lab.node(node)["text"]  # noqa: E731
        assert self.lab.wait(drained, seconds), self.lab.node(node)["text"][-200:]

    # -- checks -------------------------------------------------------------------------------------------------------

    def no_warning(self):
        equal(findings(self.lab.slurmctld_log()), [], "slurmctld's log")
        equal(findings(self.lab.read_inside("slurmdbd.log")), [], "slurmdbd's log")

    def unsaved(self):
        """The check's own slurmctld has no database, and no state to start from without one."""
        find = (
            "import os, sys; sys.path.insert(0, '/opt/warpform/slurm'); import conf_check\n"
            "files = {name: open('/etc/slurm/' + name).read() for name in ('slurm.conf', 'gres.conf')}\n"
            "files['slurm.conf'] = files['slurm.conf'].replace(sys.argv[1], sys.argv[2])\n"
            "print(conf_check.find_fault(files, '/etc/slurm'))"
        )
        fault = lambda *change: self.lab.run("python3", "-c", find, *change)  # noqa: E731
        equal(fault("TRES=gres/gpu,", "TRES=gres/gpu,gres/gpu:new,"), "None", "what keeps a new type of GPU from being taken over")
        contains(fault("Nodes=gpu-dy-[1-8]", "Nodes=gpu-dy-[1-9]"), "Invalid node names", "what is found wrong without the database")

    def policy(self):
        self.site.program("apply-policy")
        rows = self.lab.run("sacctmgr", "-n", "-P", "show", "assoc", "format=Account,User,Fairshare,GrpTRESMins")
        for row in ("research||3|", "product||1|", "trial||1|gres/gpu=60", "research|games|1|"):
            contains(rows.splitlines(), row, "associations")
        qos = self.lab.run("sacctmgr", "-n", "-P", "show", "qos", "format=Name,Priority,Preempt").splitlines()
        contains([line.replace("normal,low", "low,normal") for line in qos], "high|100|low,normal", "QoS")
        before = self.site.program_log("apply-policy")
        self.site.program("apply-policy")
        said = self.site.program_log("apply-policy")[len(before) :]
        contains(said, "nothing to change", "the second run")
        assert "sacctmgr" not in said, said

    def healthy(self):
        self.lab.run("scontrol", "update", "nodename=" + NODES, "state=POWER_UP")
        idle = lambda: self.lab.run("sinfo", "-h", "-t", "idle", "-o", "%D %t").split()[:2] == ["8", "idle"]  # noqa: E731
        assert self.lab.wait(idle, 40), self.lab.run("sinfo", "-N", "-o", "%N %T %E")
        self.lab.sleep(5)
        equal(self.lab.run("sinfo", "-h", "-R"), "", "drained nodes")
        equal(len(self.ec2.calls("CreateFleet")), 1, "fleets")

    def accounting(self):
        out = self.lab.run("srun", "-N1", "--gres=gpu:8", "-J", "counted", "hostname", user="games")
        assert out.startswith("gpu-dy-"), out
        row = lambda: self.lab.run("sacct", "-a", "-X", "-n", "-P", "--name=counted", "-o", "User,Account,State,AllocTRES")  # noqa: E731
        assert self.lab.wait(lambda: "COMPLETED" in row(), 15), row()
        contains(row(), "games|research|COMPLETED|", "sacct")
        contains(row(), "gres/gpu=8", "sacct")

    def job_programs(self):
        said = lambda name: self.lab.on(self.machine("gpu-dy-8"), "sh", "-c", "cat /run/lab-node/%s 2> /dev/null || true" % name)  # noqa: E731
        before = len(said("prologs").split())
        self.lab.run("srun", "-w", "gpu-dy-8", "hostname", user="games")
        equal(said("prologs").split()[before:], ["games"], "what the prolog has written")
        assert self.lab.wait(lambda: said("epilogs").split()[-1:] == ["games"], 20), said("epilogs")
        self.plant("gpu-dy-8", "touch /run/lab-node/refused")
        job = self.sbatch("games", "-w", "gpu-dy-8", "--wrap", "true")
        self.wait_drained("gpu-dy-8", "Prolog error", 40)
        self.lab.run("scancel", job)
        self.plant("gpu-dy-8", "rm /run/lab-node/refused")
        self.lab.run("scontrol", "update", "nodename=gpu-dy-8", "state=RESUME", check=False)
        assert self.lab.wait(lambda: self.lab.state("gpu-dy-8").startswith("IDLE") and "DRAIN" not in self.lab.state("gpu-dy-8"), 30), self.lab.state("gpu-dy-8")

    def submitted(self):
        code, text = self.lab.run("sbatch", "--chdir=/", "-J", "nameless", "--wrap", "true", user="games", check=False)
        equal(code != 0, True, "the job is rejected")
        contains(text, "give the job a name", "what its user is told")
        job = self.sbatch("games", "-H", "--wrap", "true")
        contains(self.lab.run("scontrol", "show", "job", job), "Comment=by the script", "the job")
        self.lab.run("scancel", job)

    def private(self):
        job = self.sbatch("games", "-w", "gpu-dy-7", "--wrap", "sleep 60")
        self.wait_running(job)
        seen = {user: self.lab.run("squeue", "-h", "-o", "%i", user=user).split() for user in ("games", "news", "slurm")}
        equal(seen, {"games": [job], "news": [], "slurm": [job]}, "the jobs that each user sees")
        whose = self.lab.run("sacct", "-a", "-X", "-n", "-P", "-o", "User", user="news").split()
        assert "games" not in whose, "another user's jobs in sacct: %r" % whose

    def gpu_parts(self):
        jobs = [self.sbatch("games", "-w", "gpu-dy-1", "--gres=gpu:4", "--wrap", "sleep 30") for _ in range(2)]
        for job in jobs:
            self.wait_running(job)
        shown = [self.lab.run("scontrol", "-d", "show", "job", job) for job in jobs]
        equal(sorted(re.search(r"IDX:([\d-]+)", text).group(1) for text in shown), ["0-3", "4-7"], "the devices")

    def constrained(self):
        reads = 'for i in 0 1 2 3 4 5 6 7; do (: < /dev/nvidia$i) 2>&1 | grep -q "not permitted" || echo $i; done'
        out = self.lab.run("srun", "-w", "gpu-dy-1", "--gres=gpu:2", "sh", "-c", reads)
        equal(len(out.split()), 2, "the number of devices that a 2-GPU job may open")

    def leaf(self):
        for node in ("gpu-dy-2", "gpu-dy-3"):
            self.wait_running(self.sbatch("games", "-w", node, "--gres=gpu:8", "--wrap", "sleep 60"))
        out = self.lab.run("srun", "-N4", "--gres=gpu:8", "hostname", user="games")
        equal(sorted(out.split()), ["gpu-dy-%d" % n for n in (5, 6, 7, 8)], "where a 4-node job ran")

    def preemption(self):
        low = self.sbatch("games", "--qos=low", "-N8", "--exclusive", "--requeue", "--wrap", "sleep 100")
        self.wait_running(low)
        out = self.lab.run("srun", "--qos=high", "-N2", "--exclusive", "hostname", user="news", timeout=40)
        equal(len(out.split()), 2, "the number of nodes of the high job")
        assert self.lab.wait_job(low, "PENDING", 20), self.lab.job(low)
        states = lambda: self.lab.run("sacct", "-a", "-D", "-X", "-n", "-P", "-j", low, "-o", "State").split()  # noqa: E731
        assert self.lab.wait(lambda: states() == ["PREEMPTED", "PENDING"], 15), states()

    def gpu_hours(self):
        over = self.sbatch("proxy", "-t", "10", "--gres=gpu:8", "--wrap", "sleep 1")  # 80 GPU minutes of 60
        within = self.sbatch("proxy", "-t", "10", "--gres=gpu:4", "--wrap", "sleep 20")
        self.wait_running(within)
        assert self.lab.wait(lambda: "GRESMinutes" in (self.lab.job(over)[1] or ""), 15), self.lab.job(over)

    def fair_share(self):
        self.lab.run("scontrol", "update", "partitionname=train", "state=DOWN")
        waiting = {user: self.sbatch(user, "-N8", "--exclusive", "--wrap", "sleep 60") for user in ("games", "news")}
        self.lab.restart("slurmctld")  # which weighs use anew at once, not after PriorityCalcPeriod
        priority = lambda user: int(self.lab.run("squeue", "-h", "-j", waiting[user], "-o", "%Q"))  # noqa: E731
        assert self.lab.wait(lambda: priority("news") > priority("games"), 20), [priority("news"), priority("games")]
        self.lab.run("scontrol", "update", "partitionname=train", "state=UP")
        self.wait_running(waiting["news"], 30)
        equal(self.lab.job(waiting["games"])[0], "PENDING", "the job of the account that used more")
        self.lab.run("scancel", *waiting.values())

    def topology(self):
        item = "<item><instanceId>%s</instanceId><networkNodeSet><item>nn-top</item><item>%s</item></networkNodeSet></item>"
        near = {"gpu-dy-1", "gpu-dy-4", "gpu-dy-6", "gpu-dy-8"}
        names = ["gpu-dy-%d" % n for n in range(1, 9)]
        places = "".join(item % (self.machine(n), "nn-near" if n in near else "nn-far") for n in names)
        xml = "<DescribeInstanceTopologyResponse %s><instanceSet>%s</instanceSet></DescribeInstanceTopologyResponse>"
        space = 'xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"'
        self.ec2.rules({"action": "DescribeInstanceTopology", "answer": xml % (space, places)})
        self.site.program("topology-refresh", user=None)
        shown = self.lab.run("scontrol", "show", "topology")
        contains(shown, "SwitchName=nn-near Level=0 LinkSpeed=1 Nodes=gpu-dy-[1,4,6,8]", "scontrol show topology")
        contains(shown, "SwitchName=nn-top Level=1", "scontrol show topology")
        far = self.sbatch("games", "-w", "gpu-dy-2", "--gres=gpu:8", "--wrap", "sleep 300")
        self.wait_running(far)
        out = self.lab.run("srun", "-N4", "--gres=gpu:8", "hostname", user="games")
        self.lab.run("scancel", far)
        equal(set(out.split()), near, "where a 4-node job ran")

    def missing_gpu(self):
        self.plant("gpu-dy-5", "echo 7 > /run/lab-node/gpus")
        self.wait_drained("gpu-dy-5", "[replace]: 7 GPUs of 8")  # after three checks; [drain] until then
        contains(self.lab.run("sinfo", "-h", "-R", "-o", "%E %N"), "warpform health [replace]: 7 GPUs of 8 gpu-dy-5", "sinfo -R")

    def replaced(self):
        old = self.machine("gpu-dy-5")
        self.site.program("reconcile")
        assert self.lab.wait(lambda: old not in self.ec2.instances(), 20), "the machine is still on"
        off = lambda: "POWERED_DOWN" in self.lab.state("gpu-dy-5")  # noqa: E731
        assert self.lab.wait(off, 20), self.lab.state("gpu-dy-5")
        self.site.program("reconcile")
        equal(self.lab.state("gpu-dy-5"), "IDLE+CLOUD+POWERED_DOWN", "the node's state")

    def xid(self):
        line = "[  100.000000] NVRM: Xid (PCI:0000:53:00): %d, pid=1, name=python, planted"
        self.plant("gpu-dy-6", "echo '%s' > /run/lab-node/kernel-log" % (line % 79))
        self.plant("gpu-dy-7", "echo '%s' > /run/lab-node/kernel-log" % (line % 13))
        self.wait_drained("gpu-dy-6", "[reboot]: Xid 79")
        self.lab.sleep(4)
        equal("DRAIN" in self.lab.state("gpu-dy-7"), False, "an application's Xid drains the node")

    def prolog(self):
        self.plant("gpu-dy-1", "touch /run/lab-node/fail-in-prolog")
        job = self.sbatch("games", "-w", "gpu-dy-1", "--wrap", "sleep 1")
        drained = lambda: "DRAIN" in self.lab.state("gpu-dy-1")  # noqa: E731
        assert self.lab.wait(drained, 20), self.lab.state("gpu-dy-1")
        contains(self.lab.node("gpu-dy-1")["text"], "Prolog error", "the node's reason")
        assert self.lab.wait_job(job, "PENDING", 20), self.lab.job(job)
