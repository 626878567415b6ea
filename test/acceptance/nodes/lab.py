"""The lab that boots nodes: real roots with systemd and cloud-init in namespaces, with stand-ins for the cloud alone."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache"))) / "warpform"


def tool():
    """The lab's program; None where it is not here."""
    for path in (os.environ.get("WARPFORM_NODE_LAB", ""), ROOT.parent / "shared/tools/node-lab/node-lab"):
        if path and os.access(path, os.X_OK):
            return str(path)
    return None


def ubuntu_mirror():
    """Ubuntu's mirror, if this machine reaches one: of the environment, or the one that debootstrap knows."""
    mirrors = [os.environ.get("NODE_LAB_NOBLE_MIRROR"), *known_to_debootstrap()]
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


class Lab:
    def __init__(self, state, mirror, lab_tool=None):
        self.state = pathlib.Path(state)
        self.env = dict(os.environ, NODE_LAB=str(state), NODE_LAB_CACHE=os.environ.get("NODE_LAB_CACHE", str(CACHE / "node-lab")), NODE_LAB_NOBLE_MIRROR=mirror or "")
        self.tool = lab_tool or tool()

    def call(self, *words, timeout=600):
        """Status and output of the lab's program. It reads nothing: who waits for a terminal is stopped. Who takes too long is ended with what
        it has started on a node, which could not shut down otherwise."""
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        with subprocess.Popen([self.tool, *words], env=self.env, text=True, start_new_session=True, **pipes) as process:
            try:
                text, _ = process.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        return process.returncode, text

    def up(self, site, folder):
        path = folder / "site.json"
        path.write_text(json.dumps(site))
        status, text = self.call("up", str(path), timeout=1500)
        if status:
            raise RuntimeError(text[-1500:])

    def share(self):
        """A node with cgroup v1 counts as one process among the machine's others, however many it runs: it gets more of a busy machine."""
        for path in pathlib.Path("/sys/fs/cgroup/cpu").glob("node-lab/**/cpu.shares"):
            if path.parent.parent.name in ("cpu", "node-lab"):
                path.write_text("20480")

    def down(self):
        self.call("down")

    def run(self, node, script, user=None, timeout=120):
        """Status and output of a shell script on a node."""
        who = ["--user", user] if user else []
        try:
            return self.call("run", *who, node, "--", "sh", "-c", script, timeout=timeout)
        except subprocess.TimeoutExpired:
            return 124, "not done in %d s" % timeout

    def text(self, node, script, user=None, timeout=120):
        return self.run(node, script, user, timeout)[1].strip()

    def until(self, node, script, seconds, user=None):
        """Seconds until the script succeeds; None where it does not in that time."""
        return self.when(lambda: self.run(node, script, user, timeout=60)[0] == 0, seconds)

    def when(self, true, seconds):
        """Seconds until the function answers true; None where it does not in that time."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            self.share()
            if true():
                return round(time.monotonic() - began, 1)
            time.sleep(1)
        return None

    def off(self, node):
        """As EC2 stops an instance: an orderly shutdown."""
        self.run(node, "systemctl poweroff")
        if self.when(lambda: "%s off" % node in re.sub(r"(?m)^(\S+) .* (\S+)$", r"\1 \2", self.call("nodes")[1]), 120) is None:
            raise RuntimeError("%s does not power off" % node)

    def on(self, node):
        """As EC2 starts it again. Who powers off holds the node a moment longer than systemd is there: until then it counts as on."""
        said = []
        started = lambda: said.append(self.call("start", node)) or said[-1][0] == 0
        if self.when(started, 60) is None:
            raise RuntimeError("%s does not start: %s" % (node, said[-1][1][-500:]))

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
        status, text = self.call("aws", "--", "python", str(HERE / "change_object.py"), name, content)
        if status:
            raise RuntimeError(text[-500:])

    def name(self, name, node):
        """A name for a node's address, which it has only once the lab is up."""
        path = self.state / "cloud.json"
        cloud = json.loads(path.read_text())
        cloud["records"].append({"name": name, "type": "A", "values": [cloud["nodes"][node]["ip"]]})
        path.with_suffix(".changed").write_text(json.dumps(cloud))
        path.with_suffix(".changed").replace(path)

    def reboot(self, node, timeout=300):
        """None, or what the second boot lacks."""
        status, text = self.call("reboot", node, "--timeout", str(timeout), timeout=timeout + 200)
        return None if status == 0 else text.strip()[-600:]


def missing_programs():
    return [name for name in ("mmdebstrap", "ip", "openssl", "unshare", "losetup") if not shutil.which(name)]
