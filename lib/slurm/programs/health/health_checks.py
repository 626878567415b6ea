"""The checks of a node's health, each against what cluster.json expects of the pool. A check yields (action, problem).

None of them changes anything. What can't be found out raises CheckFailed, which `all_problems` turns into a problem.
"""

import re

import kernel_log
from machine import CheckFailed

NOT_AVAILABLE = ("[N/A]", "N/A", "[Not Supported]", "")
# munge refuses credentials that are minutes old; a second is far more than a machine with a working clock daemon is off
MAX_CLOCK_SECONDS = 1.0
# chrony takes some 10 s after it starts; a node that is not in step after this time since its boot has another problem.
CLOCK_GRACE_SECONDS = 300
FILE_SYSTEM_TYPES = {"lustre": ("lustre",), "efs": ("nfs4", "efs"), "nfs": ("nfs", "nfs4"), "openzfs": ("nfs", "nfs4")}
STAT_TIMEOUT_SECONDS = 20
INFINIBAND = "/sys/class/infiniband"
# https://docs.kernel.org/gpu/amdgpu/driver-core.html
AMD_NODES = "/sys/class/kfd/kfd/topology/nodes"


def query_gpus(machine, *fields):
    text = machine.run("nvidia-smi", "--query-gpu=" + ",".join(fields), "--format=csv,noheader,nounits")
    return [[value.strip() for value in line.split(",")] for line in text.splitlines() if line.strip()]


def gpu_count(expect, machine, since):
    if expect["gpus"]:
        count = len(query_gpus(machine, "index"))
        if count != expect["gpus"]:
            yield "replace", "%d GPUs of %d" % (count, expect["gpus"])


def mig(expect, machine, since):
    if not expect["gpus"]:
        return
    modes = {mode for (mode,) in query_gpus(machine, "mig.mode.current")}
    if not expect["mig"]:
        if "Enabled" in modes:
            yield "drain", "MIG is on, but the pool has whole GPUs"
        return
    if modes != {"Enabled"}:
        yield "drain", "MIG is not on for all GPUs"
    profile, count = expect["mig"]["profile"], expect["mig"]["instances"]
    listed = [line for line in machine.run("nvidia-smi", "-L").splitlines() if line.split()[:2] == ["MIG", profile]]
    if len(listed) != count:
        yield "drain", "%d MIG instances %s of %d" % (len(listed), profile, count)


def gpu_memory(expect, machine, since):
    if not expect["gpus"]:
        return
    for bus, errors in query_gpus(machine, "pci.bus_id", "ecc.errors.uncorrected.volatile.total"):
        if errors not in NOT_AVAILABLE and int(errors) > 0:
            yield "reset", "GPU %s has %s uncorrectable ECC errors" % (bus, errors)
    rows = machine.run(
        "nvidia-smi", "--query-remapped-rows=gpu_bus_id,remapped_rows.pending,remapped_rows.failure", "--format=csv,noheader"
    )
    for line in filter(str.strip, rows.splitlines()):
        bus, pending, failure = [value.strip() for value in line.split(",")]
        if failure in ("1", "Yes"):
            yield "replace", "GPU %s can't remap a memory row" % bus
        elif pending in ("1", "Yes"):
            yield "reset", "GPU %s has a memory row to remap" % bus


def fabric_manager(expect, machine, since):
    """GPUs behind NVSwitch do not talk to each other until the fabric manager has set the switches up."""
    if not expect["nvSwitch"]:
        return
    states = query_gpus(machine, "pci.bus_id", "fabric.state", "fabric.status")
    for bus, state, status in states:
        if state not in NOT_AVAILABLE and (state, status) != ("Completed", "Success"):
            yield "reboot", "GPU %s: NVLink fabric is %s, %s" % (bus, state, status)
    if all(state in NOT_AVAILABLE for _, state, _ in states):  # A100 does not report it
        machine.run("systemctl", "is-active", "nvidia-fabricmanager")


def kernel_errors(expect, machine, since):
    if not expect["gpus"]:
        return
    rows = kernel_log.catalog()
    seen = {}
    for event in kernel_log.events(machine.run("dmesg"), since):
        seen.setdefault(kernel_log.name(event, rows), (kernel_log.action(event, rows), event.text))
    for label, (action, text) in seen.items():
        yield action, "%s on %s" % (label, text.split()[0])


def neuron_count(expect, machine, since):
    """The driver makes /dev/neuron0 and up, one for each device that it has brought up; without the driver there is none, and
    another machine would have none either.
    """
    if expect["neuronDevices"]:
        count = len([name for name in machine.names("/dev") if re.fullmatch(r"neuron\d+", name)])
        if count == 0:
            yield "drain", "no Neuron device: is the driver, aws-neuronx-dkms, in the image?"
        elif count != expect["neuronDevices"]:
            yield "replace", "%d Neuron devices of %d" % (count, expect["neuronDevices"])


def neuron_errors(expect, machine, since):
    if expect["neuronDevices"]:
        yield from kernel_log.neuron_errors(machine.run("dmesg"))


