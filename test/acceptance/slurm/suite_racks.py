"""Two racks of GB300 on Azure, with the configuration and programs of a SlurmHeadNode of warpform/azure, on Slurm 24.11: the head names the VMs that
their scale set has made, nodes tell their NVLink domain, and jobs of up to a rack stay within one.
"""

import glob
import json
import os
import re
import shutil
import subprocess

from checks import equal
from lab import HEAD_ADDRESS, HERE
from make_site import REPOSITORY, ROOMS
from newer_site import adapted, run_newer
from suite_releases import rewrite, site

SERVICE = "http://%s:8080" % HEAD_ADDRESS
NODES = ["gb300-st-%d" % n for n in range(1, 37)]
RACKS = ("a1b2c3d4-e5f6-4890-abcd-ef1234567890", "b1b2c3d4-e5f6-4890-abcd-ef1234567890")
# What a VM of a rack has: GPUs in the NVLink domain of its rack, InfiniBand devices with the partition key of its tenant, and the service that tells
BOOT = """/opt/lab/node-boot
echo 4 > /run/lab-node/gpus
mkdir -p /dev/nvidia-caps-imex-channels && touch /dev/nvidia-caps-imex-channels/channel0
mkdir -p /etc/nvidia-imex && mount -t tmpfs none /etc/nvidia-imex
if [ "$(hostname -I | tr ' ' '\\n' | grep -m1 '^10.99.201.' | cut -d. -f4)" -le 18 ]; then echo %s; else echo %s; fi > /run/lab-node/nvlink-domain
rm -rf /sys/class/infiniband/*
for n in 0 1 2 3; do mkdir -p /sys/class/infiniband/mlx5_ib$n/ports/1/pkeys && echo 0x8011 > /sys/class/infiniband/mlx5_ib$n/ports/1/pkeys/0; done
(sleep 3; exec /opt/warpform/slurm/azure-notices) > /var/log/warpform/notices.log 2>&1 < /dev/null &""" % RACKS


def run(results, folder):
    run_newer(results, "slurm racks", lambda: Racks(os.path.join(folder, "racks")))


