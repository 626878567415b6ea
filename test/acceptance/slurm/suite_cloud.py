"""Nodes that come and go: the real resume, suspend and reconcile programs between slurmctld and EC2."""

import datetime
import os
import re

from accepted_log import findings
from checks import contains, equal
from cloud_checks import CloudChecks
from make_site import Site

CAPACITY = "InsufficientInstanceCapacity"
BLOCK = (
    '<DescribeCapacityReservationsResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>r</requestId>'
    "<capacityReservationSet><item><capacityReservationId>cr-0123456789abcdef0</capacityReservationId><state>active</state>"
    "<startDate>%s</startDate><endDate>%s</endDate></item></capacityReservationSet></DescribeCapacityReservationsResponse>"
)


def run(results, folder):
    site = Site("cloud", os.path.join(folder, "cloud"))
    Cloud(site, "h100-dy-[1-8],cpu-dy-[1-8]").run("slurm cloud: ", results)


class Cloud(CloudChecks):
    def checks(self):
        return (
            ("slurmctld takes the configuration without a warning", self.no_warning),
            ("every node's name resolves before any node has started", self.names_resolve),
            ("reconcile starts the static nodes of a block from that block alone", self.static),
            ("a job starts its nodes, runs on both, and the idle nodes' instances end", self.life),
            ("the second source is used when the first has no capacity", self.second_source),
            ("with no capacity at all the nodes go back with the reason, the job waits, others go elsewhere", self.no_capacity),
            ("a throttled API is asked again and the job runs", self.throttled),
            ("a fleet that comes short is ended when the job needs all its nodes", self.short_fleet),
            ("a resume that is killed half-way leaves no instance behind", self.killed_resume),
            ("resume called three times at once makes one fleet", self.one_fleet),
            ("static nodes are not let go when idle", self.static_stays),
            ("a block's end is reserved, so that no job starts that would run into it", self.block_reserved),
            ("a running job is told of a block's end by its own signal, requeued, and the nodes drained", self.block_ends),
        )

    # -- checks -------------------------------------------------------------------------------------------------------

    def no_warning(self):
        equal(findings(self.lab.slurmctld_log()), [], "the log")
        equal(self.lab.run("sinfo", "-h", "-o", "%D", "-p", "both"), "16", "the number of nodes")

    def names_resolve(self):
        for name in self.site.names():
            contains(self.lab.run("getent", "hosts", name), name, "getent")

    def life(self):
        out = self.lab.run("srun", "-p", "train", "-w", "h100-dy-[1-2]", "-N2", "--gres=gpu:8", "hostname", timeout=60)
        equal(sorted(out.split()), ["h100-dy-1", "h100-dy-2"], "where the job ran")
        fleets = self.ec2.calls("CreateFleet")
        equal(len(fleets), 1, "the number of fleets")
        asked = fleets[0]["params"]
        equal(asked["OnDemandOptions.MinTargetCapacity"], "2", "all or nothing")
        equal(asked["OnDemandOptions.SingleAvailabilityZone"], "true", "one zone")
        tags = {asked[k]: asked[k[:-3] + "Value"] for k in asked if re.match(r"TagSpecification.1.Tag.\d+.Key", k)}
        equal((tags["warpform:user"], tags["warpform:pool"], tags["team"]), ("root", "h100", "lab"), "tags")
        assert tags["warpform:job"].isdigit(), "no job in %r" % tags
        live = self.dynamic()
        addresses = sorted(i["address"] for i in live.values())
        seen = sorted(self.lab.node(n)["text"].split(" NodeAddr=")[1].split()[0] for n in ("h100-dy-1", "h100-dy-2"))
        equal(seen, addresses, "NodeAddr")
        records = self.ec2.records()
        equal([records.get("h100-dy-%d.lab.internal" % n) in addresses for n in (1, 2)], [True, True], "A records")
        equal(set("cloud/nodes/" + i for i in live) - set(self.ec2.objects()), set(), "instances without an object")
        assert self.lab.wait(lambda: not self.dynamic(), 30), "instances are still on: %r" % self.dynamic()
        assert self.lab.wait(lambda: "POWERED_DOWN" in self.lab.state("h100-dy-1"), 15), self.lab.state("h100-dy-1")
        gone = lambda: len(self.ec2.records()) == len(self.ec2.objects()) == 2  # noqa: E731 - the block's
        assert self.lab.wait(gone, 10), "names are still there: %r" % self.ec2.records()

    def second_source(self):
        self.ec2.rules({"action": "CreateFleet", "match": "on-demand", "fleet": CAPACITY})
        out = self.lab.run("srun", "-p", "train", "-w", "h100-dy-3", "hostname", timeout=60)
        equal(out, "h100-dy-3", "where the job ran")
        equal(self.sources(), ["on-demand", "spot"], "the sources asked")

    def no_capacity(self):
        self.ec2.rules({"action": "CreateFleet", "match": self.ec2.subnet, "fleet": CAPACITY})
        job = self.lab.sbatch("-p", "both", "-w", "h100-dy-[4-5]", "-N2", "--wrap", "sleep 1")
        assert self.lab.wait(lambda: "DRAIN" in self.lab.state("h100-dy-8"), 20), self.lab.state("h100-dy-8")
        equal(self.sources(), ["on-demand", "spot"], "the sources asked")
        given_back = lambda: {"POWERED_DOWN", "DRAIN"} <= set(self.lab.state("h100-dy-4").split("+"))  # noqa: E731
        assert self.lab.wait(given_back, 20), self.lab.state("h100-dy-4")
        reason = self.lab.run("sinfo", "-h", "-R", "-o", "%E")
        contains(reason, "on-demand %s; spot %s" % (CAPACITY, CAPACITY), "sinfo -R")
        assert self.lab.wait_job(job, "PENDING", 20), self.lab.job(job)
        self.ec2.rules({"action": "CreateFleet", "match": self.ec2.templates["h100-on-demand"], "fleet": CAPACITY})
        out = self.lab.run("srun", "-p", "both", "-N1", "hostname", timeout=60)
        assert out.startswith("cpu-dy-"), "a job of the same partition ran on %s" % out

    def throttled(self):
        self.ec2.rules({"action": "CreateFleet", "code": "RequestLimitExceeded", "status": 503, "times": 2})
        equal(self.lab.run("srun", "-p", "cpu", "-w", "cpu-dy-1", "hostname", timeout=60), "cpu-dy-1", "where the job ran")
        equal([c["status"] for c in self.ec2.calls("CreateFleet")], [503, 503, 200], "CreateFleet's answers")
        equal(len({c["params"]["ClientToken"] for c in self.ec2.calls("CreateFleet")}), 1, "client tokens")

    def short_fleet(self):
        self.ec2.rules(
            {"action": "CreateFleet", "match": "on-demand", "short": 2},
            {"action": "CreateFleet", "match": "spot", "fleet": CAPACITY},
        )
        job = self.lab.sbatch("-p", "train", "-w", "h100-dy-[1-4]", "-N4", "--wrap", "sleep 1")
        assert self.lab.wait(lambda: self.ec2.calls("TerminateInstances"), 20), "nothing was ended"
        assert self.lab.wait(lambda: not self.dynamic(), 10), "still on: %r" % self.dynamic()
        assert self.lab.wait(lambda: self.lab.job(job)[0] in ("PENDING", "COMPLETING"), 20), self.lab.job(job)
        contains(self.lab.node("h100-dy-1")["text"], "gave too few instances", "the node's reason")

    def killed_resume(self):
        self.ec2.rules({"action": "DescribeInstances", "delay": 4})
        self.lab.run("scontrol", "update", "nodename=cpu-dy-[1-2]", "state=POWER_UP")
        assert self.lab.wait(lambda: self.ec2.calls("CreateFleet"), 20), "resume asked for nothing"
        self.lab.run("pkill", "-9", "-u", "slurm", "-f", "/opt/warpform/slurm/resume")
        equal(len(self.dynamic()), 2, "instances that the dead program started")
        self.ec2.rules()
        self.site.program("reconcile")
        equal(self.dynamic(), {}, "instances after reconcile")
        off = lambda: "POWERED_DOWN" in self.lab.state("cpu-dy-1")  # noqa: E731
        assert self.lab.wait(off, 20), self.lab.state("cpu-dy-1")

    def one_fleet(self):
        self.ec2.rules({"action": "CreateFleet", "delay": 1})
        self.lab.run("scontrol", "update", "nodename=h100-dy-[3-4]", "state=POWER_UP")
        more = [self.lab.spawn("resume", "/opt/warpform/slurm/resume", "h100-dy-[3-4]", user="slurm") for _ in range(2)]
        for program in more:
            equal(program.wait(timeout=30), 0, "exit of resume")
        up = lambda: self.lab.state("h100-dy-4") == self.lab.state("h100-dy-3") == "IDLE+CLOUD"  # noqa: E731
        assert self.lab.wait(up, 30), self.lab.state("h100-dy-4")
        self.site.program("resume", "h100-dy-[3-4]")
        equal(len(self.ec2.calls("CreateFleet")), 1, "the number of fleets")
        equal(len(self.dynamic()), 2, "the number of instances")

    def static(self):
        self.site.program("reconcile")
        up = lambda: self.lab.state("block-st-2") == self.lab.state("block-st-1") == "IDLE+CLOUD"  # noqa: E731
        assert self.lab.wait(up, 30), self.lab.state("block-st-2")
        equal(self.sources(), ["capacity-block"], "the sources asked")

    def static_stays(self):
        equal(self.lab.state("block-st-1"), "IDLE+CLOUD", "a static node that has been idle for minutes")
        equal(len(self.ec2.instances()), 2, "the number of instances")

    # -- a block's last hour ------------------------------------------------------------------------------------------

    def block_until(self, minutes):
        """EC2 says that the block ends so many minutes after its instances may last be used (30 before its end)."""
        now = datetime.datetime.now(datetime.timezone.utc)
        stamp = lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")  # noqa: E731
        end = now + datetime.timedelta(minutes=minutes + 30)
        self.ec2.rules(
            {
                "action": "DescribeCapacityReservations",
                "answer": BLOCK % (stamp(now - datetime.timedelta(days=1)), stamp(end)),
            }
        )
        self.site.program("block-watch")

    def block_reserved(self):
        self.block_until(24 * 60)
        text = self.lab.run("scontrol", "-o", "show", "reservation")
        contains(text, "ReservationName=warpform-block-cr-0123456789abcdef0 ", "reservations")
        contains(text, "Nodes=block-st-[1-2] ", "reservations")
        equal(self.lab.state("block-st-1"), "IDLE+CLOUD", "the state of a block's node a day before its end")
        long = self.lab.sbatch("-p", "train", "-w", "block-st-1", "-t", "2-0", "--wrap", "sleep 1")
        assert self.lab.wait(lambda: "reserved" in (self.lab.job(long)[1] or ""), 10), self.lab.job(long)
        equal(self.lab.run("srun", "-p", "train", "-w", "block-st-1", "-t", "60", "hostname"), "block-st-1", "a short job")

    def block_ends(self):
        # Slurm requeues no interactive job; this one comes first in the queue and must not keep the next from its requeue
        talk = self.lab.spawn("interactive", "srun", "-p", "train", "-w", "block-st-2", "-t", "10:00:00", "sleep", "600")
        # asks for SIGUSR1 a minute before its time is over, and says so when it comes
        script = "trap 'scontrol update jobid=$SLURM_JOB_ID comment=told' USR1; sleep 300 & wait; wait"
        job = self.lab.sbatch("-p", "train", "-w", "block-st-1", "-t", "10:00:00", "--requeue", "--signal=B:USR1@120", "--wrap", script)
        self.wait_running(job)
        equal(self.lab.run("squeue", "-h", "-w", "block-st-2", "-t", "RUNNING", "-o", "%T"), "RUNNING", "the interactive job")
        self.block_until(2)
        contains(self.lab.node("block-st-1")["text"], "warpform block: cr-0123456789abcdef0 ends", "the node's reason")
        contains(self.lab.state("block-st-1"), "DRAIN", "the node's state")
        told = lambda: "Comment=told" in self.lab.run("scontrol", "-o", "show", "job", job)  # noqa: E731
        assert self.lab.wait(told, 60), "the job was not told: " + self.lab.run("scontrol", "-o", "show", "job", job)
        self.block_until(0.5)
        assert self.lab.wait_job(job, "PENDING", 30), self.lab.job(job)
        contains(self.lab.run("scontrol", "-o", "show", "job", job), "TimeLimit=10:00:00", "the requeued job")
        talk.kill()
        self.block_until(-1)
        assert self.lab.wait(lambda: self.ec2.instances() == {}, 30), "instances are on after the block"
        self.site.program("block-watch")
        self.site.program("reconcile")
        off = lambda: {"DRAIN", "POWERED_DOWN"} <= set(self.lab.state("block-st-1").split("+"))  # noqa: E731
        assert self.lab.wait(off, 10), self.lab.state("block-st-1")
        equal(self.ec2.instances(), {}, "instances after the block")
