"""A throw-away Slurm site on one machine: no systemd, nothing left behind, nothing changed on the host.

The head is one set of Linux namespaces (network, mounts, processes, host name); each node is another, nested in it and
joined by a bridge. So every machine has its own address, host name, port 6818, /var and process tree, and the generated
slurm.conf needs no port or name tricks. Ending the head's first process ends everything. Needs root.
"""

import ipaddress
import json
import os
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
HEAD_ADDRESS = "10.99.0.10"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# How many times longer than on an idle machine things may take; run.py sets it by the load
PATIENCE = int(os.environ.get("WARPFORM_PATIENCE", "1"))
NAMESPACES = ["--mount", "--pid", "--uts", "--ipc", "--fork", "--kill-child", "--mount-proc"]


def first_child(process, seconds=10):
    """Process id of the namespace's init: the only child of `unshare`, once that is no longer this program's copy."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            with open("/proc/%d/comm" % process.pid) as comm, open(
                "/proc/%d/task/%d/children" % (process.pid, process.pid)
            ) as children:
                pids = children.read().split()
                if comm.read().strip() == "unshare" and pids:
                    return int(pids[0])
        except FileNotFoundError:
            break
        time.sleep(0.02)
    raise RuntimeError("no namespace: is this root, with user and mount namespaces allowed?")


class Lab:
    """root: state folder; etc: folder that appears as /etc/slurm; binds: {path inside: path outside};
    system: root of another Debian whose programs run instead of this machine's."""

    def __init__(self, root, etc, binds=None, before=(), database=False, node_boot=None, system=None):
        self.root, self.etc, self.pid, self.outer = root, etc, None, None
        self.machines = {}  # name -> (process, address)
        self.crashed = set()  # names of machines that are gone for good, whatever the cloud says of them
        self.count = 0
        self.plan = {
            "root": root,
            "etc": etc,
            "binds": binds or {},
            "database": database,
            "address": HEAD_ADDRESS,
            # commands that run on the head before slurmctld
            "before": [list(command) for command in before],
            # shell commands that run on each node before slurmd: devices, failures
            "nodeBoot": node_boot,
            "system": system,
        }
        self.environment = {"PATH": PATH, "LC_ALL": "C.UTF-8", "HOME": "/root"}

    # -- the head -----------------------------------------------------------------------------------------------------

    def up(self, seconds=180):
        shutil.rmtree(self.root, ignore_errors=True)
        os.makedirs(os.path.join(self.root, "log"))
        os.chmod(self.root, 0o755)
        with open(os.path.join(self.root, "plan.json"), "w") as file:
            json.dump(self.plan, file)
        with open(os.path.join(self.root, "log", "head.log"), "w") as log:
            self.outer = subprocess.Popen(
                ["unshare", "--net", *NAMESPACES, sys.executable, os.path.join(HERE, "lab_head.py"), self.root],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.pid = first_child(self.outer)
        ready = os.path.join(self.root, "ready")
        self.wait(lambda: os.path.exists(ready) or self.outer.poll() is not None, seconds)
        if not os.path.exists(ready):
            tails = [self.log(name)[-1500:] for name in sorted(os.listdir(os.path.join(self.root, "log")))]
            self.down()
            raise RuntimeError("the site did not come up:\n" + "\n".join(tails))
        return self

    def down(self):
        if self.outer and self.outer.poll() is None:
            self.outer.send_signal(signal.SIGKILL)
            self.outer.wait()
        for init in [self.pid] if self.pid else []:
            self.wait(lambda: not os.path.exists("/proc/%d" % init), 10)
        self.outer, self.machines = None, {}

    def log(self, name):
        with open(os.path.join(self.root, "log", name), errors="replace") as file:
            return file.read()

    def slurmctld_log(self):
        return self.read_inside("slurmctld.log")

    def read_inside(self, name):
        path = os.path.join(self.root, "head", "var", "log", "slurm", name)
        with open(path, errors="replace") as file:
            return file.read()

    def _enter(self, pid):
        return ["nsenter", "-t", str(pid), "-m", "-u", "-i", "-n", "-p", "--"]

    def run(self, *command, check=True, timeout=60, user=None, env=None, pid=None):
        """Runs a command on the head; its standard output, stripped."""
        if user:
            command = ("setpriv", "--reuid", user, "--regid", user, "--clear-groups", *command)
        done = subprocess.run(
            [*self._enter(pid or self.pid), *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
            timeout=timeout * PATIENCE,
            cwd="/",
            stdin=subprocess.DEVNULL,
            env=dict(self.environment, **(env or {})),
        )
        if check and done.returncode != 0:
            raise RuntimeError("%s: exit %d: %s" % (" ".join(command)[:200], done.returncode, (done.stderr + done.stdout)[-800:]))
        return done.stdout.strip() if check else (done.returncode, done.stdout + done.stderr)

    def spawn(self, name, *command, user=None, env=None, pid=None):
        """Starts a program of the head, or of a machine, in the background; its output goes to log/NAME.log."""
        if user:
            command = ("setpriv", "--reuid", user, "--regid", user, "--clear-groups", *command)
        with open(os.path.join(self.root, "log", name + ".log"), "a") as log:
            return subprocess.Popen(
                [*self._enter(pid or self.pid), *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                env=dict(self.environment, **(env or {})),
            )

    def restart(self, daemon, seconds=30):
        """Stops a daemon as systemd does, and starts it again."""
        with open(os.path.join("/proc", str(self.pid), "root", "run", "lab-%s.pid" % daemon)) as file:
            old = file.read().strip()
        self.run("kill", old, check=False)
        if not self.wait(lambda: self.run("kill", "-0", old, check=False)[0] != 0, seconds):
            raise RuntimeError("%s does not stop" % daemon)
        self.spawn(daemon, daemon, "-D", user="slurm")
        if not self.wait(lambda: self.run("sinfo", check=False)[0] == 0, seconds):
            raise RuntimeError("%s does not start again" % daemon)

    # -- nodes --------------------------------------------------------------------------------------------------------

    @staticmethod
    def sleep(seconds):
        time.sleep(seconds)

    def next_address(self):
        """That of the machine which boots next, where none is given."""
        return str(ipaddress.ip_address("10.99.200.0") + self.count + 1)

    def boot(self, machine, address=None, name="-"):
        """Powers a machine on; returns at once. It takes the node name given, or asks for its own as an instance does."""
        address = address or self.next_address()
        self.count += 1
        n = self.count
        link = "v%d" % n
        script = (
            "ip netns del {0} 2>/dev/null; ip netns add {0} && ip link add {1} type veth peer name eth0 netns {0} && "
            "ip link set {1} master br0 up && ip -n {0} addr add {2}/16 dev eth0 && ip -n {0} link set eth0 up && "
            "ip -n {0} link set lo up && ip -n {0} route add 169.254.169.254 dev eth0"
        ).format(machine, link, address)
        self.run("sh", "-c", script)
        with open(os.path.join(self.root, "log", "node-%s.log" % machine), "a") as log:
            # plain nsenter, because `ip netns exec` would hide the cgroups
            outer = subprocess.Popen(
                [*self._enter(self.pid), "nsenter", "--net=/run/netns/" + machine, "unshare", *NAMESPACES]
                + ["/usr/bin/python3" if self.plan["system"] else sys.executable, os.path.join(HERE, "lab_node.py"), self.root, machine, name],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
            )
        self.machines[machine] = (outer, address)
        return address

    def machine_pid(self, machine):
        """Process id, as the host counts, of a machine's first process."""
        folder = os.path.join(self.root, "nodes", machine)
        if not self.wait(lambda: os.path.exists(os.path.join(folder, "booted")), 10):
            raise RuntimeError("%s did not boot: %s" % (machine, self.log("node-%s.log" % machine)))
        with open(os.path.join(folder, "booted")) as file:
            namespace = file.read()
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink("/proc/%s/ns/pid" % pid) != namespace:
                    continue
                with open("/proc/%s/status" % pid) as status:
                    if status.read().split("NSpid:")[1].split("\n")[0].split()[-1] == "1":
                        return int(pid)
            except OSError:
                continue
        raise RuntimeError("%s is not on" % machine)

    def on(self, machine, *command, **options):
        """Runs a command on a machine."""
        return self.run(*command, pid=self.machine_pid(machine), **options)

    def crash(self, machine):
        """A terminated instance: every process of the machine dies at once."""
        if machine in self.machines:
            outer, _ = self.machines.pop(machine)
            self.crashed.add(machine)
            os.kill(self.machine_pid(machine), signal.SIGKILL)
            outer.wait()
            os.unlink(os.path.join(self.root, "nodes", machine, "booted"))
            self.run("ip", "netns", "del", machine, check=False)

    # -- asking Slurm -------------------------------------------------------------------------------------------------

    @staticmethod
    def wait(true, seconds, step=0.1):
        """Waits until the function answers something true, and returns that; None when the time, on a busy machine more, is over."""
        until = time.monotonic() + seconds * PATIENCE
        while True:
            value = true()
            if value:
                return value
            if time.monotonic() > until:
                return None
            time.sleep(step)

    def node(self, name):
        text = self.run("scontrol", "-o", "show", "node", name)
        return {"state": text.split(" State=")[1].split()[0], "text": text}

    def state(self, name):
        return self.node(name)["state"]

    def job(self, job):
        """(state, reason, nodes) of a job in the queue; (None, None, None) if it has left it."""
        code, text = self.run("squeue", "-h", "-j", str(job), "-o", "%T|%r|%N", check=False)
        return tuple(text.strip().split("|")) if code == 0 and text.strip() else (None, None, None)

    def sbatch(self, *arguments, user=None, **options):
        return self.run("sbatch", "--parsable", "-o", "/dev/null", *arguments, user=user, **options).split(";")[0]

    def wait_job(self, job, state, seconds):
        return self.wait(lambda: self.job(job)[0] == state, seconds)
