"""Two GB200 UltraServers on Slurm 24.11: IMEX around a job of several nodes, and an apply that gives one UltraServer back, through sync."""

import os
import shutil

from checks import contains, equal
from make_site import REPOSITORY, generate
from newer_site import NewerSite, adapted, run_newer

STAY = ["nvl-st-%d" % n for n in range(1, 19)]
LEAVE = ["nvl-st-%d" % n for n in range(19, 37)]
# EC2 places nodes by no order of their names
DOMAINS = {name: "cbu-a" if n < 9 or n >= 27 else "cbu-b" for n, name in enumerate(STAY + LEAVE)}
UNTIL = "touch /run/lab-node/began; until [ -e /run/lab-node/go-on ]; do sleep 0.2; done"
# The package of nvidia-imex makes the folder
IMEX = "mkdir -p /etc/nvidia-imex && mount -t tmpfs none /etc/nvidia-imex && /opt/lab/node-boot"
SETTINGS = "ROLE=head AWS_REGION=us-east-1 BUCKET=lab PREFIX=blocks/ CONTROLLERS=head ACCOUNTING=none\n"
# What fetches the files of an apply from the bucket
FETCH = "#!/bin/sh\ncp -r /opt/lab-shipped/. /etc/warpform/\n"
SYNC = ["env", "PATH=/opt/lab:/usr/sbin:/usr/bin:/sbin:/bin", "WARPFORM_APPLIED=/var/log/warpform/applied.json", "/opt/lab-setup/sync"]


def run(results, folder):
    run_newer(results, "slurm ultraservers", lambda: UltraServers(folder))


