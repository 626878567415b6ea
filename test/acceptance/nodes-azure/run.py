#!/usr/bin/env python3
"""Boots what the library renders for Azure, unedited, with a real systemd, cloud-init (its Azure data source) and apt: a Slurm head, nodes that jobs
start as VMs of a scale set, and nodes of a fleet with InfiniBand devices. Stand-ins only for Azure's services, which hold each request to the roles of
the stack: metadata, wire server, resource manager, Blob Storage, Key Vault and private DNS.

run.py [slurm] [fleet] [accounts]; `accounts` takes as long as the other two and runs by its name or with WARPFORM_WHOLE=1. It needs what the area `nodes`
needs (../nodes/run.py); WARPFORM_KEEP=1 leaves the lab up, for a look.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "nodes")]

import accounts  # noqa: E402
import azure_site  # noqa: E402
import database  # noqa: E402
import lab as laboratory  # noqa: E402
import services  # noqa: E402
from checks import DONE, UNITS, booted, inactive  # noqa: E402
from cloud import tool_for_azure  # noqa: E402
from counting import check, counts, report, timed, times, within  # noqa: E402

WHOLE = os.environ.get("WARPFORM_WHOLE") == "1"
HEAD_ADDRESS, FIRST_NODE = "10.0.0.10", "10.0.1.0"


class AzureLab(laboratory.Lab):
    def node_of(self, slurm_name):
        """The lab's name of the VM that is a node of Slurm now: node, launch."""
        cloud = json.loads((self.state / "cloud.json").read_text())
        return next((name for name, node in reversed(cloud["nodes"].items()) if node["tags"].get("computerName") == slurm_name), None)

    def events(self, events):
        """What scheduled events say from now on, to each VM."""
        (self.state / "events.json").write_text(json.dumps(events))

    def requests(self):
        """(who, host, method, path, status) of each request to Azure."""
        lines = (self.state / "log/cloud.log").read_text().splitlines()
        return [tuple(line.split(" ")[2:]) for line in lines if line.split(" ")[1:2] == ["azure"]]


def synthesized(folder, program, addresses):
    key = folder / "ada"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ada@example.com", "-f", str(key)], check=True)
    public = key.with_suffix(".pub").read_text().strip()
    stack = azure_site.Stack(azure_site.synthesized(program, folder, public), addresses)
    return stack, public


def lower(lab):
    """Folders of a launched node's root, which the lab makes itself for those of its site only."""
    status, text = lab.call("build", "--release", "noble", timeout=1500)
    if status:
        raise RuntimeError(text[-1500:])
    return [line for line in text.splitlines() if line.startswith("/")]


def site(lab, folder, stack, public, nodes):
    shape = {"release": "noble", "cgroup": "v1", "interface": "eth0", "lower": lower(lab), "firstAddress": FIRST_NODE}
    of_azure = azure_site.azure(stack, public, shape)
    (folder / "azure.json").write_text(json.dumps(of_azure))
    return {"aws": False, "region": of_azure["region"], "network": of_azure["network"], "nodeNames": False, "records": azure_site.records(stack) + database.records(stack), "nodes": nodes}


def slurm(lab, folder, _):
    os.chmod(folder / "lab/shared", 0o1777)
    booted(lab, "head", 300)
    within(lab, "a head is set up from its custom data alone", "head", DONE, 420)
    within(lab, "its controller answers", "head", "scontrol ping | grep -q 'is UP'", 30)
    check("every unit of the head is active", inactive(lab, "head", UNITS["head"]), [])
    within(lab, "an ordinary user sees the partitions", "head", "sinfo -h | grep -q work", 60, "ada")
    check("accounts are those of the stack", "research" in lab.text("head", "sacctmgr -nP show account"), True)
    metrics(lab, "head", b"slurm_up")
    jobs(lab)
    fails(lab)
    reboots(lab)
    suspend(lab)
    refused(lab)


def metrics(lab, node, name):
    """Prometheus on a node has written to Azure Monitor by the role that its pool has."""
    path = lab.state / ("metrics-" + node)
    said = "systemctl status warpform-metrics --no-pager | tail -n 12"
    came = lambda: path.exists() and name in path.read_bytes()
    report("%s sends metrics to Azure Monitor" % node, None if lab.when(came, 300) is not None else lab.text(node, said)[-1500:])


