"""Files by which the programs of the lab know of one another, and processes that are found again by them."""

import contextlib
import ctypes
import fcntl
import hashlib
import json
import os
import pathlib
import signal
import subprocess
import time

NODES = pathlib.Path(__file__).resolve().parents[1]
ROOT = NODES.parents[2]
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache"))) / "warpform"
KILL_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def write(path, text, mode=0o644):
    """Whoever reads it has the whole of the old or of the new text."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part%d" % os.getpid())
    part.write_bytes(text if isinstance(text, bytes) else text.encode())
    part.chmod(mode)
    part.replace(path)


def read_json(path, absent=None):
    try:
        return json.loads(pathlib.Path(path).read_text())
    except FileNotFoundError:
        return absent


def write_json(path, value):
    write(path, json.dumps(value, indent=1))


@contextlib.contextmanager
def changed(path):
    """What the file holds, to be changed by one program at a time."""
    with open(str(path) + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        value = read_json(path)
        yield value
        write_json(path, value)


def wait_until(true, seconds, pause=0.1):
    """What the function answered once it was true, or its last answer."""
    end = time.monotonic() + seconds
    while not (answer := true()) and time.monotonic() < end:
        time.sleep(pause)
    return answer


def start_time(pid):
    """When the kernel started the process, in its own ticks; None where it has ended. With the pid it names one process for good."""
    try:
        fields = pathlib.Path("/proc/%d/stat" % pid).read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] == "Z" else fields[19]


def children(pid):
    try:
        return [int(each) for each in pathlib.Path("/proc/%d/task/%d/children" % (pid, pid)).read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def end_with_parent():
    """Nothing of the lab outlives a check that was killed."""
    ctypes.CDLL(None).prctl(KILL_WITH_PARENT, signal.SIGKILL)


def spawn(state, name, command, **options):
    """Starts a program of the lab; what it says goes to log/NAME."""
    (state / "log").mkdir(parents=True, exist_ok=True)
    with open(state / "log" / name, "ab") as log:
        environment = {**os.environ, "PYTHONPATH": str(NODES), **options.pop("env", {})}
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, preexec_fn=end_with_parent, env=environment, **options
        )
    write(state / "processes" / name, "%d %s" % (process.pid, start_time(process.pid)))
    return process


def pid_of(state, name):
    """The process of that name, while it runs."""
    try:
        pid, started = (state / "processes" / name).read_text().split()
    except FileNotFoundError:
        return None
    return int(pid) if start_time(int(pid)) == started else None


def first_process(state, name):
    """systemd of a machine that is on, as seen from outside; None while there is none."""
    supervisor = pid_of(state, "machine-" + name)
    for unshare in children(supervisor) if supervisor else ():
        for each in children(unshare):
            try:
                if pathlib.Path("/proc/%d/comm" % each).read_text().strip() == "systemd":
                    return each
            except (FileNotFoundError, ProcessLookupError):
                continue
    return None


def short(text):
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def group_of(state, name):
    """The control group of a machine, below that of its lab."""
    return "warpform-lab/%s-%s" % (short(str(state)), short(name))
