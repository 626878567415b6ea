"""Health of this node: as Slurm's prolog and epilog (exit 1 drains the node; they may not call scontrol), and on a timer as
HealthCheckProgram, which drains with the reason, resets GPUs once the node is idle, and gives the node back when that helped.
"""

import json
import os
import socket
import subprocess
import sys

import imex
import scontrol
import whole_file
from cluster_file import Cluster
from health_checks import all_problems
from host_list import expand
from machine import CheckFailed, Machine
from node_reason import action_of, health_reason, worst
from program_log import open_log

# Lost at a reboot, as it should be: uptime and the kernel log begin anew
STATE = "/run/warpform/health.json"
SITE_PROGRAM = "/etc/warpform/%s"
BUSY = {"ALLOCATED", "MIXED", "COMPLETING"}
LEAVING = {"POWER_DOWN", "POWERING_DOWN", "POWERED_DOWN"}
# Checks in a row: without a problem before a drain is lifted; with the same one before another machine, or a restart, is asked for
SOUND_CHECKS, SAME_CHECKS = 2, 3
# slurmd ends a HealthCheckProgram after 60 s, unheard: https://github.com/SchedMD/slurm/blob/slurm-23-11-4-1/src/slurmd/slurmd/slurmd.c (max_wait).
# A prolog has slurm.conf's PrologEpilogTimeout, of which IMEX and the site's own program need some.
TIMER_SECONDS, JOB_SECONDS = 50, 120
# Reasons that Slurm itself gives when a prolog or epilog of ours failed; the timer replaces them by the cause
SLURM_REASONS = ("Prolog error", "Epilog error")


def node_name():
    return os.environ.get("SLURMD_NODENAME") or socket.gethostname().partition(".")[0]


def uptime(machine):
    return float(machine.read("/proc/uptime").split()[0])


def read_state():
    try:
        with open(STATE, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def write_state(state):
    os.makedirs(os.path.dirname(STATE), exist_ok=True)
    whole_file.write(STATE, json.dumps(state))


def find_problems(cluster, name, machine):
    """Problems that need an action, after noting the others; a node of no pool is one."""
    place = cluster.place_of(name)
    if place is None:
        return [("drain", "%s is in no pool of cluster.json" % name)]
    return all_problems(place[0]["expect"], machine, read_state().get("resetAt", 0.0))


def around_job(program):
    """Prolog and epilog."""
    cluster = Cluster.load()
    log = open_log(cluster, program)
    if program == "epilog":
        around_imex(cluster, program, log)
    own = SITE_PROGRAM % program if cluster.data.get("jobPrograms", {}).get(program) else None
    if own and program == "epilog":
        run_own(own, log)
    problems = find_problems(cluster, node_name(), Machine(JOB_SECONDS)) if cluster.data.get("healthChecks", True) else []
    for action, text in problems:
        log.warning("[%s] %s", action, text)
    if any(action != "note" for action, _ in problems):
        sys.exit(1)
    if program == "prolog":
        around_imex(cluster, program, log)
    if own and program == "prolog":
        run_own(own, log)


def around_imex(cluster, program, log):
    """NVLink between the nodes of an UltraServer; a node where it does not come up is drained, and the job goes elsewhere."""
    place = cluster.place_of(node_name())
    kind = place[0]["expect"].get("imex") if place else None
    if kind is None:
        return
    job, machine = os.environ["SLURM_JOB_ID"], Machine()
    try:
        if program == "epilog":
            imex.stop(job, machine)
        else:
            nodes = expand(os.environ.get("SLURM_JOB_NODELIST") or os.environ["SLURM_NODELIST"])
            imex.start(node_name(), job, nodes, machine, own_channel=kind == "channel-per-job")
    except (CheckFailed, OSError) as error:
        log.error("IMEX: %s", error)
        sys.exit(1)


def run_own(path, log):
    """A program of the site's, with Slurm's own environment; one that fails drains the node, as Slurm has it."""
    code = subprocess.call([path], stdin=subprocess.DEVNULL)
    if code:
        log.error("%s ended with %d", path, code)
        sys.exit(1)


def on_timer():
    """HealthCheckProgram. Slurm ignores how it ends, so a check that breaks drains the node here."""
    name = node_name()
    try:
        cluster, machine = Cluster.load(), Machine(TIMER_SECONDS)
        log = open_log(cluster, "node-health")
        problems = find_problems(cluster, name, machine)
        try:
            node = scontrol.nodes(name)[name]
        except scontrol.SlurmError as error:  # a controller that restarts is no fault of this node's; the next check is soon
            log.warning("not told to Slurm: %s; %s", problems or "healthy", error)
            return
        act(name, node, problems, machine, log)
    except (Exception, SystemExit) as error:
        scontrol.update(name, State="DRAIN", Reason=health_reason("drain", ["the health check broke: %s" % error]))
        raise


def act(name, node, problems, machine, log):
    serious = lasting([(action, text) for action, text in problems if action != "note"])
    for action, text in problems:
        log.warning("[%s] %s", action, text)
    drained = "DRAIN" in node.state
    ours = action_of(node.reason) is not None
    if node.state & LEAVING:
        return  # a drain now would outlast this machine
    if not serious:
        if drained and is_over(node.reason):
            scontrol.update(name, State="RESUME")
            log.info("healthy again, given back: %s", node.reason)
        return
    if drained and not ours and not node.reason.startswith(SLURM_REASONS):
        return  # somebody else's drain, with a reason of their own
    action = worst([action for action, _ in serious])
    if action == "reset" and drained and not node.state & BUSY:
        if read_state().get("resetAt"):
            action = "reboot"  # it was reset already, and came back
        else:
            action = reset(machine, log)
    reason = health_reason(action, [text for _, text in serious])
    if not drained or node.reason != reason:
        scontrol.update(name, State="DRAIN", Reason=reason)


def lasting(serious):
    """What passes by itself, such as a file server that fails over, must not cost the node: `replace` and `reboot` are asked for only
    once the same problem is found several times in a row, and until then the node is drained, which is lifted when it has passed."""
    state = read_state()
    seen = {text: state.get("seen", {}).get(text, 0) + 1 for _, text in serious}
    write_state(dict(state, seen=seen, sound=0 if serious else state.get("sound", 0) + 1))
    return [("drain" if action in ("replace", "reboot") and seen[text] < SAME_CHECKS else action, text) for action, text in serious]


def is_over(reason):
    """Whether a healthy node's drain may be lifted: ours, or Slurm's own after a prolog or epilog that failed."""
    state = read_state()
    if action_of(reason) == "reset":
        return bool(state.get("resetAt"))
    return (action_of(reason) is not None or reason.startswith(SLURM_REASONS)) and state.get("sound", 0) >= SOUND_CHECKS


def reset(machine, log):
    """Resets all GPUs; the next check tells whether it helped. A reset that fails asks for a reboot."""
    try:
        machine.run("nvidia-smi", "--gpu-reset", timeout=TIMER_SECONDS)
        write_state(dict(read_state(), resetAt=uptime(machine)))
        log.warning("GPUs were reset")
        return "reset"
    except CheckFailed as error:
        log.warning("no reset: %s", error)
        return "reboot"