def jobs(lab):
    job = "cd /tmp && sbatch -N2 -o /run/node-lab/shared/names --wrap \"srun sh -c 'hostname; getent ahostsv4 \\$(hostname) | head -1'\""
    began = time.monotonic()
    lab.run("head", job, "ada")
    ended = "grep -q cpu-dy-1 /run/node-lab/shared/names && ! squeue -h | grep -q ."
    if not within(lab, "a job of an ordinary user starts two VMs and runs", "head", ended, 600, "ada", shown="sinfo -R; squeue; tail -n 4 /var/log/warpform/*.log"):
        print(lab.text("head", "sinfo -R; tail -n 30 /var/log/slurm/slurmctld.log"))
    timed("launch to the end of the first job", began)
    names = lab.text("head", "cat /run/node-lab/shared/names").splitlines()
    check("the job ran on its two nodes", sorted(line for line in names if line.startswith("cpu")), ["cpu-dy-1", "cpu-dy-2"])
    check("a node's own name is no loopback address", [line for line in names if line.startswith("127.")], [])
    for name in ("cpu-dy-1", "cpu-dy-2"):
        machine = lab.node_of(name)
        if machine is None:
            report("%s is a VM" % name, "there is none")
            continue
        within(lab, "%s is set up" % name, machine, DONE, 200)
        within(lab, "%s keeps in step with its host's clock" % name, machine, "chronyc -c tracking | grep -q ',Normal'", 60)
        check("every unit of %s is active" % name, inactive(lab, machine, UNITS["node"]), [])
        address = json.loads((lab.state / "cloud.json").read_text())["nodes"][machine]["ip"]
        check("the zone has %s's address" % name, lab.text("head", "getent ahostsv4 %s.slurm.train.internal" % name).split()[:1], [address])
    metrics(lab, lab.node_of("cpu-dy-1"), b"node_load")
    status, text = lab.run("head", "curl -s -m 5 -H Metadata:true 'http://169.254.169.254/metadata/instance?api-version=2021-02-01'", "ada")
    check("a user reaches no metadata", (status != 0, text.strip()), (True, ""))


def fails(lab):
    """What the wire says of an eviction drains the node and ends its jobs in order."""
    machine = lab.node_of("cpu-dy-1")
    lab.events([{"EventId": "1", "EventType": "Preempt", "ResourceType": "VirtualMachine", "Resources": [machine], "EventStatus": "Scheduled", "NotBefore": ""}])
    within(lab, "an eviction drains the node", "head", "scontrol show node cpu-dy-1 | grep -qi 'Reason=.*azure'", 60)
    lab.events([])
    within(lab, "a node that was not evicted after all can be taken back", "head", "scontrol update nodename=cpu-dy-1 state=resume; ! sinfo -h -R | grep -q .", 60)


def reboots(lab):
    lab.run("head", "sbatch -H -J held --wrap true --chdir /tmp")
    within(lab, "the head's hosts file has the addresses of running nodes", "head", "! grep -qE '^127.0.0.2 cpu-dy-[12] ' /etc/hosts", 150)
    for node, units in (("head", UNITS["head"]), (lab.node_of("cpu-dy-2"), UNITS["node"])):
        report("a reboot of %s brings back all that was there" % node, lab.reboot(node))
        within(lab, "%s is set up again" % node, node, DONE, 120)
        check("every unit of %s is active after its reboot" % node, inactive(lab, node, units), [])
    check("queued jobs are there after the head's reboot", lab.text("head", "squeue -h -n held -o %T"), "PENDING")
    lab.run("head", "scancel -n held")
    status, text = lab.run("head", "cd /tmp && timeout 200 srun -N2 hostname", "ada", timeout=240)
    report("a job runs on both nodes after the reboots", None if status == 0 else text[-500:])


def suspend(lab):
    machine = lab.node_of("cpu-dy-2")
    lab.run("head", "scontrol update nodename=cpu-dy-2 state=power_down")
    within(lab, "a node that is not needed is deleted", "head", "scontrol show node cpu-dy-2 | grep -q 'State=.*POWERED_DOWN'", 200)
    gone = lambda: "%s off" % machine in " ".join(line.split()[0] + " " + line.split()[-1] for line in lab.call("nodes")[1].splitlines() if line.split()) + " "
    report("and its VM with it", None if lab.when(gone, 60) is not None else lab.call("nodes")[1])


def refused(lab):
    """The roles of the stack suffice: nothing that a program asked for was refused."""
    rows = [row for row in lab.requests() if row[-1] in ("401", "403", "500") or (row[1] == "169.254.169.254" and row[-1] == "400")]
    check("no request to Azure was refused", rows[:5], [])
    hosts = {row[1] for row in lab.requests()}
    check("head and nodes asked Azure's services", {"management.azure.com", "train-slurm.vault.azure.net", "trainslurmsite.blob.core.windows.net", "168.63.129.16"} - hosts, set())


INFINIBAND = {"state": "4: ACTIVE", "rate": "400 Gb/sec (4X NDR)", "pkeys/0": "0x8021", "pkeys/1": "0x7fff"}


# Answers the boot's check of GPUs as the driver of a sound node does
NVIDIA_SMI = """#!/bin/bash
case "$*" in
  -L) for n in 0 1 2 3 4 5 6 7; do echo "GPU $n: NVIDIA H100 80GB HBM3 (UUID: GPU-$n)"; done ;;
  *ecc.errors*) for n in 0 1 2 3 4 5 6 7; do echo 0; done ;;
  *remapped_rows*) for n in 0 1 2 3 4 5 6 7; do echo 0; done ;;
  *) exit 1 ;;
esac
"""


