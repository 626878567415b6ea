"""An apply on a live cluster: nodes that leave, files that slurmctld refuses, a slurmctld that does not come back."""

import os
import shutil

from checks import contains, equal
from cloud_checks import CloudChecks
from make_site import Site, adapt, generate

RESTART = "/opt/lab/restart-slurmctld"


def run(results, folder):
    site = Site("changes", os.path.join(folder, "changes"), times={"SuspendTime": "600"})
    Changes(site, "work-dy-[1-6]", folder).run("slurm changes: ", results)


class Changes(CloudChecks):
    def __init__(self, site, nodes, folder):
        super().__init__(site, nodes)
        self.folder = folder
        self.ship("changes")

    def checks(self):
        return (
            ("files that slurmctld refuses never replace the live ones", self.refused),
            ("a slurmctld that does not come back gets the old files again", self.rolled_back),
            ("a new image replaces running nodes two at a time, idle ones first, and lets a job end on the old one", self.rolled),
            ("a pool made smaller ends idle nodes at once and busy ones after their jobs", self.shrink),
        )

    def ship(self, name, change=lambda text: text):
        """What fetching an apply's files leaves on the head: /etc/warpform/etc and cluster.json."""
        given = os.path.join(self.folder, "shipped-" + name)
        if not os.path.exists(given):
            self.shipped = generate(name, given)
        shipped = os.path.join(self.site.warpform, "etc")
        shutil.rmtree(shipped, ignore_errors=True)
        shutil.copytree(os.path.join(given, "etc"), shipped)
        path = os.path.join(shipped, "slurm.conf")
        with open(path) as file:
            text = change(adapt(file.read(), self.site.times))
        with open(path, "w") as file:
            file.write(text)
        self.site.info = self.shipped
        self.site.write_cluster_file(self.ec2)
        os.chmod(shipped, 0o755)

    def install(self, restart=RESTART):
        return self.lab.run("/opt/warpform/slurm/install-conf", "--restart", restart, check=False, timeout=120)

    def live(self):
        with open(os.path.join(self.site.etc, "slurm.conf")) as file:
            return file.read()

    def refused(self):
        before = self.live()
        self.ship("changes", lambda text: text.replace("ClusterName", "MaxArraySize=abc\nClusterName"))
        code, text = self.install()
        equal(code, 1, "exit of install-conf: " + text)
        contains(text, "slurmctld would not start", "what it says")
        equal(self.live(), before, "the live slurm.conf")
        equal(self.lab.run("sinfo", "-h", "-o", "%D"), "8", "nodes of the slurmctld that runs")
        self.ship("changes")
        equal(self.install()[0], 0, "exit with the old files again")

    def rolled_back(self):
        before = self.live()
        self.ship("changes", lambda text: text.replace("KillWait=2", "KillWait=3"))
        code, text = self.install("sh -c 'grep -q KillWait=3 /etc/slurm/slurm.conf && exit 1; %s'" % RESTART)
        equal(code, 1, "exit of install-conf: " + text)
        equal(self.live(), before, "the live slurm.conf")
        equal(self.lab.run("sinfo", "-h", "-o", "%D"), "8", "nodes of slurmctld")
        self.ship("changes")

    def rolled(self):
        names = ["work-dy-%d" % n for n in range(1, 6)]
        self.warm("work-dy-[1-5]")
        job = self.lab.sbatch("-p", "work", "-w", "work-dy-1", "--wrap", "until [ -e /run/lab-node/go-on ]; do sleep 0.2; done")
        self.wait_running(job)
        first = {name: self.ec2.of_node(name) for name in names}
        self.site.program("reconcile")
        equal(self.updating(), [], "nodes that are drained while nothing has changed")
        self.new_template()
        self.site.program("reconcile")
        equal(len(self.updating()), 2, "nodes drained at once")
        assert "work-dy-1" not in self.updating(), "the busy node was drained before idle ones"
        most = 2
        for _ in range(40):
            self.site.program("reconcile")
            most = max(most, len(self.updating()))
            if list(self.old(first)) == ["work-dy-1"] and self.updating() == ["work-dy-1"]:
                break
            self.lab.sleep(2)
        equal((list(self.old(first)), self.updating(), most), (["work-dy-1"], ["work-dy-1"], 2), "nodes with the old image, drained nodes, the most at once")
        equal(self.lab.job(job)[0], "RUNNING", "the job on the old image")
        self.lab.on(first["work-dy-1"], "touch", "/run/lab-node/go-on")
        assert self.lab.wait(lambda: self.lab.job(job)[0] in (None, "COMPLETED"), 30), self.lab.job(job)
        over = lambda: self.site.program("reconcile") is not None and not self.old(first) and not self.updating()  # noqa: E731
        assert self.lab.wait(over, 60, 2), "old: %r, drained: %r" % (self.old(first), self.updating())
        self.warm("work-dy-1")
        tags = self.ec2.instances()[self.ec2.of_node("work-dy-1")]["tags"]
        equal(tags["warpform:template"], self.ec2.templates["work-on-demand"] + ":2", "what the new node is launched from")
        self.site.program("reconcile")
        equal(self.updating(), [], "drained nodes once all have the new image")

    def new_template(self):
        """What an apply with a new image makes: another version of the pool's template, and a cluster.json that names it."""
        self.ec2.python(
            "ec2.create_launch_template_version(LaunchTemplateId=sys.argv[1], LaunchTemplateData={'ImageId': 'ami-1e749f67', 'InstanceType': 'c7i.4xlarge'})",
            self.ec2.templates["work-on-demand"],
        )
        self.site.template_version = "2"
        self.site.write_cluster_file(self.ec2)

    def updating(self):
        """Nodes that are drained for their image."""
        lines = self.lab.run("scontrol", "-o", "show", "nodes").splitlines()
        return [line.split()[0].partition("=")[2] for line in lines if "Reason=warpform update" in line and "DRAIN" in line.split(" State=")[1].split()[0]]

    def old(self, first):
        live = self.ec2.instances()
        return {name: instance for name, instance in first.items() if instance in live}

    def shrink(self):
        nodes = "work-dy-[5,7-8]"
        self.warm(nodes)
        job = self.lab.sbatch("-p", "work", "-w", "work-dy-7", "--wrap", "until [ -e /run/lab-node/go-on ]; do sleep 0.2; done")
        self.wait_running(job)
        self.ship("changes-smaller")
        code, text = self.install()
        equal(code, 75, "exit of install-conf while a job runs: " + text)
        equal(self.lab.job(job)[0], "RUNNING", "the job on a node that leaves")
        contains(self.lab.node("work-dy-7")["text"], "no longer in the configuration", "the node's reason")
        equal(self.lab.run("sinfo", "-h", "-o", "%P %a"), "renamed* up\nwork drain", "partitions while a job of the old one runs")
        self.site.program("reconcile")
        left = lambda: sorted(self.on()) == ["work-dy-5", "work-dy-7"]  # noqa: E731
        assert self.lab.wait(left, 30), "on: %r" % self.on()
        equal(self.install()[0], 75, "exit of install-conf while the job still runs")
        self.lab.on(self.ec2.of_node("work-dy-7"), "touch", "/run/lab-node/go-on")
        assert self.lab.wait(lambda: self.lab.job(job)[0] in (None, "COMPLETED"), 30), self.lab.job(job)
        contains(self.lab.slurmctld_log(), "_job_complete: JobId=%s WEXITSTATUS 0" % job, "slurmctld's log")
        for _ in range(3):
            self.site.program("reconcile")
            if self.lab.wait(lambda: self.on() == ["work-dy-5"], 10):
                break
        equal(self.on(), ["work-dy-5"], "nodes that are on")
        assert self.lab.wait(lambda: self.install()[0] == 0, 20, 1), "install-conf is not over"
        equal(self.lab.run("sinfo", "-h", "-o", "%D %P"), "6 renamed*", "nodes of slurmctld")
        equal(len(self.ec2.instances()), 1, "instances")

    def on(self):
        lines = self.lab.run("scontrol", "-o", "show", "nodes").splitlines()
        names = {line.split("NodeAddr=")[1].split()[0]: line.split()[0].partition("=")[2] for line in lines}
        return sorted(names.get(i["address"], i["address"]) for i in self.ec2.instances().values())
