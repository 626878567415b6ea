"""The hardware around a machine:  python3 -m bootlab.machine STATE NAME

Gives it its disks, power and a network card; gives it power again where it reboots, and ends where it powers off.
"""

import ctypes
import os
import pathlib
import signal
import subprocess
import sys
import time

from . import address, groups
from .files import children, end_with_parent, group_of, pid_of, read_json, short, wait_until, write_json

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
GIB = 1 << 30
# What the first process of a namespace dies of when it asks the kernel for a reboot: pid_namespaces(7)
REBOOT = -signal.SIGHUP
ISOLATED = ("--mount", "--pid", "--uts", "--ipc", "--net", "--fork", "--kill-child")


def loop_of(image):
    """The loop device of a file."""
    run = lambda *words: subprocess.run(["losetup", *words], check=True, capture_output=True, text=True).stdout.strip()
    return run("--associated", str(image), "--output", "NAME", "--noheadings") or run("--find", "--show", str(image))


def disks_of(state, node):
    """Devices by the names that EC2's have: volumes first, then the instance store's. What is on them outlasts the power."""
    volumes = [(each["id"], each["gib"], "nvme-Amazon_Elastic_Block_Store_" + each["id"].replace("-", "")) for each in node.get("volumes", ())]
    stores = [("%s-store%d" % (node["name"], index), gib) for index, gib in enumerate(node.get("instanceStore", ()))]
    stores = [(key, gib, "nvme-Amazon_EC2_NVMe_Instance_Storage_AWS" + short(key).upper() * 2) for key, gib in stores]
    found = {}
    for index, (key, gib, by_id) in enumerate([*volumes, *stores], start=1):
        image = state / "volumes" / (key + ".img")
        image.parent.mkdir(exist_ok=True)
        image.touch()
        if image.stat().st_size == 0:
            os.truncate(image, gib * GIB)
        found["nvme%dn1" % index] = {"loop": loop_of(image), "by-id": by_id}
    return found


def plug_in(state, node, first):
    """A card of the machine's, whose other end is at the lab's bridge."""
    cable = "m" + short(node["name"])
    there = ["nsenter", "--net=/proc/%d/ns/net" % pid_of(state, "cloud"), "ip", "link"]
    subprocess.run([*there, "delete", cable], stderr=subprocess.DEVNULL)
    card = ["name", address.CARD, "mtu", str(address.MTU), "address", address.mac_of(node["ip"]), "netns", str(first)]
    subprocess.run([*there, "add", cable, "mtu", str(address.MTU), "type", "veth", "peer", *card], check=True)
    subprocess.run([*there, "set", cable, "master", address.BRIDGE, "up"], check=True)


def boot(state, node, count):
    """One life of a machine, from power on to its end; the status that its first process ended with."""
    folder = state / "nodes" / node["name"]
    write_json(folder / "boot.json", {"count": count, "at": time.time(), "group": group_of(state, node["name"]), "disks": disks_of(state, node)})
    up = "-" + pathlib.Path("/proc/uptime").read_text().partition(".")[0]  # its clock since power on begins at 0
    reads, plugged = os.pipe()
    inside = [sys.executable, "-m", "bootlab.power_on", str(state), node["name"], str(reads)]
    machine = subprocess.Popen(["unshare", "--time", "--monotonic", up, "--boottime", up, *ISOLATED, *inside], pass_fds=(reads,), preexec_fn=end_with_parent)
    os.close(reads)
    try:
        first = wait_until(lambda: children(machine.pid), 30)
        plug_in(state, node, first[0])
        groups.enforce(state, (node["name"], first[0]))
        os.write(plugged, b"1")
    except BaseException:
        machine.kill()
        raise
    finally:
        os.close(plugged)
    return machine.wait()


def main(state, name):
    ctypes.CDLL(None).prctl(SUBREAPER, 1)
    state, count, status = pathlib.Path(state), 0, REBOOT
    while status == REBOOT:
        count += 1
        status = boot(state, read_json(state / "nodes" / name / "node.json"), count)
        print("boot %d ended with status %d" % (count, status), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