def infiniband(folder, name, devices, **differs):
    """Devices as the HPC image names them, and a driver that lists 8 GPUs."""
    driver = folder / name / "usr/local/bin/nvidia-smi"
    driver.parent.mkdir(parents=True, exist_ok=True)
    driver.write_text(NVIDIA_SMI)
    driver.chmod(0o755)
    for number in range(devices):
        for path, text in {**INFINIBAND, **differs}.items():
            file = folder / name / ("node-lab/sys/class/infiniband/mlx5_ib%d/ports/1" % number) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text + "\n")
    return [str(folder / name)]


def fleet_nodes(folder):
    def nodes(stack):
        of = lambda name, number, overlay: azure_site.fleet_node(stack, folder, name, "10.0.0.%d" % (20 + number), overlay=overlay)
        shapes = {"whole": infiniband(folder, "ib-8", 8), "seven": infiniband(folder, "ib-7", 7), "limited": infiniband(folder, "ib-key", 8, **{"pkeys/0": "0x7fff"})}
        return [of(name, number, overlay) for number, (name, overlay) in enumerate(shapes.items())]

    return nodes


def fleet(lab, folder, _):
    booted(lab, "whole", 300)
    check("its partition key is written down", lab.text("whole", "cat /run/warpform/pkeys").split(), ["0x8021"])
    check("and its placement group", lab.text("whole", "cat /run/warpform/placement-group").split(), [services.PLACEMENT_GROUP])
    # those of InfiniBand are not among them: its exporter reads more of a device than the lab's have
    metrics(lab, "whole", b"node_load")
    environment = lab.text("whole", "bash -lc 'echo $NCCL_SOCKET_IFNAME $NCCL_IB_HCA'")
    check("jobs have the environment of the fabric", environment.split()[-2:], ["eth0", "mlx5_ib"])
    for name, why in (("seven", "7 devices"), ("limited", "keys: ;")):
        status, _ = lab.call("wait", name, "--timeout", "450", timeout=510)
        said = lab.text(name, "cat /var/log/cloud-init-output.log | grep warpform:")
        check("%s fails its boot and says why" % name, (status, why in said), (1, True))
    report("a reboot of whole brings back all that was there", lab.reboot("whole"))
    check("the check has run again", lab.text("whole", "cat /run/warpform/pkeys").split(), ["0x8021"])


def in_lab(name, mirror, nodes_of, checks, program=HERE / "stack.ts", addresses={"train-slurm-head": HEAD_ADDRESS}):  # noqa: B006
    folder = pathlib.Path(tempfile.mkdtemp(prefix="warpform-azure-"))
    lab = AzureLab(folder / "lab", mirror, tool_for_azure(laboratory.tool(), folder))
    began = time.monotonic()
    try:
        print(name, flush=True)
        stack, public = synthesized(folder, program, addresses)
        lab.up(site(lab, folder, stack, public, nodes_of(folder)(stack)), folder)
        checks(lab, folder, stack)
    except Exception as error:  # noqa: BLE001
        report(name, repr(error)[-1500:])
    finally:
        if os.environ.get("WARPFORM_KEEP") == "1":
            print("left up: NODE_LAB=%s %s" % (lab.state, lab.tool))
        else:
            lab.down()
            shutil.rmtree(folder, ignore_errors=True)
    timed(name, began)


def main():
    absent = laboratory.missing_programs()
    for needed, why in ((os.geteuid() == 0, "not root"), (not absent, "not installed: %s" % ", ".join(absent)), (laboratory.tool(), "the lab of nodes is not here")):
        if not needed:
            return report("nodes of Azure boot with a real systemd", why, True)
    mirror, wanted = laboratory.ubuntu_mirror(), sys.argv[1:] or ["slurm", "fleet", *(["accounts"] if WHOLE else [])]
    if mirror is None:
        return report("nodes of Azure boot with a real systemd", "no mirror of Ubuntu 24.04 is reached from here", True)
    if "slurm" in wanted:
        in_lab("Slurm on Azure, which installs its own packages", mirror, lambda folder: lambda stack: [azure_site.head(stack, folder, HEAD_ADDRESS)], slurm)
    if "fleet" in wanted:
        in_lab("Nodes of a fleet on Azure", mirror, fleet_nodes, fleet)
    name = "Slurm on Azure with login pools and an accounting database"
    if not sys.argv[1:] and not WHOLE:
        report(name, "WARPFORM_WHOLE=1 boots it too", True)
    if "accounts" in wanted:
        in_lab(name, mirror, accounts.nodes_of, accounts.checks, accounts.PROGRAM, accounts.ADDRESSES)
    print("times: %s" % ", ".join(times))


if __name__ == "__main__":
    main()
    print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % counts)
    sys.exit(1 if counts["failed"] else 0)
