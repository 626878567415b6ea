"""Brings one of the sites of sites.ts up: generated configuration, the programs, EC2; unchanged but for what is listed here."""

import glob
import json
import os
import re
import shutil
import subprocess

from fake_ec2 import ENDPOINT, FakeEc2
from lab import HEAD_ADDRESS, HERE, PATIENCE, Lab

REPOSITORY = os.path.normpath(os.path.join(HERE, "..", "..", ".."))
ROOMS = os.path.join(REPOSITORY, "lib", "slurm", "programs")
PROGRAMS = sorted(glob.glob(os.path.join(ROOMS, "[!c]*", "")) + [os.path.join(ROOMS, "configuration", ""), os.path.join(ROOMS, "clouds", "aws", "")])
DATABASE_PASSWORD = "lab"

# What the lab changes in slurm.conf, and why. Everything else is as lib/slurm writes it.
ADDRESSES = {
    "SlurmctldHost": lambda value: "%s(%s)" % (value, HEAD_ADDRESS),
}
# Minutes of a cloud become seconds of a test.
TIMES = {
    "SlurmdTimeout": "6",
    "MessageTimeout": "6",
    "KillWait": "2",
    "ResumeTimeout": "25",
    "SuspendTimeout": "2",
    "SuspendTime": "8",
    "HealthCheckInterval": "3",
}
ADDED = {
    "SlurmctldParameters": "power_save_interval=1,power_save_min_interval=0",  # else 10 s between two looks
    "SchedulerParameters": "batch_sched_delay=0,sched_min_interval=0,bf_interval=1",  # else 3 to 30 s
}
# This machine is smaller than a p5.48xlarge, and its slurmd must claim to be one all the same.
HARDWARE = {"SlurmdParameters": "config_overrides", "MpiDefault": "none"}


def copy_programs(folder):
    """The programs of every room in one folder, as nodes have them."""
    for room in PROGRAMS:
        shutil.copytree(room, folder, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)


def adapt(text, times):
    """slurm.conf with the changes above."""

    def line(match):
        key, value = match.group(1), match.group(2)
        if key in ADDRESSES:
            value = ADDRESSES[key](value)
        if key in times:
            value = times[key]
        if key in ADDED:
            value = "%s,%s" % (value, ADDED[key])
        return "%s=%s" % (key, value)

    text = re.sub(r"(?m)^(\w+)=(.*)$", line, text)
    return text + "".join("%s=%s\n" % item for item in HARDWARE.items())


def generate(name, folder):
    """The configuration as a user of the library gets it."""
    subprocess.run(
        ["node", "--import", "tsx", os.path.join(HERE, "generate.ts"), name, folder],
        check=True,
        cwd=REPOSITORY,
        stdin=subprocess.DEVNULL,
    )
    with open(os.path.join(folder, "cluster.json")) as file:
        return json.load(file)


def cluster_file(generated, ec2, times, version):
    """cluster.json with the launch templates and so on of the stand-in EC2, where there is one already."""
    out = dict(generated, endpointUrls={service: ENDPOINT for service in ("ec2", "s3", "route53")})
    out["timeouts"] = dict(
        generated["timeouts"],
        resumeSeconds=int(times["ResumeTimeout"]),
        suspendSeconds=int(times["SuspendTimeout"]),
        idleSeconds=int(times["SuspendTime"]),
    )
    if ec2:
        out["dns"] = dict(generated["dns"], zoneId=ec2.zone)
        out["pools"] = [
            dict(pool, sources=[dict(s, subnetIds=[ec2.subnet], launchTemplate={"id": ec2.templates[s["launchTemplate"]["id"]], "version": version}) for s in pool["sources"]])
            for pool in generated["pools"]
        ]
    return out


