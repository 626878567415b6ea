#!/usr/bin/env python3
"""Checks that a node can take jobs: GPUs, ports of the fabric, mounts. Slurm runs it before and after jobs, and every few minutes.

As prolog or epilog it ends with 1, upon which Slurm drains the node; by another name it drains the node itself, with the reason.
What cannot be checked counts as sick.
"""
import glob
import json
import os
import re
import socket
import subprocess
import sys

CONFIG = os.environ.get("NODE_HEALTH_CONFIG", "/etc/slurm/node-health.json")
SYSTEM = os.environ.get("NODE_HEALTH_ROOT", "")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def amd_problems(expected):
    """GPUs that the kernel's driver offers to programs, and memory errors that it counted since it was loaded.
    https://docs.kernel.org/gpu/amdgpu/ras.html"""
    found = [read(path) for path in glob.glob(f"{SYSTEM}/sys/class/kfd/kfd/topology/nodes/*/gpu_id")]
    count = len([gpu for gpu in found if gpu not in ("", "0")])
    problems = [] if count == expected else [f"{count} of {expected} GPUs"]
    for path in sorted(glob.glob(f"{SYSTEM}/sys/class/drm/card*/device/ras/umc_err_count")):
        errors = re.search(r"^ue: *(\d+)", read(path), re.M)
        if errors and int(errors[1]) > 0:
            problems.append(f"{path.split('/')[-4]}: {errors[1]} uncorrected memory errors")
    return problems


def nvidia_problems(expected):
    try:
        done = subprocess.run(
            ["nvidia-smi", "--query-gpu=index,ecc.errors.uncorrected.volatile.total", "--format=csv,noheader,nounits"],
            capture_output=True, text=True, timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return [f"nvidia-smi: {error}"]
    if done.returncode != 0:
        return [f"nvidia-smi ended with {done.returncode}"]
    rows = [line.split(",") for line in done.stdout.splitlines() if line.strip()]
    problems = [] if len(rows) == expected else [f"{len(rows)} of {expected} GPUs"]
    for row in rows:
        errors = row[1].strip() if len(row) > 1 else ""
        if errors.isdigit() and int(errors) > 0:
            problems.append(f"GPU {row[0].strip()}: {errors} uncorrected memory errors")
    return problems


def fabric_problems(expected):
    """Active ports at the planned rate; Ethernet ports of storage and management may be more."""
    good, seen = 0, []
    for port in sorted(glob.glob(f"{SYSTEM}/sys/class/infiniband/*/ports/*")):
        name = "/".join(port.split("/")[-3::2])
        state, rate = read(f"{port}/state"), read(f"{port}/rate")
        up = state.startswith("4:") and float(rate.split()[0]) >= expected["gbps"]
        good += up
        if not up:
            seen.append(f"{name} {state.split(':')[-1].strip()} {rate.split()[0]} Gb/s")
    if good >= expected["ports"]:
        return []
    return [f"{good} of {expected['ports']} ports of {expected['gbps']:g} Gb/s ({', '.join(seen) or 'no others'})"]


def mount_problems(paths):
    mounted = {line.split()[1] for line in read(f"{SYSTEM}/proc/mounts").splitlines()}
    return [f"{path} is not mounted" for path in paths if path not in mounted]


def problems_of(node):
    try:
        config = json.loads(read(CONFIG))
        pool = next((pool for pool in config["pools"] if node in pool["nodes"]), None)
        if pool is None:
            return [f"{node} is in no pool of {CONFIG}"]
        check = amd_problems if pool["gpuVendor"] == "amd" else nvidia_problems
        found = check(pool["gpus"]) if pool["gpus"] else []
        found += fabric_problems(pool["fabric"]) if pool["fabric"] else []
        return found + mount_problems(config["mounts"])
    except (OSError, ValueError, KeyError, IndexError) as error:
        return [f"check failed: {type(error).__name__} {error}"]


def main():
    node = os.environ.get("SLURMD_NODENAME") or socket.gethostname().split(".")[0]
    problems = problems_of(node)
    if not problems:
        return 0
    reason = f"node-health: {'; '.join(problems)}"[:250]
    print(reason, file=sys.stderr)
    if os.path.basename(sys.argv[0]) not in ("prolog", "epilog"):
        subprocess.run(["scontrol", "update", f"NodeName={node}", "State=DRAIN", f"Reason={reason}"], timeout=60, check=False)
    return 1


if __name__ == "__main__":
    sys.exit(main())