def amd_count(expect, machine, since):
    """The driver lists processors too, whose GPUs have the number 0."""
    wanted = expect.get("amdGpus")
    if not wanted:
        return
    count = len([name for name in machine.names(AMD_NODES) if machine.read("%s/%s/gpu_id" % (AMD_NODES, name)).strip() != "0"])
    if count == 0:
        yield "drain", "no AMD GPU: is the driver, amdgpu, in the image?"
    elif count != wanted:
        yield "replace", "%d GPUs of %d" % (count, wanted)


def efa_devices(machine):
    return [name for name in machine.names(INFINIBAND) if machine.link("%s/%s/device/driver" % (INFINIBAND, name)) == "efa"]


def efa(expect, machine, since):
    if not expect["efaDevices"]:
        return
    devices = efa_devices(machine)
    if len(devices) < expect["efaDevices"]:
        yield "replace", "%d EFA devices of %d" % (len(devices), expect["efaDevices"])
    for device in devices:
        state = machine.read("%s/%s/ports/1/state" % (INFINIBAND, device)).strip()
        if not state.endswith("ACTIVE"):
            yield "reboot", "EFA device %s is %s" % (device, state)


def infiniband(expect, machine, since):
    """A node that lost a port, or its partition's key, goes on over Ethernet, at a tenth of the rate. Another rate, or another key, is the
    fabric's: the node is kept for a person.
    """
    wanted = expect.get("infiniband")
    if not wanted:
        return
    ports = ["%s/%s/ports/1" % (INFINIBAND, name) for name in machine.names(INFINIBAND)]
    ports = [port for port in ports if machine.read(port + "/link_layer").strip() == "InfiniBand"]
    if len(ports) < wanted["devices"]:
        yield "replace", "%d InfiniBand devices of %d" % (len(ports), wanted["devices"])
    for port in ports:
        device, state = port.split("/")[-3], machine.read(port + "/state").strip()
        if not state.endswith("ACTIVE"):
            yield "reboot", "InfiniBand device %s is %s" % (device, state)
            continue
        rate = machine.read(port + "/rate").split()[0]
        if rate != str(wanted["gbpsPerDevice"]):
            yield "drain", "InfiniBand device %s runs at %s Gb/s instead of %d" % (device, rate, wanted["gbpsPerDevice"])
    keys = {machine.read("%s/pkeys/%s" % (port, name)).strip() for port in ports for name in machine.names(port + "/pkeys")}
    members = sorted(key for key in keys if key.startswith("0x8"))
    if ports and len(members) != 1:
        yield "drain", "partition keys of which the node is a full member: %s; 1 is expected" % (" ".join(members) or "none")


def mounted(machine):
    lines = [line.split() for line in machine.read("/proc/self/mounts").splitlines()]
    return {fields[1].replace("\\040", " "): fields[2] for fields in lines}


def file_systems(expect, machine, since):
    on = mounted(machine) if expect["mounts"] else {}
    for mount in expect["mounts"]:
        path, kind = mount["path"], mount["kind"]
        if path not in on or on[path] not in FILE_SYSTEM_TYPES.get(kind, (on.get(path),)):
            # Another machine would not have it either, where the server is what fails
            yield "drain", "%s is not mounted at %s" % (kind, path)
        else:  # a dead server hangs whoever asks
            machine.run("stat", "-f", path, timeout=STAT_TIMEOUT_SECONDS)


def nvme(expect, machine, since):
    path = expect["nvmeMountPath"]
    if path and path not in mounted(machine):
        yield "replace", "the NVMe array is not mounted at %s" % path


def clock(expect, machine, since):
    """Right after a boot, chrony has not chosen its server yet, and Slurm asks for the first check at once: noted, not a drain."""
    try:
        fields = machine.run("chronyc", "-c", "tracking").strip().split(",")
        problem = None
        if len(fields) < 14 or fields[-1] == "Not synchronised":
            problem = "the clock is not synchronised"
        elif abs(float(fields[4])) > MAX_CLOCK_SECONDS:
            problem = "the clock is %s s off" % fields[4]
    except CheckFailed as error:
        problem = str(error)
    if problem:
        young = float(machine.read("/proc/uptime").split()[0]) < CLOCK_GRACE_SECONDS
        yield "note" if young else "drain", problem


CHECKS = (gpu_count, mig, gpu_memory, fabric_manager, kernel_errors, neuron_count, neuron_errors, amd_count, efa, infiniband, file_systems, nvme, clock)


def all_problems(expect, machine, since=0.0):
    """Every problem of every check: (action, text), in the order of the checks."""
    problems = []
    for check in CHECKS:
        try:
            problems.extend(check(expect, machine, since))
        except CheckFailed as error:
            problems.append(("drain", str(error)))
        except Exception as error:  # an answer in an unknown form is no sign of health either
            problems.append(("drain", "%s: %r" % (check.__name__, error)))
    return list(dict.fromkeys(problems))
