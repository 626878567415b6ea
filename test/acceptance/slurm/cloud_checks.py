"""What the suites have in common whose nodes come and go by the real programs."""

import sys


class CloudChecks:
    def __init__(self, site, nodes):
        """nodes: the dynamic ones that each check finds powered down."""
        self.site, self.lab, self.ec2, self.nodes = site, site.lab, site.ec2, nodes

    def run(self, prefix, results):
        try:
            for name, check in self.checks():
                if not results.check(prefix + name, check):
                    print(self.site.story(), file=sys.stderr, flush=True)
                self.tidy()
        finally:
            self.site.down()

    def tidy(self):
        """No jobs, no rules, nothing resting: each check starts from powered-down dynamic nodes."""
        if not self.ec2.calls():
            return
        self.ec2.rules()
        self.ec2.hold = False
        self.lab.run("scancel", "-u", "root", check=False)
        book = "/var/spool/slurm/warpform/instances.db"
        self.lab.run("python3", "-c", "import sqlite3; d = sqlite3.connect('%s'); d.execute('update backoffs set until = 0'); d.commit()" % book, user="slurm", check=False)
        if not self.lab.wait(self.all_off, 45, 1):
            print("not all off: " + self.lab.run("sinfo", "-h", "-N", "-n", self.nodes, "-o", "%N %T"), self.site.story(), file=sys.stderr, flush=True)
        self.ec2.forget_calls()

    def all_off(self):
        """Nodes that run are told to power down, once: Slurm may hold one that is told so twice for down. Reconcile, as every minute, repairs the rest."""
        lines = self.lab.run("sinfo", "-h", "-N", "-n", self.nodes, "-o", "%N %T").splitlines()
        states = dict(line.split()[:2] for line in lines)
        on = sorted(node for node, state in states.items() if state[-1] not in "~%!")
        if on:
            self.lab.run("scontrol", "update", "nodename=" + ",".join(on), "state=POWER_DOWN_FORCE", "reason=tidy", check=False)
        if any(state != "idle~" for state in states.values()):
            self.site.program("reconcile", check=False)
            return False
        return True

    def dynamic(self):
        """Live instances but those of the block, which stay."""
        return {i: d for i, d in self.ec2.instances().items() if d["tags"].get("warpform:pool") != "block"}

    def warm(self, nodes):
        """Starts nodes before a job needs them: Slurm 22.05 looks only every 30 s whether a batch job's nodes are ready."""

        def up():
            states = set(self.lab.run("sinfo", "-h", "-N", "-n", nodes, "-o", "%T").split())
            # a node still powering down refuses, or takes the request and forgets it
            if any(state.endswith(("~", "%")) for state in states):
                self.lab.run("scontrol", "update", "nodename=" + nodes, "state=POWER_UP", check=False)
            return states == {"idle"}

        assert self.lab.wait(up, 60, 2), self.lab.run("sinfo", "-N", "-n", nodes)

    def sources(self):
        """Purchase options that fleets asked for, in order."""
        return [c["params"]["TargetCapacitySpecification.DefaultTargetCapacityType"] for c in self.ec2.calls("CreateFleet")]

    def wait_running(self, job, seconds=40):
        assert self.lab.wait_job(job, "RUNNING", seconds), "job %s is %r" % (job, self.lab.job(job))

    def wait_again(self, job):
        """A requeued job may start after two minutes; this asks for at once, until Slurm has let go of the first run and heeds it."""
        assert self.lab.wait_job(job, "PENDING", 30), "job %s is %r" % (job, self.lab.job(job))
        self.lab.sleep(2)  # Slurm refuses the credential of a job that comes back within a second

        def running():
            state, reason, _ = self.lab.job(job)
            if reason == "BeginTime":
                self.lab.run("scontrol", "update", "jobid=" + job, "starttime=now", check=False)
            return state == "RUNNING"

        assert self.lab.wait(running, 40, 0.5), "job %s is %r" % (job, self.lab.job(job))
