"""The health checks of Slurm nodes on a machine with a real GPU and NVIDIA's own driver: see README.md."""

import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
sys.path[:0] = [os.path.join(ROOT, "lib/slurm/programs", folder) for folder in ("health", "shared")]

import health_checks  # noqa: E402
import kernel_log  # noqa: E402
from machine import Machine  # noqa: E402

EXPECT = {"gpus": 1, "mig": None, "nvSwitch": False, "neuronDevices": 0, "efaDevices": 0, "mounts": [], "nvmeMountPath": None}
# Writes far outside of what it owns, once: the driver ends it and logs an Xid 31.
FAULT = """
__global__ void bad(int *p) { p[(size_t)1 << 40] = 1; }
int main() { int *p; cudaMalloc(&p, 4); bad<<<1, 1>>>(p); return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1; }
"""


def problems(machine, **changes):
    """Those of the checks that ask the GPU."""
    expect = {**EXPECT, **changes}
    checks = (health_checks.gpu_count, health_checks.mig, health_checks.gpu_memory, health_checks.kernel_errors)
    return [problem for check in checks for problem in check(expect, machine, 0.0)]


def fault(folder):
    """Exit status of a program that reaches outside of its memory; None where it can't be built."""
    compiler = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    if not os.path.exists(compiler):
        return None
    source, program = os.path.join(folder, "fault.cu"), os.path.join(folder, "fault")
    with open(source, "w", encoding="utf-8") as file:
        file.write(FAULT)
    subprocess.run([compiler, "-o", program, source], check=True)
    return subprocess.run([program], check=False).returncode


def main():
    machine, counts = Machine(), {"ok": 0, "FAILED": 0, "skipped": 0}

    def say(result, name, why=""):
        counts[result] += 1
        print(result, name, why)

    def check(name, good, why):
        say("ok" if good else "FAILED", name, "" if good else str(why))

    count = len(health_checks.query_gpus(machine, "index"))
    before = len(kernel_log.events(machine.run("dmesg")))
    sound = problems(machine, gpus=count)
    check("a sound machine has no problem", all(action == "note" for action, _ in sound), sound)
    more = problems(machine, gpus=count + 7)
    check("GPUs that are missing ask for another machine", ("replace", "%d GPUs of %d" % (count, count + 7)) in more, more)
    split = problems(machine, gpus=count, mig={"profile": "1g.10gb", "instances": 7})
    check("MIG that is expected and off is a drain", ("drain", "MIG is not on for all GPUs") in split, split)
    states = health_checks.query_gpus(machine, "pci.bus_id", "fabric.state", "fabric.status")
    check("the fabric's state has its three fields", all(len(row) == 3 for row in states), states)
    with tempfile.TemporaryDirectory() as folder:
        status = fault(folder)
    if status is None:
        for name in ("the driver logs the fault of an application", "it is a note, and no drain"):
            say("skipped", name, "no nvcc")
    else:
        events = kernel_log.events(machine.run("dmesg"))[before:]
        check("the driver logs the fault of an application", [event.number for event in events] == [31], events)
        after = [action for action, text in problems(machine, gpus=count) if text.startswith("Xid 31 ")]
        check("it is a note, and no drain", after == ["note"], after)
    print("%(ok)d passed, %(FAILED)d failed, %(skipped)d skipped" % counts)
    sys.exit(1 if counts["FAILED"] else 0)


main()