class Racks:
    def __init__(self, folder):
        os.makedirs(os.path.join(folder, "etc"))
        subprocess.run(["node", "--import", "tsx", os.path.join(HERE, "azure", "racks.ts"), folder], check=True, cwd=REPOSITORY, stdin=subprocess.DEVNULL)
        given = os.path.join(folder, "warpform")
        for name in ("slurmdbd.conf", "topology.conf"):
            shutil.move(os.path.join(given, name), os.path.join(folder, "etc"))
        shutil.move(os.path.join(given, "cluster.json"), folder)
        policy = os.path.join(folder, "policy.json")
        shutil.move(os.path.join(given, "policy.json"), policy)
        shutil.rmtree(given)
        self.cluster(folder)
        for name in ("slurm.conf", "slurmdbd.conf"):  # the name that the lab gives a head
            rewrite(os.path.join(folder, "etc", name), r"(?m)^(SlurmctldHost|AccountingStorageHost|DbdHost)=slurm-head$", r"\1=head")
        adapted(os.path.join(folder, "etc", "slurm.conf"))
        rewrite(os.path.join(folder, "etc", "slurm.conf"), r"(?m)^SlurmctldHost=.*$", "SlurmctldHost=head")  # `site` gives the address
        rewrite(os.path.join(folder, "etc", "slurm.conf"), r"(?m)^SuspendTimeout=.*$", "SuspendTimeout=5")
        self.lab = site(folder, node_boot=BOOT, also={"/opt/lab-checks": HERE})
        shutil.copy(policy, given)
        self.programs(os.path.join(folder, "programs"))

    def up(self):
        self.lab.up()
        self.lab.run("mkdir", "-p", "/run/warpform", "/run/lab-imex")
        self.lab.run("/opt/warpform/slurm/apply-policy")
        # A slurmctld that is tried needs the accounts that one has saved, or asks for the database until its time is over
        self.lab.run("scontrol", "reconfigure")
        self.lab.spawn("azure", "python3", "/opt/lab-checks/azure/rack_service.py", self.scale_set, str(len(NODES)))

    def checks(self):
        return (
            ("the head gives each VM of two racks the name of a node, and all register", self.named),
            ("nodes tell their NVLink domain, and each becomes a switch of 18", self.domains),
            ("jobs of 10, 16 and 18 nodes run within one rack, a job of 20 over two", self.jobs),
            ("a job has the limit of open files of its node, not of the shell that submitted it", self.open_files),
            ("a job that wants one rack waits for it, although other racks have nodes enough together", self.waits),
            ("a node that is replaced is restarted, takes the same VM and its place in the rack again", self.replaced),
        )

    def cluster(self, folder):
        path = os.path.join(folder, "cluster.json")
        with open(path) as file:
            data = json.load(file)
        self.scale_set = data["pools"][0]["sources"][0]["machine"]["properties"]["virtualMachineScaleSet"]["id"]
        data["pools"][0]["backoffMinutes"] = 0  # else a node is started once in ten minutes
        with open(path, "w") as file:
            json.dump(dict(data, controllers=["head"], endpointUrls={"arm": SERVICE, "metadata": SERVICE}), file)

    @staticmethod
    def programs(folder):
        """Those of Azure's room in place of AWS's."""
        for path in glob.glob(os.path.join(ROOMS, "clouds", "aws", "*")):
            if os.path.isfile(path):
                os.unlink(os.path.join(folder, os.path.basename(path)))
        shutil.copytree(os.path.join(ROOMS, "clouds", "azure"), folder, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)

    # -- what the cloud does ------------------------------------------------------------------------------------------

    def azure(self):
        code, text = self.lab.run("python3", "-c", "import urllib.request; print(urllib.request.urlopen('%s/lab').read().decode())" % SERVICE, check=False)
        return json.loads(text) if code == 0 else {"vms": {}, "restarted": []}

    def reconcile(self):
        self.lab.run("/opt/warpform/slurm/reconcile", user="slurm")

    def boot_named(self):
        """Starts the set-up of VMs that have a node's name by now, which they learn from their metadata; the names of all."""
        vms = {name: vm for name, vm in self.azure()["vms"].items() if vm["node"]}
        for name in sorted(set(vms) - set(self.lab.machines)):
            self.lab.boot(name, vms[name]["address"])
        return {vm["node"]: name for name, vm in vms.items()}

    def all_idle(self):
        self.boot_named()
        return self.lab.run("sinfo", "-h", "-t", "idle", "-o", "%D %T").split() == ["36", "idle"]

    def rack_of(self):
        """node -> its rack, by where its VM is."""
        return {vm["node"]: RACKS[int(vm["address"].rpartition(".")[2]) > 18] for vm in self.azure()["vms"].values()}

    def story(self):
        logs = sorted(glob.glob(os.path.join(self.lab.root, "head", "var", "log", "*", "*.log")) + glob.glob(os.path.join(self.lab.root, "log", "*.log")), key=os.path.getmtime)
        return "\n".join("-- %s\n%s" % (path, open(path, errors="replace").read()[-1500:]) for path in logs[-4:])

    # -- checks -------------------------------------------------------------------------------------------------------

    def named(self):
        assert self.lab.wait(lambda: len(self.azure()["vms"]) == 36, 10), "the stand-in of Azure does not answer"
        self.reconcile()
        assert self.lab.wait(lambda: len(self.boot_named()) == 36, 30, 0.5), self.boot_named()
        equal(sorted(self.boot_named()), sorted(NODES), "the nodes' names")
        assert self.lab.wait(self.all_idle, 90, 1), self.lab.run("sinfo", "-N", "-l")
        self.lab.run("/opt/warpform/slurm/node-hosts")  # as its timer does each minute

    def switches(self):
        self.lab.run("/opt/warpform/slurm/topology-refresh")
        shown = self.lab.run("scontrol", "show", "topology")
        rows = re.findall(r"SwitchName=(\S+) Level=0 .*?Nodes=(\S+)", shown)
        return {name: self.lab.run("scontrol", "show", "hostnames", nodes).split() for name, nodes in rows}

    def told(self):
        return self.lab.run("scontrol", "-o", "show", "nodes").count('"nvlinkDomain":')

    def domains(self):
        assert self.lab.wait(lambda: self.told() == 36, 40, 1), "%d have told" % self.told()
        racks = self.rack_of()
        wanted = {"nvlink-%s.1" % rack: sorted(node for node in NODES if racks[node] == rack) for rack in RACKS}
        equal({name: sorted(nodes) for name, nodes in self.switches().items()}, wanted, "the switches")

    def start(self, nodes, *arguments, wrap="srun hostname"):
        return self.lab.sbatch("--chdir=/", "-N%d" % nodes, "--exclusive", *arguments, "--wrap", wrap, user="games")

    def racks_of(self, job):
        """How many racks a job that has ended well had, and its nodes."""
        state = lambda: re.search(r"JobState=(\w+)", self.lab.run("scontrol", "show", "job", job)).group(1)  # noqa: E731
        self.lab.wait(lambda: state() not in ("PENDING", "CONFIGURING", "RUNNING", "COMPLETING"), 60, 0.3)
        equal(state(), "COMPLETED", "the state of job " + job)
        nodes = self.lab.run("scontrol", "show", "hostnames", re.search(r"\sNodeList=(\S+)", self.lab.run("scontrol", "show", "job", job)).group(1)).split()
        racks = self.rack_of()
        return len({racks[node] for node in nodes}), len(nodes)

    def jobs(self):
        for count in (10, 16, 18):
            equal(self.racks_of(self.start(count, "--switches=1")), (1, count), "racks and nodes of a job of %d" % count)
        equal(self.racks_of(self.start(20)), (2, 20), "racks and nodes of a job of 20")

    def open_files(self):
        """The head's shells have a limit of 1024, as a login on Ubuntu has."""
        submit = "ulimit -Sn 1024; setpriv --reuid games --regid games --clear-groups sbatch --parsable -o /dev/null --chdir=/ --wrap 'test \"$(ulimit -Sn)\" != 1024'"
        equal(self.racks_of(self.lab.run("sh", "-c", submit)), (1, 1), "racks and nodes of the job")

    def waits(self):
        held = [self.start(10, "--switches=1", wrap="sleep 300") for _ in RACKS]
        for job in held:
            assert self.lab.wait_job(job, "RUNNING", 30), self.lab.job(job)
        third = self.start(10, "--switches=1")
        self.lab.sleep(3)
        equal(self.lab.job(third)[0], "PENDING", "the third job of 10, with 8 and 8 nodes free")
        self.lab.run("scancel", held[0])
        equal(self.racks_of(third), (1, 10), "racks and nodes of the third job")
        self.lab.run("scancel", held[1])

    def replaced(self):
        assert self.lab.wait(self.all_idle, 40, 0.5), self.lab.run("sinfo", "-N", "-l")
        before, rack = self.boot_named()["gb300-st-5"], self.rack_of()["gb300-st-5"]
        self.lab.run("scontrol", "update", "nodename=gb300-st-5", "state=POWER_DOWN_FORCE", "reason=replaced")
        assert self.lab.wait(lambda: self.azure()["restarted"] == [before], 30, 0.5), self.azure()["restarted"]
        self.lab.crash(before)  # the restart
        off = lambda: "POWERED_DOWN" in self.lab.state("gb300-st-5")  # noqa: E731
        assert self.lab.wait(off, 150, 1), self.lab.state("gb300-st-5")
        self.reconcile()
        assert self.lab.wait(self.all_idle, 60, 1), self.lab.run("sinfo", "-N", "-l")
        self.lab.run("/opt/warpform/slurm/node-hosts")
        equal((self.boot_named()["gb300-st-5"], self.rack_of()["gb300-st-5"]), (before, rack), "VM and rack of the node")
        assert self.lab.wait(lambda: len(self.switches()) == 2, 20, 2), self.switches()
        equal(self.racks_of(self.start(18, "--switches=1", "-w", "gb300-st-5")), (1, 18), "racks and nodes of a job on it")
