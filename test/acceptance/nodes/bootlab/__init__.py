"""The lab that boots nodes: real roots with systemd and cloud-init in namespaces, with stand-ins for the cloud alone."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

from . import address, amazon, distributions, fleet, groups, snapshot
from .files import CACHE, NODES, ROOT, changed, first_process, pid_of, read_json, spawn, wait_until, write_json

sys.path.append(str(NODES.parent / "lib"))
import moto_environment  # noqa: E402

__all__ = ["CACHE", "NODES", "ROOT", "Lab", "missing_programs", "ubuntu_mirror"]


def ubuntu_mirror():
    """Ubuntu's mirror, if this machine reaches one: of the environment, or the one that debootstrap knows."""
    mirrors = [os.environ.get("WARPFORM_UBUNTU_MIRROR"), *known_to_debootstrap()]
    for mirror in filter(None, mirrors):
        try:
            with urllib.request.urlopen("%s/dists/noble/Release" % mirror.rstrip("/"), timeout=10):
                return mirror
        except OSError:
            continue
    return None


def known_to_debootstrap():
    try:
        text = pathlib.Path("/usr/share/debootstrap/scripts/gutsy").read_text()
    except OSError:
        return []
    return re.findall(r"default_mirror (\S+//archive\S+)", text)


def missing_programs():
    return [name for name in ("mmdebstrap", "ip", "openssl", "unshare", "nsenter", "losetup", "setpriv") if not shutil.which(name)]


def patience():
    """How much longer things may take: what a machine does that has other work for each processor says little about the cluster."""
    load = os.getloadavg()[0] / os.cpu_count()
    return 1 if load < 3 else 2 if load < 8 else 3


