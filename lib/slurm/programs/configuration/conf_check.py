"""Asks the real slurmctld whether it would start with some configuration: a second one, in a network of its own and on an empty
state, so that it reaches no node, database, cloud or client. `slurmctld` has no option that only tests.
"""

import os
import pwd
import re
import shutil
import subprocess
import tempfile
import time

import scontrol

SECONDS = 60
STARTED = "Running as primary controller"
# What accounting is known by while its database is out of reach, and the name that the state belongs to
STATE_FILES = ("assoc_mgr_state", "assoc_usage", "qos_usage", "last_tres", "clustername")
# - glibc gives a daemon no address to listen on in a network that has none but 127.0.0.1 (AI_ADDRCONFIG of getaddrinfo(3)), so
#   this one has an address of those kept for documentation (RFC 5737).
# - With auth/slurm, slurmctld listens on a socket in /run/slurmctld and takes it from the daemon that has it
#   (https://slurm.schedmd.com/authentication.html#sack), so this one has a folder of its own there.
ALONE = """set -e
ip link set lo up
ip address add 192.0.2.1/32 dev lo
mkdir -p /run/slurmctld
mount -t tmpfs -o mode=755,uid=$1 warpform /run/slurmctld
shift
exec "$@\""""
# What slurmctld asks its database, which this one can't reach: all of it on a state that was never saved (until five minutes after the first
# start, or an orderly stop), and new types of GPUs.
# https://github.com/SchedMD/slurm/blob/slurm-23-11-4-1/src/slurmctld/controller.c
ASKS_DATABASE = re.compile(
    "database must be up at slurmctld start|Problem adding tres to the database|no TRES from it|Retrying initial connection to slurmdbd"
)
OF_DATABASE = tuple("accountingstorage" + word for word in ("type", "host", "enforce", "tres")) + ("accountingstoreflags", "priorityweighttres")
HARMLESS = {key: "/bin/true" for key in ("ResumeProgram", "ResumeFailProgram", "SuspendProgram", "RebootProgram")}


def find_fault(files, etc):
    """files: name -> text, in place of those in the folder `etc`. slurmctld's own words, or None if it starts. What it would ask its database
    is left out where that is all that keeps it from starting here."""
    fault = tried(files, etc)
    if fault and ASKS_DATABASE.search(fault):
        return tried(dict(files, **{"slurm.conf": without_database(files["slurm.conf"])}), etc)
    return fault


def tried(files, etc):
    folder = tempfile.mkdtemp(prefix="warpform-conf-")
    try:
        return try_in(folder, files, etc)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def try_in(folder, files, etc):
    state = os.path.join(folder, "state")
    os.makedirs(state)
    for name in os.listdir(etc) if os.path.isdir(etc) else []:
        if name not in files:
            os.symlink(os.path.join(etc, name), os.path.join(folder, name))
    for name in STATE_FILES:
        path = os.path.join(setting(files["slurm.conf"], "StateSaveLocation"), name)
        if os.path.exists(path):
            shutil.copy(path, state)
    own = dict(HARMLESS, StateSaveLocation=state, SlurmctldPidFile=folder + "/pid", SlurmctldLogFile=folder + "/log", SlurmctldDebug="info")
    for name, text in dict(files, **{"slurm.conf": changed(files["slurm.conf"], own)}).items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    user = setting(files["slurm.conf"], "SlurmUser") or "root"
    owner = pwd.getpwnam(user)
    for path, _, names in os.walk(folder):
        for name in ["", *names]:
            os.lchown(os.path.join(path, name), owner.pw_uid, owner.pw_gid)
    return said_by(folder, user)


def said_by(folder, user):
    with open(os.path.join(folder, "out"), "w", encoding="utf-8") as out:
        path = shutil.which("slurmctld", path=os.environ.get("WARPFORM_SLURM_BIN", scontrol.BINARIES))
        alone = ["unshare", "--net", "--mount", "sh", "-c", ALONE, "sh", str(pwd.getpwnam(user).pw_uid)]
        command = [*alone, "setpriv", "--reuid", user, "--regid", user, "--init-groups", path]
        daemon = subprocess.Popen(
            [*command, "-D", "-f", folder + "/slurm.conf"], stdout=out, stderr=out, stdin=subprocess.DEVNULL, cwd=folder,
            env={"PATH": scontrol.BINARIES, "SLURM_CONF": folder + "/slurm.conf"},
        )  # fmt: skip
    try:
        until = time.monotonic() + SECONDS
        while daemon.poll() is None and time.monotonic() < until and not (STARTED in said(folder) or ASKS_DATABASE.search(said(folder))):
            time.sleep(0.2)
        if daemon.poll() is None:
            waits = ASKS_DATABASE.search(said(folder)) if STARTED not in said(folder) else None
            return waits.group() if waits else None
    finally:
        if daemon.poll() is None:
            daemon.kill()
            daemon.wait()
    fatal = re.findall(r"(?:fatal|error): (.*)", said(folder))
    return "; ".join(fatal[-3:]) or "slurmctld ended with %d and said nothing" % daemon.returncode


def said(folder):
    text = ""
    for name in ("log", "out"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                text += file.read()
    return text


def without_database(text):
    lines = [line for line in text.splitlines() if line.partition("=")[0].strip().lower() not in OF_DATABASE]
    return "\n".join(re.sub(r"(?i)\s(TRESBillingWeights|QOS)=\S+", "", line) for line in lines) + "\n"


def setting(text, key):
    found = re.search(r"(?im)^%s=(.*)$" % key, text)
    return found.group(1).strip() if found else ""


def changed(text, values):
    """The text with these settings in place of its own."""
    lines = [line for line in text.splitlines() if line.partition("=")[0].lower() not in {key.lower() for key in values}]
    return "\n".join(["%s=%s" % item for item in values.items()] + lines) + "\n"
