"""What the programs ask of Slurm, and tell it, through its own commands.

slurmctld starts programs with hardly any environment (no PATH), so commands are found in the usual places.
"""

import os
import re
import shutil
import socket
import subprocess
import time
from collections import namedtuple

BINARIES = "/opt/slurm/bin:/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin"
TIMEOUT_SECONDS = 120
FIELD_WIDTH = 40

# state: a set of words such as {"IDLE", "CLOUD", "POWERED_DOWN"}; address: what slurmctld connects to
Node = namedtuple("Node", "name state address reason")


class SlurmError(Exception):
    """A Slurm command failed; the text is its own message."""


def run(*arguments, command="scontrol", check=True):
    path = shutil.which(command, path=os.environ.get("WARPFORM_SLURM_BIN", BINARIES))
    if path is None:
        raise SlurmError("%s is not installed in %s" % (command, BINARIES))
    said = "%s %s" % (command, " ".join(arguments)[:200])
    try:
        done = subprocess.run(
            [path, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",  # Slurm cuts a long reason in the middle of a character
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise SlurmError("%s: no answer in %d s" % (said, TIMEOUT_SECONDS)) from None
    if check and done.returncode != 0:
        raise SlurmError("%s: %s" % (said, (done.stderr or done.stdout).strip()))
    return done.stdout


def started():
    """When slurmctld started, in seconds of the system's clock."""
    found = re.search(r"(?m)^BOOT_TIME\s*=\s*(\S+)", run("show", "config"))
    return time.mktime(time.strptime(found.group(1), "%Y-%m-%dT%H:%M:%S"))


def parse_nodes(text):
    """Reads `scontrol -o show nodes`."""
    nodes = {}
    for line in text.splitlines():
        # the first of each: what people write into a reason or comment comes after
        fields = dict(reversed(re.findall(r"(?:^|\s)(NodeName|NodeAddr|State)=(\S+)", line)))
        if "NodeName" not in fields:
            continue
        reason = re.search(r"\sReason=(.*?)(?:\s\[\S+@\S+\])?(?:\s+\w+=.*)?$", line)
        state = set(re.split(r"[+*]", fields.get("State", ""))) - {""}
        if "*" in fields.get("State", ""):
            state.add("NOT_RESPONDING")
        name = fields["NodeName"]
        nodes[name] = Node(name, state, fields.get("NodeAddr", name), reason.group(1).strip() if reason else "")
    return nodes


def nodes(host_list=None):
    """Every node, or those of a host list, by name."""
    return parse_nodes(run("-o", "show", "nodes", *([host_list] if host_list else [])))


def update(host_list, **fields):
    """scontrol update nodename=… field=value …"""
    run("update", "nodename=" + host_list, *("%s=%s" % item for item in fields.items()))


def jobs_on(host_list, states, fields):
    """A dictionary of squeue's fields (as -O names them) for each job in these states on these nodes."""
    form = ",".join("%s:%d" % (field, FIELD_WIDTH) for field in fields)
    text = run("-h", "-O", form, "-t", states, "-w", host_list, command="squeue")
    return [dict(zip(fields, line.split())) for line in text.splitlines() if line.strip()]


def is_active(controllers):
    """True on the controller that is in charge: the only one, or the first of several that answers."""
    if len(controllers) == 1:
        return True
    up = re.findall(r" at (\S+) is UP", run("ping", check=False))
    return up[:1] == [socket.gethostname().partition(".")[0]]