class Lab:
    """A lab in a folder of its own. A site is a dictionary: `stack` (Terraform JSON) and `userData` are relative to the folder that it comes
    with; `nodes` are machines that are on from the beginning, each with a `name` and either `from` (a resource of the stack) or `userData`;
    `launch` is the shape of those that are launched. Both take `release` ("noble" or "trixie"), `packages`, `overlay` (folders over the root),
    `cgroup` ("v1"), `instanceStore` (GiB of each disk), `role` and `tags`. `apt: False` closes the way to mirrors; `secrets` are more of Secrets Manager's;
    `unknown` are EC2 calls that moto lacks, with the element of their empty answer."""

    def __init__(self, state, mirror):
        self.state, self.mirror = pathlib.Path(state), mirror

    def shaped(self, shape):
        lower = distributions.layers(shape.get("release", "noble"), shape.get("packages", []), self.mirror)
        return {"role": shape.get("name", "lab"), "overlay": [], **shape, "lower": lower}

    def up(self, site, folder):
        python = moto_environment.ensure()
        nodes = [self.shaped(each) for each in site["nodes"]]
        site = {**site, "state": str(self.state), "folder": str(folder), "nodes": nodes}
        if "launch" in site:
            site["launch"] = self.shaped(site["launch"])
        for each in ("log", "processes", "nodes", "shared", "volumes"):
            (self.state / each).mkdir(parents=True, exist_ok=True)
        amazon.authority(self.state / "authority", site["region"])
        write_json(self.state / "site.json", site)
        self.write_cloud(site, None, None)
        self.start_cloud(site, python)
        made = subprocess.run(self.inside(python, "-m", "bootlab.account", str(self.state)), env=self.aws(), cwd="/", capture_output=True, text=True)
        if made.returncode:
            raise RuntimeError("AWS can't be set up: " + made.stderr[-1500:])
        account = json.loads(made.stdout)
        self.write_cloud(site, account["vpc"], account["subnet"], account["rules"])
        write_json(self.state / "launches.json", account["launches"])
        write_json(self.state / "fixed.json", [each["id"] for each in account["instances"].values()])
        for node in nodes:
            fleet.add(self.state, {**node, **account["instances"][node["name"]]})
        if "launch" in site:
            spawn(self.state, "launcher", self.inside(python, "-m", "bootlab.launcher", str(self.state)), env=self.aws(), cwd="/")
        for node in nodes:
            fleet.start(self.state, node["name"])

    def write_cloud(self, site, vpc, subnet, rules=()):
        content = {"region": site["region"], "unknown": site.get("unknown", {}), "vpc": vpc, "subnet": subnet, "rules": rules, "records": [], "nodes": {}}
        write_json(self.state / "cloud.json", content)

    def start_cloud(self, site, python):
        isolated = ["unshare", "--net", "bash", "-c", address.SET_UP, "network"]
        spawn(self.state, "cloud", [*isolated, sys.executable, "-m", "bootlab.cloud", str(self.state)])
        shapes = [*site["nodes"], *([site["launch"]] if "launch" in site else [])]
        mirrors = {distributions.mirror_of(each["lower"]) for each in shapes} if site.get("apt", True) else set()
        spawn(self.state, "relay", [sys.executable, "-m", "bootlab.relay", str(self.state / "apt.socket"), *sorted(mirrors)])
        if not wait_until((self.state / "cloud.ready").exists, 30):
            raise RuntimeError("the cloud does not start: " + (self.state / "log/cloud").read_text()[-1500:])
        server = ["-m", "moto.server", "-H", "127.0.0.1", "-p", str(amazon.MOTO_PORT)]
        spawn(self.state, "moto", self.inside(python, *server), env={"MOTO_EC2_LOAD_DEFAULT_AMIS": "false"})
        ask = self.inside("bash", "-c", "exec 3<> /dev/tcp/127.0.0.1/%d" % amazon.MOTO_PORT)
        if not wait_until(lambda: subprocess.run(ask, stderr=subprocess.DEVNULL).returncode == 0, 120, 0.5):
            raise RuntimeError("moto does not start: " + (self.state / "log/moto").read_text()[-1500:])

    def inside(self, *words):
        """A command in the lab's network."""
        return ["nsenter", "--net=/proc/%d/ns/net" % pid_of(self.state, "cloud"), *words]

    def aws(self):
        keys = {"AWS_ACCESS_KEY_ID": "lab", "AWS_SECRET_ACCESS_KEY": "lab", "AWS_ENDPOINT_URL": "http://127.0.0.1:%d" % amazon.MOTO_PORT}
        region = read_json(self.state / "site.json")["region"]
        return {**os.environ, "PYTHONPATH": str(NODES), "AWS_DEFAULT_REGION": region, **keys}

    def down(self):
        """The launcher goes first, which would switch on again what is cut off."""
        for name in ("launcher", *(each.name for each in (self.state / "nodes").glob("*")), "moto", "relay", "cloud"):
            fleet.cut(self.state, name)
            pid = pid_of(self.state, name)
            if pid:
                os.kill(pid, signal.SIGKILL)
        fleet.free(self.state)

    def run(self, node, script, user=None, timeout=120):
        """Status and output of a shell script on a node. It reads nothing: who waits for a terminal is stopped. Who takes too long is ended with
        what it has started on the node, which could not shut down otherwise."""
        try:
            command = fleet.command(self.state, fleet.named(self.state, node), ["sh", "-c", script], user)
        except RuntimeError as error:
            return 1, str(error)
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        with subprocess.Popen(command, text=True, errors="replace", start_new_session=True, **pipes) as process:
            try:
                text, _ = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return 124, "not done in %d s" % timeout
        return process.returncode, text

    def text(self, node, script, user=None, timeout=120):
        return self.run(node, script, user, timeout)[1].strip()

    def until(self, node, script, seconds, user=None):
        """Seconds until the script succeeds; None where it does not in that time."""
        return self.when(lambda: self.run(node, script, user, timeout=60)[0] == 0, seconds)

    def when(self, true, seconds):
        """Seconds until the function answers true; None where it does not in that time, which is longer on a busy machine."""
        began = time.monotonic()
        while time.monotonic() - began < seconds * patience():
            if true():
                return round(time.monotonic() - began, 1)
            time.sleep(1)
        return None

    def off(self, node):
        """As EC2 stops an instance: an orderly shutdown."""
        self.run(node, "systemctl poweroff")
        if self.when(lambda: pid_of(self.state, "machine-" + node) is None, 120) is None:
            raise RuntimeError("%s does not power off" % node)

    def on(self, node):
        """As EC2 starts it again."""
        fleet.start(self.state, node)

    def crash(self, node):
        """Off, without a word to the node."""
        fleet.cut(self.state, fleet.named(self.state, node))

    def renew(self, node):
        """A new instance in place of one that is off: nothing of what that wrote into its root is there, its volumes are."""
        fleet.furnish(self.state, read_json(self.state / "nodes" / node / "node.json"))

    def empty_instance_store(self, node):
        """What a stop does to it: other disks of the same size, on which nothing was written."""
        for image in (self.state / "volumes").glob("%s-store*.img" % node):
            size = image.stat().st_size
            image.write_bytes(b"")
            os.truncate(image, size)

    def set_users(self, users):
        self.change("users.json", json.dumps(users))

    def change(self, name, content):
        """As an apply does: the object, and the manifest that lists it."""
        command = self.inside(moto_environment.PYTHON, str(NODES / "change_object.py"), name, content)
        changing = subprocess.run(command, env=self.aws(), capture_output=True, text=True)
        if changing.returncode:
            raise RuntimeError(changing.stderr[-500:])

    def name(self, name, node):
        """A name for a node's address, which it has only once the lab is up."""
        with changed(self.state / "cloud.json") as cloud:
            cloud["records"].append({"name": name, "type": "A", "values": [cloud["nodes"][node]["ip"]]})

    def launcher_said(self):
        """What kept it from switching a machine on that EC2 has."""
        return (self.state / "log/launcher").read_text()[-900:] or "nothing"

    def asked_outside(self, node):
        """Names outside of the VPC that the node has asked for in vain, and `apt` where it has asked for packages."""
        calls = (self.state / "log/calls").read_text()
        return sorted(set(re.findall(r"(?m)^outside %s (\S+)$" % re.escape(fleet.named(self.state, node)), calls)))

    def refused(self, node):
        """How many connections the node's security groups have refused since it was switched on."""
        listed = self.text(node, "iptables -L %s -nvx | awk '$3 == \"DROP\" { print $1 }'" % groups.REFUSED)
        return int(listed or 0)

    def boots(self, node):
        return read_json(self.state / "nodes" / node / "boot.json")["count"]

    def reboot(self, node, seconds=300):
        """None, or what the second boot lacks."""
        node = fleet.named(self.state, node)
        before, boots, first = snapshot.parsed(self.text(node, snapshot.SCRIPT)), self.boots(node), first_process(self.state, node)
        self.run(node, "systemctl reboot")
        if self.when(lambda: self.boots(node) > boots and first_process(self.state, node) not in (None, first), 150) is None:
            return "it does not come back"
        ready = "systemctl is-system-running | grep -qE 'running|degraded' && cloud-init status | grep -qE 'done|error|disabled'"
        if self.until(node, ready, seconds) is None:
            return "not booted in %d s: %s" % (seconds, self.text(node, "systemctl is-system-running; systemctl list-jobs; cloud-init status"))
        missing = []
        whole = lambda: not missing.append(snapshot.lost(before, snapshot.parsed(self.text(node, snapshot.SCRIPT)))) and not missing[-1]
        self.when(whole, 30)
        status = self.text(node, "cloud-init status --long")
        return "; ".join(missing[-1])[-900:] or (None if "status: done" in status else status[-600:])
