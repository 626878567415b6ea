"""Machines that die, a head that restarts, and what reconcile makes of it."""

import os

from checks import contains, equal
from cloud_checks import CloudChecks
from make_site import Site


def run(results, folder):
    site = Site("failures", os.path.join(folder, "failures"))
    Failures(site, "work-dy-[1-7]").run("slurm failures: ", results)  # the eighth is stuck from the first to the last check


class Failures(CloudChecks):
    def checks(self):
        return (
            ("a node is held for coming up while its machine does not boot", self.plant_stuck),
            ("a killed node's job is requeued and finishes elsewhere", self.killed_node),
            ("a head restarted in mid-job loses nothing", self.restarted_head),
            ("reconcile ends a planted orphan instance and leaves others alone", self.orphan),
            ("reconcile gives a node back whose instance was taken away", self.interrupted),
            ("reconcile repairs a planted stuck node", self.stuck),
        )

    def plant_stuck(self):
        """An instance that EC2 starts and whose machine never boots; its time runs out while the other checks go on."""
        self.ec2.hold = True
        self.lab.run("scontrol", "update", "nodename=work-dy-8", "state=POWER_UP")
        assert self.lab.wait(lambda: self.ec2.held, 20), "no instance was started"
        self.ec2.hold = False
        contains(self.lab.state("work-dy-8"), "POWERING_UP", "the node's state")

    def killed_node(self):
        self.warm("work-dy-[1-2]")
        # The first run lasts until its machine is gone, however late that is; the second is short.
        work = "[ -n \"$SLURM_RESTART_COUNT\" ] || sleep 600; sleep 4"
        job = self.lab.sbatch("-p", "work", "-N1", "-x", "work-dy-[3-8]", "--requeue", "--wrap", work)
        self.wait_running(job)
        node = self.lab.job(job)[2]
        self.lab.crash(self.ec2.of_node(node))
        assert self.lab.wait(lambda: "DOWN" in self.lab.state(node).split("+")[0], 60), self.lab.state(node)
        self.wait_again(job)
        other = self.lab.job(job)[2]
        assert other != node, "it ran on %s again" % node
        assert self.lab.wait(lambda: self.lab.job(job)[0] in (None, "COMPLETED"), 30), self.lab.job(job)
        contains(self.lab.slurmctld_log(), "_job_complete: JobId=%s WEXITSTATUS 0" % job, "slurmctld's log")

    def restarted_head(self):
        self.warm("work-dy-3")
        job = self.lab.sbatch("-p", "work", "-w", "work-dy-3", "--wrap", "until [ -e /run/lab-node/go-on ]; do sleep 0.2; done")
        self.wait_running(job)
        node = self.lab.job(job)[2]
        before = self.booted()
        self.lab.restart("slurmctld")
        equal(self.lab.job(job)[0], "RUNNING", "the job's state")
        self.lab.on(self.ec2.of_node(node), "touch", "/run/lab-node/go-on")
        assert self.lab.wait(lambda: self.lab.job(job)[0] in (None, "COMPLETED"), 30), self.lab.job(job)
        contains(self.lab.slurmctld_log(), "_job_complete: JobId=%s WEXITSTATUS 0" % job, "slurmctld's log")
        equal(self.booted(), before, "instances")
        contains(self.lab.state(node), "IDLE", "the node's state")

    def booted(self):
        return {i: d for i, d in self.ec2.instances().items() if i not in self.ec2.held}

    def orphan(self):
        ours = self.ec2.run_instance({"warpform:cluster": "failures"})
        others = self.ec2.run_instance({"warpform:cluster": "another"})
        self.site.program("reconcile")
        live = self.ec2.instances()
        self.ec2.end_instance(others)
        assert ours not in live, "the orphan is on"
        assert others in live, "another cluster's instance was ended"

    def interrupted(self):
        self.warm("work-dy-4")
        job = self.lab.sbatch("-p", "work", "-w", "work-dy-4", "--requeue", "--wrap", "sleep 60")
        self.wait_running(job)
        node = self.lab.job(job)[2]
        self.ec2.end_instance(self.ec2.of_node(node))
        self.site.program("reconcile")
        contains(self.lab.node(node)["text"], "is terminated", "the node's reason")
        assert self.lab.wait_job(job, "PENDING", 30), self.lab.job(job)

    def stuck(self):
        given_up = lambda: "node work-dy-8 not resumed by ResumeTimeout" in self.lab.slurmctld_log()  # noqa: E731
        assert self.lab.wait(given_up, 45), self.lab.state("work-dy-8")
        self.lab.wait(lambda: "POWERING_UP" not in self.lab.state("work-dy-8"), 10)
        self.site.program("reconcile")
        contains(self.site.program_log("reconcile"), "clear-down work-dy-8", "what reconcile did")
        repaired = lambda: self.lab.state("work-dy-8") == "IDLE+CLOUD+POWERED_DOWN"  # noqa: E731
        assert self.lab.wait(repaired, 20), self.lab.state("work-dy-8")
        equal(self.dynamic(), {}, "instances")
