"""A site of Debian 13's Slurm 24.11 whose nodes boot when a job wants them.

Its Debian has no boto3, so programs do without EC2: resume leaves the names it is asked for in a file, and the suite boots those
machines; suspend does nothing; topology-refresh gets EC2's answer from a file. All else is as installed.
"""

import json
import os
import re

from lab import HERE
from make_site import TIMES, adapt, generate
from suite_releases import SYSTEM, rewrite, site

ASKED = "/var/log/warpform/resume-asked"
TOPOLOGY = "/var/log/warpform/instance-topology.xml"
RESUME = '#!/bin/sh\necho "$1" >> %s\n' % ASKED
EC2 = '''"""Stands in for EC2: the answer of a call is what a file says."""
import xml.etree.ElementTree


def query(cluster, action, parameters):
    assert action == "DescribeInstanceTopology", action
    wanted = set(parameters.values())
    root = xml.etree.ElementTree.parse("%s").getroot()
    for item in list(root.find("instanceSet")):
        if item.findtext("instanceId") not in wanted:
            root.find("instanceSet").remove(item)
    return root
''' % TOPOLOGY
CHANGED = dict(TIMES, ResumeTimeout="120", SuspendTime="600", SlurmdTimeout="60", MessageTimeout="30")
# A machine gets the daemons' key at boot, before it asks for its configuration.
KEY = "cp /opt/lab-etc/slurm.key /etc/slurm/ && chown slurm: /etc/slurm/slurm.key && chmod 600 /etc/slurm/slurm.key"
# What `systemctl restart slurmd` does with a new key, whose unit ends the daemon alone and lets the steps of jobs be
RESTART = (
    "old=$(cat /run/slurm/lab-slurmd.pid); kill $old; while kill -0 $old 2> /dev/null; do sleep 0.1; done; %s; "
    "slurmd -D -b --conf-server head:6817 < /dev/null > /var/log/slurm/again.log 2>&1 & echo $! > /run/slurm/lab-slurmd.pid"
)


def adapted(path):
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(adapt(text, CHANGED))


def run_newer(results, title, make):
    """Takes a suite on Slurm 24.11 through its checks, and its lab down at the end. make: makes the suite, whose lab is not up yet."""
    if not os.path.exists(os.path.join(SYSTEM, "usr/sbin/slurmctld")):
        return results.skip(title, "there is no Debian 13 in %s; .ci/tools makes it with debootstrap" % SYSTEM)
    suite = make()
    try:
        suite.up()
        for name, check in suite.checks():
            if not results.check("%s: %s" % (title, name), check):
                print(suite.story())
    finally:
        suite.lab.down()


class NewerSite:
    def __init__(self, name, folder, pool, node_boot, also=None, key=KEY):
        """pool: that of all nodes; node_boot: shell command that a machine runs before slurmd; key: the one that puts its key there."""
        self.folder, self.pool = folder, pool
        generate(name, folder)
        path = os.path.join(folder, "etc", "slurm.conf")
        adapted(path)
        rewrite(path, r"(?m)^(SlurmctldHost=\w+)\(.*\)$", r"\1")  # `site` gives the address
        binds = {"/opt/lab-etc": os.path.join(folder, "etc"), "/opt/lab-checks": HERE, **(also or {})}
        self.lab = site(folder, node_boot="%s && %s" % (key, node_boot), also=binds)
        programs = os.path.join(folder, "programs")
        for program, content in (("resume", RESUME), ("suspend", "#!/bin/sh\n"), ("aws_client.py", EC2)):
            with open(os.path.join(programs, program), "w") as file:
                file.write(content)

    def up(self):
        self.lab.up()

    def story(self):
        return self.lab.slurmctld_log()[-3000:]

    def names(self, host_list):
        return self.lab.run("scontrol", "show", "hostnames", host_list).split()

    def book(self, domains):
        """Enters nodes that run in the head's book, and no others. domains: node -> its NVLink domain; None where EC2 says nothing yet."""
        code = (
            "import json, sys; sys.path.insert(0, '/opt/warpform/slurm')\n"
            "from cluster_file import Cluster; from instance_book import Book\n"
            "book = Book(Cluster.load().state_file('instances.db')); book.release(list(book.nodes()))\n"
            "[book.adopt(n, 'i-' + n, '10.99.0.1', sys.argv[2]) for n in json.loads(sys.argv[1])]"
        )
        self.lab.run("python3", "-c", code, json.dumps(sorted(domains)), self.pool, user="slurm")
        item = "<item><instanceId>i-%s</instanceId>%s</item>"
        rows = "".join(item % (n, "<capacityBlockId>%s</capacityBlockId>" % d if d else "") for n, d in domains.items())
        self.lab.run("sh", "-c", 'echo "$1" > %s; chmod 644 %s' % (TOPOLOGY, TOPOLOGY), "sh", "<r><instanceSet>%s</instanceSet></r>" % rows)

    def refresh(self, domains):
        """The blocks that slurmctld has, as (nodes, size), once topology-refresh has seen these nodes."""
        self.book(domains)
        self.lab.run("/opt/warpform/slurm/topology-refresh")  # as root, since the lab's /etc/slurm is root's
        return self.blocks()

    def blocks(self):
        up = self.lab.wait(lambda: self.lab.run("sinfo", check=False)[0] == 0, 20)
        assert up, "slurmctld: " + self.lab.slurmctld_log()[-300:]
        return re.findall(r"BlockName=\S+ BlockIndex=\d Nodes=(\S+) BlockSize=(\d+)", self.lab.run("scontrol", "show", "topology"))

    def start(self, *arguments, user="games"):
        """A running job: its id and nodes, which are booted if they are not on."""
        self.lab.run("sh", "-c", ": > %s; chmod 666 %s" % (ASKED, ASKED))
        job = self.lab.sbatch("--chdir=/", *arguments, user=user)
        nodes = self.names(self.lab.wait(lambda: self.lab.job(job)[2], 30) or "")
        asked = lambda: sorted(n for line in self.lab.run("cat", ASKED).split() for n in self.names(line))  # noqa: E731
        off = sorted(n for n in nodes if n not in self.lab.machines)
        assert self.lab.wait(lambda: asked() == off, 30), "resume was asked for %s, not %s" % (asked(), off)
        for node in off:
            # Names go before machines, as `resume` announces them: a prolog that asks for the address of a node that is up must not get an old one
            address = self.lab.next_address()
            self.lab.run("sh", "-c", 'text=$(sed "s/[[:space:]]$2\\b//" /etc/hosts); echo "$1 $2\\n$text" > /etc/hosts', "sh", address, node)
            self.lab.boot(node, address, node)
            self.lab.run("scontrol", "update", "nodename=" + node, "nodeaddr=" + address)
        assert self.lab.wait_job(job, "RUNNING", 60), (self.lab.job(job), self.lab.slurmctld_log()[-600:])
        return job, nodes
