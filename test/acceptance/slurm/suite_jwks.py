"""Keys of auth/slurm that overlap (slurm.jwks) on one Slurm of two sites: nodes of the site, and nodes in a cloud.

Slurm 24.11 of Debian 13 on the files of the hybrid site, whose own slurm.conf asks for auth/slurm.
"""

import base64
import json
import os
import re
import secrets

from checks import contains, equal
from newer_site import RESTART, NewerSite, run_newer
from suite_releases import make_key, rewrite

OWN = ["dgx1", "dgx2"]
CLOUD = "h100-dy-1"
ALL = (*OWN, CLOUD)
ETC = "/etc/slurm/slurm.jwks"
# The keys that a machine gets at boot, before it asks for its configuration
KEYS = "cp /opt/lab-etc/slurm.jwks /etc/slurm/ && chown slurm: %s && chmod 600 %s" % (ETC, ETC)
JOB = "until [ -e /run/lab-node/go-on ]; do sleep 0.2; done; srun -N%d true && echo ended > /run/lab-node/ended"


def run(results, folder):
    run_newer(results, "slurm jwks", lambda: Jwks(os.path.join(folder, "jwks")))


class Jwks:
    def __init__(self, folder):
        self.site = NewerSite("hybrid", folder, "h100", "true", key=KEYS)
        self.lab, self.etc = self.site.lab, os.path.join(folder, "etc")
        conf = os.path.join(self.etc, "slurm.conf")
        rewrite(conf, r"(?m)^AuthType=.*\nCredType=.*$", "AuthType=auth/slurm\nCredType=cred/slurm")
        self.keys = {kid: secrets.token_bytes(64) for kid in ("first", "second")}
        self.write(os.path.join(self.etc, "slurm.jwks"), ["first"])

    def up(self):
        self.lab.up()
        for i, name in enumerate(OWN):
            self.lab.boot(name, "10.99.1.%d" % (i + 1), name)

    def checks(self):
        return (
            ("a job runs on each site with the first key", self.first),
            ("with a second key on the site alone, steps still start on both sites", self.second_on_site),
            ("with the second key as the default of the site and both keys in the cloud, steps start on both sites", self.second_is_default),
            ("a node in the cloud with the first key alone is refused once the site has the second alone, and taken back with it", self.first_removed),
            ("the jobs that ran meanwhile were told nothing, start a step with the second key, and end", self.ends),
        )

    def story(self):
        return self.site.story()

    def write(self, path, kids):
        """Keys in a file; the first is the default, by which tokens are signed."""
        make_key(path)  # for its owner and mode
        row = lambda kid: {"alg": "HS256", "kty": "oct", "kid": kid, "k": base64.b64encode(self.keys[kid]).decode()}  # noqa: E731
        rows = [dict(row(kid), **({"use": "default"} if i == 0 else {})) for i, kid in enumerate(kids)]
        with open(path, "w") as file:
            json.dump({"keys": rows}, file)

    def give(self, node, kids):
        """New keys on a node, whose slurmd starts again with them; steps of jobs stay."""
        self.write("/proc/%d/root%s" % (self.lab.machine_pid(node), ETC), kids)
        self.lab.on(node, "sh", "-c", RESTART % "true")

    def give_head(self, kids):
        self.write(os.path.join(self.etc, "slurm.jwks"), kids)
        self.lab.restart("slurmctld")

    def answers(self, *nodes):
        """Nodes that slurmctld reaches, once it has had the time to ask."""
        up = lambda: all("*" not in self.lab.run("sinfo", "-h", "-n", node, "-o", "%T") for node in nodes)  # noqa: E731
        assert self.lab.wait(up, 60), self.lab.run("sinfo", "-N", "-l")

    def steps(self):
        """Steps of both jobs, asked for on a node of each."""
        for job, node in ((self.own, OWN[0]), (self.cloud, CLOUD)):
            code, said = self.step(job, node)
            equal((code, said.strip()), (0, node), "srun on " + node)
            equal(self.lab.job(job)[0], "RUNNING", "the job on " + node)

    def step(self, job, node):
        """What srun says of a step. The step before it keeps its memory until its end is told, with keys that were just changed."""
        srun = ("srun", "--jobid=" + job, "--overlap", "-N1", "-w", node, "hostname")
        answers = []

        def has_memory():
            answers.append(self.lab.on(node, *srun, check=False, timeout=60, user="games"))
            return "Memory required by task" not in answers[-1][1]

        self.lab.wait(has_memory, 60)
        return answers[-1]

    def first(self):
        idle = lambda: all(self.lab.state(name) == "IDLE" for name in OWN)  # noqa: E731
        assert self.lab.wait(idle, 60), self.lab.run("sinfo", "-N", "-l")
        self.own = self.lab.sbatch("--chdir=/", "-p", "train", "-N2", "--wrap", JOB % 2, user="games")
        assert self.lab.wait_job(self.own, "RUNNING", 60), self.lab.job(self.own)
        self.cloud, nodes = self.site.start("-p", "train-aws", "-w", CLOUD, "-N1", "--wrap", JOB % 1)
        equal(nodes, [CLOUD], "the job's nodes")
        self.steps()

    def second_on_site(self):
        self.give_head(["first", "second"])
        for node in OWN:
            self.give(node, ["first", "second"])
        self.answers(*ALL)
        self.steps()

    def second_is_default(self):
        self.give(CLOUD, ["first", "second"])
        self.give_head(["second", "first"])
        for node in OWN:
            self.give(node, ["second", "first"])
        self.answers(*ALL)
        self.steps()

    def first_removed(self):
        self.give(CLOUD, ["first"])
        self.give_head(["second"])
        for node in OWN:
            self.give(node, ["second"])
        self.answers(*OWN)
        code, said = self.lab.on(CLOUD, "srun", "--jobid=" + self.cloud, "--overlap", "-N1", "true", check=False, timeout=60, user="games")
        assert code != 0, "a node with the first key starts a step"
        assert re.search("could not find kid=first|authentication", self.lab.slurmctld_log()), self.lab.slurmctld_log()[-800:]
        self.give(CLOUD, ["second"])
        self.answers(*ALL)
        self.steps()

    def ends(self):
        for node, job in ((OWN[0], self.own), (CLOUD, self.cloud)):
            self.lab.on(node, "touch", "/run/lab-node/go-on")
            over = lambda job=job: self.lab.job(job)[0] in (None, "COMPLETED")  # noqa: E731
            assert self.lab.wait(over, 60), self.lab.job(job)
            contains(self.lab.run("scontrol", "show", "job", job), "JobState=COMPLETED", "the job on " + node)