class UltraServers(NewerSite):
    def __init__(self, folder):
        self.shipped = os.path.join(folder, "shipped")
        os.makedirs(os.path.join(self.shipped, "etc"))
        programs = os.path.join(REPOSITORY, "lib/slurm/set-up")
        super().__init__("ultraservers", os.path.join(folder, "ultraservers"), "nvl", IMEX, {"/opt/lab-setup": programs, "/opt/lab-shipped": self.shipped})
        warpform = os.path.join(self.folder, "warpform")
        for name, text in (("machine.env", SETTINGS), ("site.env", SETTINGS)):
            with open(os.path.join(warpform, name), "w") as file:
                file.write(text)
        self.ship("ultraservers", os.path.join(folder, "now"))

    def up(self):
        self.lab.up()
        self.lab.run("sh", "-c", 'mkdir -p /opt/warpform/setup; printf "$1" > /opt/warpform/setup/fetch-files; chmod 755 /opt/warpform/setup/fetch-files; mkdir -p /run/warpform /run/lab-imex', "sh", FETCH)

    def checks(self):
        return (
            ("IMEX runs on the nodes of a job with the addresses of just these, and ends with it", self.imex),
            ("slurmctld lives and jobs run on while an apply gives an UltraServer back", self.shrink),
            ("once its last job has ended and its instances are gone, the blocks are those of the rest", self.gone),
            ("a job runs on the UltraServer that stays", self.after),
            ("a job that IMEX does not come up for drains the node and says so", self.no_imex),
        )

    def ship(self, name, folder):
        """What an apply leaves in the bucket."""
        generate(name, folder)
        adapted(os.path.join(folder, "etc", "slurm.conf"))
        shutil.rmtree(self.shipped + "/etc")
        shutil.copytree(os.path.join(folder, "etc"), self.shipped + "/etc")
        shutil.copy(os.path.join(folder, "cluster.json"), self.shipped)

    def sync(self):
        """Its exit, what it printed, and the steps that wait."""
        code, text = self.lab.run(*SYNC, check=False, timeout=120)
        return code, text, self.lab.run("cat", "/run/warpform/sync.json")

    def begin(self, nodes, *arguments):
        """A job whose script has begun; Slurm calls one RUNNING whose prologs still run."""
        job, placed = self.start("-w", nodes, *arguments, "--wrap", UNTIL)
        began = lambda: self.lab.on(placed[0], "ls", "/run/lab-node/began", check=False)[0] == 0  # noqa: E731
        assert self.lab.wait(began, 60, 0.5), (self.lab.job(job), self.lab.slurmctld_log()[-600:])
        self.lab.on(placed[0], "rm", "/run/lab-node/began")
        return job, placed

    def end(self, job, nodes):
        for node in nodes:
            self.lab.on(node, "touch", "/run/lab-node/go-on")
        assert self.lab.wait(lambda: self.lab.job(job)[0] in (None, "COMPLETED"), 60), self.lab.job(job)
        contains(self.lab.run("scontrol", "show", "job", job), "JobState=COMPLETED", "the job")

    def imex(self):
        job, nodes = self.begin("nvl-st-[1-2]", "-N2")
        addresses = [self.lab.machines[node][1] for node in nodes]
        for node in nodes:
            equal(self.lab.on(node, "cat", "/etc/nvidia-imex/nodes_config.cfg").split(), addresses, "addresses on " + node)
            equal(self.lab.on(node, "nvidia-imex-ctl", "-q"), "READY", "IMEX on " + node)
        self.end(job, nodes[:1])
        over = lambda: [self.lab.on(node, "cat", "/etc/nvidia-imex/nodes_config.cfg") for node in nodes] == ["", ""]  # noqa: E731
        assert self.lab.wait(over, 30), "IMEX has outlived its job"
        self.lab.on(nodes[0], "rm", "/run/lab-node/go-on")

    def no_imex(self):
        self.lab.on("nvl-st-2", "touch", "/run/lab-node/no-imex")
        job = self.lab.sbatch("--chdir=/", "-N2", "-w", "nvl-st-[1-2]", "--wrap", "true", user="games")
        drained = lambda: "DRAIN" in self.lab.state("nvl-st-2")  # noqa: E731
        assert self.lab.wait(drained, 60), self.lab.state("nvl-st-2")
        contains(self.lab.node("nvl-st-2")["text"], "Prolog error", "the node's reason")
        contains(self.lab.on("nvl-st-2", "cat", "/var/log/warpform/prolog.log"), "IMEX: systemctl failed: nvidia-imex does not start", "the log")

    def shrink(self):
        equal(sorted(len(self.names(nodes)) for nodes, _ in self.refresh(DOMAINS)), [18, 18], "nodes of the blocks")
        self.stays, _ = self.begin("nvl-st-[1-2]", "-N2")
        self.leaves, _ = self.begin("nvl-st-20", "-N1")
        code, text, waiting = self.sync()
        equal((code, waiting), (0, '{"failed": [], "waiting": []}'), "sync before the apply: " + text)
        self.ship("ultraservers-fewer", os.path.join(self.folder, "fewer"))
        code, text, waiting = self.sync()
        equal((code, waiting), (0, '{"failed": [], "waiting": ["slurm.conf"]}'), "sync while jobs run: " + text)
        equal([self.lab.job(job)[0] for job in (self.stays, self.leaves)], ["RUNNING"] * 2, "the jobs")
        contains(self.lab.node("nvl-st-20")["text"], "no longer in the configuration", "the reason of a node that leaves")
        placed = [name for nodes, _ in self.blocks() for name in self.names(nodes)]
        equal(sorted(placed), sorted(DOMAINS), "the nodes of the blocks")

    def gone(self):
        self.end(self.leaves, ["nvl-st-20"])
        self.lab.crash("nvl-st-20")
        self.book({name: DOMAINS[name] for name in STAY})  # what reconcile leaves of it, whose own test is in `changes`
        self.lab.run("scontrol", "update", "nodename=nvl-st-[19-36]", "state=POWER_DOWN_FORCE", check=False)
        assert self.lab.wait(lambda: self.sync()[::2] == (0, '{"failed": [], "waiting": []}'), 40, 1), self.sync()
        equal(self.lab.run("sinfo", "-h", "-o", "%D"), "18", "nodes of slurmctld")
        equal([(self.names(nodes), size) for nodes, size in self.blocks()], [(STAY, "18")], "the blocks")
        equal(self.lab.job(self.stays)[0], "RUNNING", "the job that runs on")
        self.end(self.stays, ["nvl-st-1"])

    def after(self):
        for node in ("nvl-st-1", "nvl-st-2"):
            self.lab.on(node, "touch", "/run/lab-node/go-on")
        job, nodes = self.start("-N2", "--wrap", "srun hostname", "-w", "nvl-st-[1-2]")
        self.end(job, nodes)
