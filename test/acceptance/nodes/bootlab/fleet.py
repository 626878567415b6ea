"""Machines of a lab: made, switched on, cut off, and entered."""

import os
import pathlib
import signal
import subprocess
import sys

from .files import changed, children, first_process, group_of, pid_of, spawn, wait_until, write_json
from .furnish import furnish

INSIDE = ("--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--time")
ENVIRONMENT = ("HOME=/root", "LANG=C.UTF-8", "TERM=dumb", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")


def add(state, node):
    """A machine that is off, of which the cloud knows."""
    described = state / "nodes" / node["name"] / "node.json"
    if described.exists():
        return
    furnish(state, node)
    with changed(state / "cloud.json") as cloud:
        cloud["nodes"][node["name"]] = node
    write_json(described, node)


def start(state, name):
    """Returns when systemd runs."""
    if pid_of(state, "machine-" + name):
        raise RuntimeError("%s is on" % name)
    spawn(state, "machine-" + name, [sys.executable, "-m", "bootlab.machine", str(state), name])
    if not wait_until(lambda: first_process(state, name) or not pid_of(state, "machine-" + name), 120) or not first_process(state, name):
        raise RuntimeError("%s does not start: %s" % (name, (state / "log" / ("machine-" + name)).read_text()[-1500:]))


def cut(state, name):
    """The power goes, without a word to the machine."""
    supervisor = pid_of(state, "machine-" + name)
    if supervisor is None:
        return
    below = [supervisor, *children(supervisor)]
    first = first_process(state, name)
    for each in [*below, *([first] if first else [])]:
        try:
            os.kill(each, signal.SIGKILL)
        except ProcessLookupError:
            pass
    wait_until(lambda: not pid_of(state, "machine-" + name) and not (first and os.path.exists("/proc/%d" % first)), 30)


def command(state, name, words, user=None):
    """What runs a command on a machine, as root or as another user."""
    first = first_process(state, name)
    if first is None:
        raise RuntimeError("%s is off" % name)
    root = "/proc/%d/root" % first
    who = ["runuser", "-u", user, "--"] if user else []
    return ["nsenter", "--target", str(first), *INSIDE, "--root=" + root, "--wd=" + root, "env", "-i", *ENVIRONMENT, *who, *words]


def named(state, name):
    """A machine by its name, or by the host name that it has given itself."""
    if (state / "nodes" / name).is_dir():
        return name
    for folder in sorted((state / "nodes").iterdir()):
        own = folder / "own/etc/hostname"
        if own.exists() and own.read_text().strip() == name and first_process(state, folder.name):
            return folder.name
    raise RuntimeError("no machine is called %s" % name)


def free(state):
    """Disks and control groups, once all machines are off."""
    listed = subprocess.run(["losetup", "--list", "--noheadings", "--output", "NAME,BACK-FILE"], capture_output=True, text=True).stdout
    for line in listed.splitlines():
        device, file = line.split(maxsplit=1)
        if file.startswith(str(state / "volumes")):
            subprocess.run(["losetup", "--detach", device])
    for group in pathlib.Path("/sys/fs/cgroup").glob("**/%s-*" % group_of(state, "").rpartition("-")[0]):
        for below in [*sorted((each for each in group.glob("**/") if each != group), reverse=True), group]:
            try:
                below.rmdir()
            except OSError:
                pass  # it still has processes that end
