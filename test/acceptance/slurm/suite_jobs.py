"""Jobs on a Slurm newer than this machine's (24.11 of Debian 13): they start nodes, run and end, stay within one NVLink domain, and SSH
is held to them.
"""

import json
import os

from accepted_log import findings
from checks import contains, equal
from newer_site import NewerSite, run_newer

NODES = ["next-dy-%d" % n for n in range(1, 9)]
NODE_LIST = "next-dy-[1-8]"
ODD, EVEN = NODES[0::2], NODES[1::2]
# As openssh-server's, on a machine with libpam-systemd
SSHD = "@include common-auth\naccount required pam_nologin.so\n@include common-account\nsession optional pam_systemd.so\n@include common-session\n"


def run(results, folder):
    run_newer(results, "slurm 24.11", lambda: Jobs(os.path.join(folder, "jobs")))


class Jobs(NewerSite):
    def __init__(self, folder):
        super().__init__("newer", folder, "next", "/opt/lab/node-boot")
        with open(os.path.join(folder, "warpform", "users.json"), "w") as file:
            json.dump([{"name": "games", "administrator": False}, {"name": "proxy", "administrator": True}], file)

    def checks(self):
        return (
            ("slurmctld takes the configuration without a warning", self.no_warning),
            ("until nodes run, a job of four gets the nodes of one block", self.first_blocks),
            ("topology-refresh keeps slurmctld up while most nodes are off", self.starting),
            ("topology-refresh makes a block of each NVLink domain that EC2 names", self.domains),
            ("a job of four gets the nodes of one domain, though the names are mixed", self.one_domain),
            ("a job starts its nodes, runs on both with the GPUs it asked for, and ends", self.runs),
            ("sattach shows its user what a running step writes", self.attached),
            ("SSH is for who has a job there, and for administrators", self.ssh),
            ("an SSH session joins the job's cgroup and ends with the job", self.adopted),
        )

    def no_warning(self):
        equal(self.lab.run("slurmctld", "-V").split()[1][:5], "24.11", "the version")
        equal(findings(self.lab.slurmctld_log()), [], "slurmctld's log")

    # -- blocks ---------------------------------------------------------------------------------------------------------

    def place(self, nodes):
        """Nodes that a job of so many gets, before any of them runs."""
        job = self.lab.sbatch("-N", str(nodes), "--wrap", "true")
        try:
            placed = self.lab.wait(lambda: self.lab.job(job)[2], 30)
            assert placed, self.lab.job(job)
            return self.names(placed)
        finally:
            self.lab.run("scancel", job)
            self.lab.run("scontrol", "update", "nodename=" + NODE_LIST, "state=POWER_DOWN_FORCE")
            off = lambda: self.lab.run("sinfo", "-h", "-N", "-t", "POWERED_DOWN", "-o", "%N").split() == NODES  # noqa: E731
            assert self.lab.wait(off, 30), self.lab.run("sinfo", "-h", "-N", "-O", "NodeList,StateComplete")

    def first_blocks(self):
        placed = self.place(4)
        assert placed in (NODES[:4], NODES[4:]), placed

    def starting(self):
        rows = self.refresh({"next-dy-8": "cbu-a", "next-dy-1": None})
        equal(rows, [("next-dy-[1-3,8]", "4"), ("next-dy-[4-7]", "4")], "the blocks")

    def domains(self):
        rows = self.refresh({**{n: "cbu-odd" for n in ODD}, **{n: "cbu-even" for n in EVEN}})
        equal(sorted(self.names(nodes) for nodes, _ in rows), sorted([ODD, EVEN]), "the blocks")
        bad = [line for line in findings(self.lab.slurmctld_log()) if "agent_fini" not in line]  # it waits for no node at a restart
        equal(bad, [], "slurmctld's log")

    def one_domain(self):
        placed = self.place(4)
        assert placed in (ODD, EVEN), placed

    # -- jobs -----------------------------------------------------------------------------------------------------------

    def runs(self):
        out = "/run/lab-node/devices"
        job, nodes = self.start("-N2", "--gpus-per-node=2", "--wrap", "srun sh -c 'echo $SLURMD_NODENAME $CUDA_VISIBLE_DEVICES > %s; sleep 3'" % out)
        assert self.lab.wait(lambda: self.lab.job(job)[0] in (None, "COMPLETED"), 60), self.lab.job(job)
        contains(self.lab.run("scontrol", "show", "job", job), "JobState=COMPLETED", "the job")
        for node in nodes:
            equal(self.lab.on(node, "cat", out), "%s 0,1" % node, "what the step saw")
            contains(self.lab.state(node), "IDLE+CLOUD", "the node's state")

    def attached(self):
        """Not so for users of 23.11.0 to 23.11.4, whose slurmd refuses the request: https://support.schedmd.com/show_bug.cgi?id=18744"""
        job, nodes = self.start("-N2", "--wrap", "srun sh -c 'while sleep 1; do echo tick on $SLURMD_NODENAME; done'")
        try:
            attach = lambda: self.lab.run("timeout", "-s", "INT", "6", "sattach", job + ".0", user="games", check=False)[1]  # noqa: E731
            shown = lambda: [sorted({line for line in said.splitlines() if line.startswith("tick")}) for said in [attach()]]  # noqa: E731
            wanted = ["tick on %s" % node for node in nodes]
            assert self.lab.wait(lambda: shown() == [wanted], 40), attach()[-300:]
        finally:
            self.lab.run("scancel", job)

    # -- SSH ------------------------------------------------------------------------------------------------------------

    def login(self, node, user):
        """(PAM's answer, cgroups, process id) of a session."""
        answer, *groups, pid = self.lab.on(node, "python3", "/opt/lab-checks/pam_account.py", user).split()
        return int(answer), groups, pid

    def let_in(self, node, user):
        """Cgroups of a session; the job's own is there once the prolog is through."""
        in_ = self.lab.wait(lambda: next((got for got in [self.login(node, user)] if got[0] == 0), None), 30, 1)
        assert in_, "%s does not get in: %r" % (user, self.login(node, user))
        return in_[1]

    def ssh(self):
        job, (node,) = self.start("-N1", "--gpus-per-node=1", "--wrap", "sleep 600")
        try:
            self.lab.on(node, "sh", "-c", 'printf "$1" > /etc/pam.d/sshd; /opt/warpform/slurm/node-login', "sh", SSHD)
            self.let_in(node, "games")
            got = {user: self.login(node, user)[0] for user in ("games", "news", "proxy", "root")}
            equal(got, {"games": 0, "news": 6, "proxy": 0, "root": 0}, "PAM's answers")
            equal(self.lab.on(node, "grep", "-c", "^session.*pam_systemd", "/etc/pam.d/sshd", check=False)[1].strip(), "0", "pam_systemd's lines")
        finally:
            self.lab.run("scancel", job)

    def adopted(self):
        job, (node,) = self.start("-N1", "--gpus-per-node=1", "--wrap", "sleep 600")
        groups = self.let_in(node, "games")
        assert any("/job_%s/step_extern" % job in group for group in groups), groups
        self.lab.on(node, "sh", "-c", "python3 /opt/lab-checks/pam_account.py games 600 > /run/lab-node/session 2>&1 &")
        pid = self.lab.wait(lambda: self.lab.on(node, "cat", "/run/lab-node/session").split()[-1:], 10)[0]
        equal(self.lab.on(node, "kill", "-0", pid, check=False)[0], 0, "the session")
        self.lab.run("scancel", job)
        gone = self.lab.wait(lambda: self.lab.on(node, "kill", "-0", pid, check=False)[0] != 0, 30)
        assert gone, "the session outlives the job"
        assert self.lab.wait(lambda: "CANCEL" in (self.lab.job(job)[0] or "CANCELLED"), 30), self.lab.job(job)
        assert self.lab.wait(lambda: self.login(node, "games")[0] == 6, 20), "who has no job any more is still let in"
