"""NVIDIA IMEX for a job of several nodes of one UltraServer (GB200, GB300): GPUs of different nodes reach each other's memory over NVLink
only while IMEX runs on all of them with the same list of addresses. Prolog and epilog call this; the list is the job's nodes within the
NVLink domain. https://docs.nvidia.com/multi-node-nvlink-systems/imex-guide/deployment.html (per-job deployment)

Whose channel is whose is Slurm's business from 24.05 on (switch/nvidia_imex); before that, all share channel 0.
"""

import json
import os
import re
import socket
import time

import host_list
from machine import CheckFailed
from whole_file import write

FOLDER = "/etc/nvidia-imex"
NODES, CONFIG = FOLDER + "/nodes_config.cfg", FOLDER + "/config.cfg"
OWNER = "/run/warpform/imex.json"
# A file of slurmd's, which it fetches from the controller
TOPOLOGY = "/var/spool/slurm/d/conf-cache/topology.conf"
# Name of a switch of topology/tree that is an NVLink domain
RACK_SWITCH = "nvlink-"
CHANNELS = "/dev/nvidia-caps-imex-channels"
# nvidia-imex-ctl answers where its service is told to; the port of NVIDIA's example, to which all nodes of the cluster have a way
COMMAND = {"IMEX_CMD_ENABLED": "1", "IMEX_CMD_PORT": "50005"}
READY_SECONDS = 90


def block_of(name, topology):
    """Nodes of the block, or of the switch of an NVLink domain, that a node is in; None where none names it."""
    for line in topology.splitlines():
        found = re.match(r"\s*(?:BlockName=|SwitchName=%s)\S+\s.*?\bNodes=(\S+)" % RACK_SWITCH, line)
        if found:
            nodes = host_list.expand(found.group(1))
            if name in nodes:
                return nodes
    return None


def peers(name, job_nodes, topology):
    """The job's nodes that this node shares an NVLink domain with, itself among them; the same list in the same order on each."""
    block = block_of(name, topology)
    return [node for node in job_nodes if block is None or node in block]


def configured(text, values):
    """The service's configuration with these values, whether its file names them already or not."""
    lines = [line for line in text.splitlines() if line.partition("=")[0].strip() not in values]
    return "\n".join(lines + ["%s=%s" % item for item in sorted(values.items())]) + "\n"


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def address(name):
    try:
        return socket.gethostbyname(name)
    except OSError as error:
        raise CheckFailed("no address of %s: %s" % (name, error)) from None


def start(name, job, nodes, machine, own_channel=True, resolve=address):
    """Before a job. Raises CheckFailed where its GPUs could not reach the other nodes'."""
    together = peers(name, nodes, read(TOPOLOGY))
    if len(together) < 2:
        return []
    owner = owner_of()
    if owner not in (None, job):
        raise CheckFailed("IMEX serves job %s on this node; jobs of several nodes need whole nodes (--exclusive)" % owner)
    if not os.path.isdir(FOLDER):
        raise CheckFailed("NVIDIA IMEX is not installed")
    addresses = [resolve(node) for node in together]
    write(NODES, "".join(each + "\n" for each in addresses))
    write(CONFIG, configured(read(CONFIG), COMMAND))
    os.makedirs(os.path.dirname(OWNER), exist_ok=True)
    write(OWNER, json.dumps({"job": job}))
    if not own_channel:
        make_channel(machine)
    machine.run("systemctl", "restart", "nvidia-imex", timeout=READY_SECONDS)
    wait_ready(machine)
    return addresses


def wait_ready(machine, seconds=READY_SECONDS):
    """Ready once the other nodes' services have answered; their prologs run at the same time."""
    for _ in range(seconds):
        try:
            if machine.run("nvidia-imex-ctl", "-q").strip() == "READY":
                return
        except CheckFailed:
            pass  # not yet up
        time.sleep(1)
    raise CheckFailed("IMEX is not ready after %d s; see /var/log/nvidia-imex.log" % seconds)


def make_channel(machine):
    """Channel 0 for all users, where Slurm makes none for each job."""
    path = CHANNELS + "/channel0"
    if os.path.exists(path):
        return
    major = re.search(r"^\s*(\d+) nvidia-caps-imex-channels$", machine.read("/proc/devices"), re.MULTILINE)
    if major is None:
        raise CheckFailed("the driver has no IMEX channels")
    os.makedirs(CHANNELS, exist_ok=True)
    machine.run("mknod", "-m", "666", path, "c", major.group(1), "0")


def stop(job, machine):
    """After a job: no other job's domain is touched."""
    if owner_of() != job:
        return False
    write(NODES, "")
    machine.run("systemctl", "stop", "nvidia-imex")
    os.remove(OWNER)
    return True


def owner_of():
    try:
        return json.loads(read(OWNER)).get("job")
    except ValueError:
        return None
