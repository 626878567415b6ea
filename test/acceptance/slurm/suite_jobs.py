"""Jobs on a Slurm newer than this machine's (24.11 of Debian 13): they run and end, stay within one UltraServer, and SSH is held to them.

Its Debian has no boto3, so two programs do without EC2: resume leaves the names it is asked for in a file, and this suite boots those
machines; topology-refresh gets EC2's answer from a file. All else is as installed.
"""

import json
import os
import re

from accepted_log import findings
from checks import contains, equal
from make_site import TIMES, adapt, generate
from suite_releases import SYSTEM, rewrite, site

NODES = ["gb200-st-%d" % n for n in range(1, 37)]
ODD, EVEN = NODES[0::2], NODES[1::2]
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


def run(results, folder):
    if not os.path.exists(os.path.join(SYSTEM, "usr/sbin/slurmctld")):
        return results.skip("slurm 24.11: jobs run", "there is no Debian 13 in %s; .ci/tools makes it with debootstrap" % SYSTEM)
    suite = Jobs(os.path.join(folder, "jobs"))
    try:
        for name, check in suite.checks():
            results.check("slurm 24.11: " + name, check)
    finally:
        suite.lab.down()


class Jobs:
    def __init__(self, folder):
        generate("blocks", folder)
        path = os.path.join(folder, "etc", "slurm.conf")
        with open(path) as file:
            text = file.read()
        with open(path, "w") as file:
            file.write(adapt(text, dict(TIMES, ResumeTimeout="120", SuspendTime="600", SlurmdTimeout="60", MessageTimeout="30")))
        rewrite(path, r"(?m)^(SlurmctldHost=\w+)\(.*\)$", r"\1")  # `site` gives the address
        self.lab = site(folder)
        programs = os.path.join(folder, "programs")
        for name, content in (("resume", RESUME), ("aws_client.py", EC2)):
            with open(os.path.join(programs, name), "w") as file:
                file.write(content)
        self.lab.up()

    def checks(self):
        return (
            ("slurmctld takes the configuration without a warning", self.no_warning),
            ("until nodes run, a job of 18 gets the nodes of one block", self.first_blocks),
            ("topology-refresh keeps slurmctld up while most nodes are off", self.starting),
            ("topology-refresh makes a block of each NVLink domain that EC2 names", self.refresh),
            ("a job of one UltraServer gets the nodes of one domain, though the names are mixed", self.one_domain),
        )

    def no_warning(self):
        equal(self.lab.run("slurmctld", "-V").split()[1][:5], "24.11", "the version")
        equal(findings(self.lab.slurmctld_log()), [], "slurmctld's log")

    def place(self, nodes):
        """Nodes that a job of so many gets, before any of them runs."""
        job = self.lab.sbatch("-N", str(nodes), "--wrap", "true")
        try:
            placed = self.lab.wait(lambda: self.lab.job(job)[2], 30)
            assert placed, self.lab.job(job)
            return self.lab.run("scontrol", "show", "hostnames", placed).split()
        finally:
            self.lab.run("scancel", job)

    def first_blocks(self):
        placed = self.place(18)
        assert placed in (NODES[:18], NODES[18:]), placed

    def book(self, domains):
        """domains: node -> its NVLink domain; None for a node that runs and of which EC2 says nothing yet."""
        code = (
            "import json, sys; sys.path.insert(0, '/opt/warpform/slurm')\n"
            "from cluster_file import Cluster; from instance_book import Book\n"
            "book = Book(Cluster.load().state_file('instances.db')); book.release(list(book.nodes()))\n"
            "[book.adopt(n, 'i-' + n, '10.99.0.1', 'gb200') for n in json.loads(sys.argv[1])]"
        )
        self.lab.run("python3", "-c", code, json.dumps(sorted(domains)), user="slurm")
        item = "<item><instanceId>i-%s</instanceId>%s</item>"
        rows = "".join(item % (n, "<capacityBlockId>%s</capacityBlockId>" % d if d else "") for n, d in domains.items())
        self.lab.run("sh", "-c", 'echo "$1" > %s; chmod 644 %s' % (TOPOLOGY, TOPOLOGY), "sh", "<r><instanceSet>%s</instanceSet></r>" % rows)

    def refreshed(self):
        self.lab.run("/opt/warpform/slurm/topology-refresh")  # as root, since the lab's /etc/slurm is root's
        up = self.lab.wait(lambda: self.lab.run("sinfo", check=False)[0] == 0, 20)
        assert up, "slurmctld: " + self.lab.slurmctld_log()[-300:]

    def starting(self):
        self.book({"gb200-st-36": "cbu-a", "gb200-st-1": None})
        self.refreshed()
        shown = self.lab.run("scontrol", "show", "topology")
        rows = re.findall(r"BlockName=\S+ BlockIndex=\d Nodes=(\S+) BlockSize=18", shown)
        equal(rows, ["gb200-st-[1-17,36]", "gb200-st-[18-35]"], "the blocks")

    def refresh(self):
        self.book({**{n: "cbu-odd" for n in ODD}, **{n: "cbu-even" for n in EVEN}})
        self.refreshed()
        rows = re.findall(r"BlockName=\S+ BlockIndex=\d Nodes=(\S+) BlockSize=18", self.lab.run("scontrol", "show", "topology"))
        got = sorted(self.lab.run("scontrol", "show", "hostnames", row).split() for row in rows)
        equal(got, sorted([ODD, EVEN]), "the blocks")
        equal(findings(self.lab.slurmctld_log()), [], "slurmctld's log")

    def one_domain(self):
        placed = self.place(18)
        assert placed in (ODD, EVEN), placed