class Site:
    """A site that is up: .lab (the machines, Slurm), .ec2 (the cloud), .info (what generate.ts says)."""

    def __init__(self, name, root, times=None, cloud=True, machines=True, gpus=True):
        shutil.rmtree(root, ignore_errors=True)
        self.template_version = "1"
        self.times = dict(TIMES, **(times or {}))
        for key in ("SlurmdTimeout", "MessageTimeout", "ResumeTimeout", "SuspendTime"):
            self.times[key] = str(int(self.times[key]) * PATIENCE)
        given, etc, self.warpform = (os.path.join(root, part) for part in ("generated", "etc", "warpform"))
        os.makedirs(self.warpform)
        os.chmod(root, 0o755)
        self.info = generate(name, given)
        self.etc, self.generated = etc, os.path.join(given, "etc")
        shutil.copytree(self.generated, etc)
        self.database = os.path.exists(os.path.join(etc, "slurmdbd.conf"))
        self.rewrite("slurm.conf", lambda text: adapt(text, self.times))
        if self.database:
            self.rewrite("slurmdbd.conf", lambda text: text.replace("@DATABASE_PASSWORD@", DATABASE_PASSWORD))
        shutil.copy(os.path.join(given, "policy.json"), self.warpform)
        for name in ("prolog", "epilog"):
            if os.path.exists(os.path.join(given, name)):
                shutil.copy(os.path.join(given, name), self.warpform)
        # A copy, since the slurm user may not be able to read this checkout
        programs = os.path.join(root, "programs")
        copy_programs(programs)
        self.write_cluster_file(None)
        self.lab = Lab(
            os.path.join(root, "lab"),
            etc,
            {
                "/opt/warpform/slurm": programs,
                "/etc/warpform": self.warpform,
                "/opt/lab": os.path.join(HERE, "stand-ins"),
            },
            before=[["/opt/warpform/slurm/node-hosts"]],
            database=self.database,
            node_boot="/opt/lab/node-boot" if gpus else None,
        )
        self.lab.up()
        self.ec2 = None
        if cloud:
            templates = [source["launchTemplate"]["id"] for pool in self.info["pools"] for source in pool["sources"]]
            self.ec2 = FakeEc2(self.lab, machines).set_up(templates)
            self.write_cluster_file(self.ec2)

    def write_cluster_file(self, ec2):
        """With the launch templates and so on of `ec2`; before there is one, without."""
        path = os.path.join(self.warpform, "cluster.json")
        with open(path, "w") as file:
            json.dump(cluster_file(self.info, ec2, self.times, self.template_version), file)
        os.chmod(path, 0o644)

    def rewrite(self, name, change):
        path = os.path.join(self.etc, name)
        with open(path) as file:
            text = file.read()
        with open(path, "w") as file:
            file.write(change(text))

    def names(self):
        return [
            "%s%d" % (span["prefix"], n)
            for pool in self.info["pools"]
            for span in pool["ranges"]
            for n in range(span["first"], span["last"] + 1)
        ]

    def program(self, name, *arguments, check=True, user="slurm"):
        """Runs one of the programs as its timer does."""
        return self.lab.run("/opt/warpform/slurm/" + name, *arguments, user=user, check=check)

    def program_log(self, name):
        path = os.path.join(self.lab.root, "head", "var", "log", "warpform", name + ".log")
        if not os.path.exists(path):
            return ""
        with open(path) as file:
            return file.read()

    def story(self, lines=40):
        """What a failed check leaves to read: the ends of slurmctld's, the programs' and the nodes' logs."""
        logs = [*glob.glob(os.path.join(self.lab.root, "head", "var", "log", "*", "*.log")), *glob.glob(os.path.join(self.lab.root, "nodes", "*", "var", "log", "*", "*.log"))]
        parts = []
        for path in sorted(logs, key=os.path.getmtime)[-12:]:
            with open(path, errors="replace") as file:
                parts.append("-- %s\n%s" % (os.path.relpath(path, self.lab.root), "".join(file.readlines()[-lines:])))
        return "\n".join(parts)

    def down(self):
        self.lab.down()
