"""5,000 nodes, and one job that starts 1,000 of them."""

import datetime
import os
import re
import time

from accepted_log import findings
from checks import equal
from lab import PATIENCE
from make_site import Site

CAPACITY = "InsufficientInstanceCapacity"


def run(results, folder):
    site = Site("scale", os.path.join(folder, "scale"), machines=False, gpus=False, times={"ResumeTimeout": "120", "SuspendTime": "600"})
    suite = Scale(site)
    try:
        for name, check in (
            ("slurmctld takes a configuration of 5,000 nodes without a warning", suite.accepted),
            ("slurmctld starts in seconds", suite.starts),
            ("every one of 5,000 names resolves before any node has started", suite.names),
            ("slurmctld answers at once while nodes that never started are given back", suite.no_freeze),
            ("resume of 1,000 nodes is one CreateFleet and one DescribeInstances", suite.thousand),
            ("suspend of 1,000 nodes is one TerminateInstances", suite.thousand_off),
        ):
            results.check("slurm scale: " + name, check)
    finally:
        site.down()


class Scale:
    def __init__(self, site):
        self.site, self.lab, self.ec2 = site, site.lab, site.ec2

    def accepted(self):
        equal(findings(self.lab.slurmctld_log()), [], "the log")
        equal(self.lab.run("sinfo", "-h", "-p", "all", "-o", "%D %T"), "5000 idle~", "sinfo")

    def starts(self):
        """slurmctld reads all of gres.conf once per cloud node: a line per pool would take it most of a minute."""
        stamped = re.findall(r"(?m)^\[(\S+)\] .*(?:started on cluster|Running as primary controller)", self.lab.slurmctld_log())
        first, last = (datetime.datetime.fromisoformat(each) for each in stamped[:2])
        assert (last - first).total_seconds() < 20 * PATIENCE, "it took %s" % (last - first)

    def names(self):
        code = "import socket, sys; [socket.gethostbyname(n) for n in sys.stdin.read().split()]; print('all')"
        hosts = self.lab.run("sh", "-c", "scontrol show hostnames $(sinfo -h -p all -o %%N | paste -sd,) > /tmp/names-$$; python3 -c \"%s\" < /tmp/names-$$; wc -l < /tmp/names-$$; rm /tmp/names-$$" % code)
        equal(hosts.split(), ["all", "5000"], "names that resolve")

    def no_freeze(self):
        """Slurm looks the name up of an allocated node that is powered down; a name that does not resolve costs it 10 s."""
        self.ec2.rules({"action": "CreateFleet", "match": self.ec2.templates["p5-on-demand"], "fleet": CAPACITY})
        self.lab.sbatch("-p", "all", "-w", "p5-dy-[1-50]", "-N50", "--wrap", "true")
        slowest, until = 0.0, time.monotonic() + 12
        while time.monotonic() < until:
            start = time.monotonic()
            self.lab.run("sinfo", "-h", "-s", timeout=30)
            slowest = max(slowest, time.monotonic() - start)
            if "DRAIN" in self.lab.state("p5-dy-50") and "POWERED_DOWN" in self.lab.state("p5-dy-50"):
                break
        assert "DRAIN" in self.lab.state("p5-dy-50"), self.lab.state("p5-dy-50")
        assert slowest < 3, "sinfo took %.1f s" % slowest
        self.ec2.rules()
        self.ec2.forget_calls()

    def thousand(self):
        job = self.lab.sbatch("-p", "big", "-N1000", "--wrap", "true")
        log = lambda: self.site.program_log("resume")  # noqa: E731
        assert self.lab.wait(lambda: "started p0-dy-1=" in log(), 90, 0.5), "resume has not ended: " + log()[-500:]
        actions = [call["action"] for call in self.ec2.calls()]
        equal(actions, ["CreateFleet", "DescribeInstances"], "EC2 calls")
        asked = self.ec2.calls("CreateFleet")[0]["params"]
        equal(asked["TargetCapacitySpecification.TotalTargetCapacity"], "1000", "the fleet's capacity")
        equal(asked["OnDemandOptions.MinTargetCapacity"], "1000", "the least capacity of the fleet")
        addresses = {line.split("=")[1] for line in self.lab.run("sh", "-c", "scontrol show node p0-dy-[1-1000] | grep -o 'NodeAddr=[^ ]*'").split()}
        equal(len(addresses), 1000, "different addresses that Slurm has")
        equal(addresses, {i["address"] for i in self.ec2.instances().values()}, "addresses")
        self.lab.run("scancel", job)

    def thousand_off(self):
        self.ec2.forget_calls()
        self.site.program("suspend", "p0-dy-[1-1000]")
        equal([call["action"] for call in self.ec2.calls()], ["TerminateInstances"], "EC2 calls")
        equal(self.ec2.instances(), {}, "instances")
