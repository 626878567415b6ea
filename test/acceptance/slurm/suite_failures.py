"""Machines that die, a head that restarts, and what reconcile makes of it."""

import datetime
import json
import os
import time

from checks import contains, equal
from cloud_checks import CloudChecks
from lab import PATIENCE
from make_site import Site

STATUS = (
    '<DescribeInstanceStatusResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>r</requestId><instanceStatusSet><item>'
    "<instanceId>%s</instanceId><eventsSet><item><code>instance-retirement</code><description>%sretirement</description>"
    "<notBefore>%s</notBefore></item></eventsSet></item></instanceStatusSet></DescribeInstanceStatusResponse>"
)


def stamp(seconds):
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


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
            ("a Spot Instance's notice drains its node and requeues the job before the end", self.spot_notice),
            ("an instance that EC2 will retire is drained, its idle node replaced, and left alone when EC2 takes that back", self.retired),
            ("a job is told of a scheduled stop by its own signal and requeued before it", self.scheduled_stop),
            ("reconcile repairs a planted stuck node", self.stuck),
            ("a controller that has lost its last changes has nodes that it had started before started anew", self.forgetful_head),
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
        assert self.lab.wait(lambda: "DOWN" in self.lab.state(node).split("+")[0], 150), self.lab.state(node)
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

    def forgetful_head(self):
        """It is killed, and takes up a state from before the job: what a crash leaves of changes that were not saved yet."""
        kept = "/var/spool/slurm/ctld-before"
        state = self.lab.run("sh", "-c", "scontrol show config | sed -n 's/^StateSaveLocation *= //p'").strip()
        self.lab.wait(lambda: self.off_and_free("work-dy-3"), 90, 2)
        job = self.lab.sbatch("-p", "work", "-w", "work-dy-3", "-H", "--wrap", "sleep 2")
        time.sleep(8 * PATIENCE)  # a change is saved some seconds after it
        self.lab.run("cp", "-a", state, kept)
        self.lab.run("scontrol", "release", job)
        self.wait_running(job)
        before = self.ec2.of_node("work-dy-3")
        self.lab.run("pkill", "-9", "-x", "slurmctld")
        self.lab.run("sh", "-c", 'rm -rf "$1"/*; cp -a "$2"/. "$1"/; rm -r "$2"', "sh", state, kept)
        time.sleep(2)  # slurmctld says its start in whole seconds
        self.lab.restart("slurmctld")
        equal(self.lab.job(job)[:2], ("PENDING", "JobHeldUser"), "the job as it was saved")
        self.lab.run("scontrol", "release", job)
        assert self.lab.wait(lambda: before not in self.ec2.instances(), 40), "the forgotten instance is on"
        self.wait_running(job)
        assert self.ec2.of_node("work-dy-3") != before, "the node's instance"
        assert self.lab.wait(lambda: self.lab.job(job)[0] in (None, "COMPLETED"), 30), self.lab.job(job)

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

    def spot_notice(self):
        self.warm("work-dy-5")
        job = self.lab.sbatch("-p", "work", "-w", "work-dy-5", "-t", "60", "--requeue", "--wrap", "sleep 600")
        self.wait_running(job)
        instance = self.ec2.of_node("work-dy-5")
        service = self.lab.spawn("ec2-notices", "/opt/warpform/slurm/ec2-notices", pid=self.lab.machine_pid(instance))
        with open("%s.%s" % (self.ec2.map_file, instance), "w") as file:
            json.dump({"action": "terminate", "time": stamp(100)}, file)
        drained = lambda: "warpform ec2 [interrupted]" in self.lab.node("work-dy-5")["text"]  # noqa: E731
        assert self.lab.wait(drained, 15), self.lab.node("work-dy-5")["text"]
        service.kill()
        self.site.program("ec2-events")
        contains(self.lab.run("scontrol", "-o", "show", "job", job), "TimeLimit=00:0", "the job, which is told of its end")
        equal(self.lab.job(job)[0], "RUNNING", "the job, while there is time")
        again = lambda: self.site.program("ec2-events") == "" and self.lab.job(job)[0] == "PENDING"  # noqa: E731
        assert self.lab.wait(again, 60, 3), self.lab.job(job)
        contains(self.lab.run("scontrol", "-o", "show", "job", job), "TimeLimit=01:00:00", "the requeued job")
        assert instance in self.ec2.instances(), "the instance was gone before"
        self.lab.wait(lambda: "COMPLETING" not in self.lab.state("work-dy-5"), 20)
        self.site.program("reconcile")
        assert self.lab.wait(lambda: instance not in self.ec2.instances(), 20), "the instance is on"
        assert self.lab.wait(lambda: self.off_and_free("work-dy-5"), 30, 2), self.lab.state("work-dy-5")
        equal(self.site.program("launches"), "no failed boots", "an interruption is no failed boot")

    def off_and_free(self, node):
        self.site.program("reconcile")
        return self.lab.state(node) == "IDLE+CLOUD+POWERED_DOWN"

    def ec2_says(self, instance, minutes, description=""):
        """The answer to DescribeInstanceStatus: this instance will be retired in so many minutes."""
        self.ec2.rules({"action": "DescribeInstanceStatus", "match": "event.code", "answer": STATUS % (instance, description, stamp(60 * minutes))})
        forget = "import sqlite3; d = sqlite3.connect('/var/spool/slurm/warpform/instances.db'); d.execute('delete from notes where key = ?', ('ec2 events asked',)); d.commit()"
        self.lab.run("python3", "-c", forget, user="slurm")
        self.site.program("ec2-events")

    def retired(self):
        self.warm("work-dy-[6-7]")
        instance = self.ec2.of_node("work-dy-6")
        self.ec2_says(instance, 14 * 24 * 60)
        contains(self.lab.node("work-dy-6")["text"], "warpform ec2 [scheduled]: instance-retirement", "the node's reason")
        contains(self.lab.state("work-dy-6"), "DRAIN", "the node's state")
        self.ec2_says(instance, 14 * 24 * 60, "[Canceled] ")
        # a busy machine answers slurmctld's pings late
        back = lambda: self.lab.state("work-dy-6") == "IDLE+CLOUD"  # noqa: E731
        assert self.lab.wait(back, 20), "the node after EC2 has taken the event back: " + self.lab.state("work-dy-6")
        self.ec2_says(instance, 14 * 24 * 60)
        self.site.program("reconcile")
        assert self.lab.wait(lambda: instance not in self.ec2.instances(), 20), "the instance is on"
        equal(self.lab.state("work-dy-7").partition("+")[0], "IDLE", "another node")
        assert self.lab.wait(lambda: self.off_and_free("work-dy-6"), 30, 2), self.lab.state("work-dy-6")

    def scheduled_stop(self):
        self.warm("work-dy-4")
        script = "trap 'scontrol update jobid=$SLURM_JOB_ID comment=told' USR1; sleep 600 & wait; wait"
        job = self.lab.sbatch("-p", "work", "-w", "work-dy-4", "-t", "300", "--requeue", "--signal=B:USR1@300", "--wrap", script)
        self.wait_running(job)
        instance = self.ec2.of_node("work-dy-4")
        self.ec2_says(instance, 5 + 3)  # jobs are over five minutes before
        told = lambda: "Comment=told" in self.lab.run("scontrol", "-o", "show", "job", job)  # noqa: E731
        assert self.lab.wait(told, 60), self.lab.run("scontrol", "-o", "show", "job", job)
        equal(self.lab.job(job)[0], "RUNNING", "the job")
        self.ec2_says(instance, 5 + 0.7)
        assert self.lab.wait_job(job, "PENDING", 30), self.lab.job(job)
        contains(self.lab.run("scontrol", "-o", "show", "job", job), "TimeLimit=05:00:00", "the requeued job")

    def stuck(self):
        given_up = lambda: "node work-dy-8 not resumed by ResumeTimeout" in self.lab.slurmctld_log()  # noqa: E731
        assert self.lab.wait(given_up, 45), self.lab.state("work-dy-8")
        self.lab.wait(lambda: "POWERING_UP" not in self.lab.state("work-dy-8"), 10)
        self.site.program("reconcile")
        contains(self.site.program_log("reconcile"), "clear-down work-dy-8", "what reconcile did")
        repaired = lambda: self.lab.state("work-dy-8") == "IDLE+CLOUD+POWERED_DOWN"  # noqa: E731
        assert self.lab.wait(repaired, 20), self.lab.state("work-dy-8")
        equal(self.dynamic(), {}, "instances")
