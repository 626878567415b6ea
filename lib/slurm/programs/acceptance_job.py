"""Accepts nodes before they get work: DCGM's diagnosis on each, then an NCCL all-reduce over all, held against the network.

The bus bandwidth of an all-reduce over several nodes can't be more than what a node's network carries, and on a sound fabric
comes near it; less than `--fraction` of it fails. If it fails, pairs of nodes are measured, to find the slow ones.
https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md
"""

import argparse
import os
import re
import subprocess
import sys

import host_list
from cluster_file import Cluster

NCCL_TEST = "all_reduce_perf"
# Large enough that latency does not count
MESSAGE = "8G"


def bus_bandwidth(text):
    """GB/s from nccl-tests' `# Avg bus bandwidth    : 352.1`; None if it did not get that far or found wrong results."""
    if not re.search(r"#\s*Out of bounds values\s*:\s*0 OK", text):
        return None
    match = re.search(r"#\s*Avg bus bandwidth\s*:\s*([\d.]+)", text)
    return float(match.group(1)) if match else None


def failed_tests(text):
    """Names of the tests that `dcgmi diag` reports as failed."""
    rows = re.findall(r"^\|\s*([^|]+?)\s*\|\s*(Pass|Fail|Warn|Skip)[^|]*\|", text, re.M)
    return [name for name, verdict in rows if verdict == "Fail"]


def least_bandwidth(nodes, network_gbps, fraction):
    """GB/s that an all-reduce must reach; None on one node, whose links the network says nothing about."""
    return None if nodes < 2 else fraction * network_gbps / 8


def unsuited(expect):
    """Why nodes of a pool can't be accepted by this job; None if they can. Nothing that was not measured passes.
    https://docs.nvidia.com/datacenter/tesla/mig-user-guide/#application-considerations
    """
    if not expect["gpus"]:
        return "the nodes have no NVIDIA GPUs, which DCGM and NCCL measure"
    if expect["mig"]:
        return "MIG is on: DCGM does not diagnose parts of a GPU, and NCCL does not join them; accept the nodes as a pool without MIG"
    return None


def srun(nodes, tasks_per_node, *command):
    done = subprocess.run(
        ["srun", "--mpi=pmix", "-w", ",".join(nodes), "-N", str(len(nodes)), "--ntasks-per-node", str(tasks_per_node), *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
        check=False,
    )
    return done.returncode, done.stdout


def diagnose(nodes, level):
    """Nodes that fail DCGM's diagnosis, with what they say. A node without dcgmi fails."""
    bad = {}
    for node in nodes:
        code, text = srun([node], 1, "dcgmi", "diag", "-r", str(level))
        tests = failed_tests(text)
        if code != 0 or tests:
            bad[node] = ", ".join(tests) or (text.strip().splitlines() or ["no output"])[-1]
    return bad


def measure(nodes, gpus):
    _, text = srun(nodes, gpus, NCCL_TEST, "-b", MESSAGE, "-e", MESSAGE, "-g", "1")
    return bus_bandwidth(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", type=int, default=2, help="dcgmi diag -r: 1 seconds, 2 minutes, 3 tens of minutes")
    parser.add_argument("--fraction", type=float, default=0.7, help="part of the network's bandwidth to reach")
    options = parser.parse_args()
    cluster = Cluster.load()
    nodes = host_list.expand(os.environ["SLURM_JOB_NODELIST"])
    expect = cluster.place_of(nodes[0])[0]["expect"]
    why = unsuited(expect)
    if why:
        sys.exit("FAILED: " + why)
    failed = False
    for node, why in diagnose(nodes, options.level).items():
        print("FAILED dcgmi on %s: %s" % (node, why))
        failed = True
    least = least_bandwidth(len(nodes), expect["networkGbps"], options.fraction)
    got = measure(nodes, expect["gpus"])
    if got is None or (least is not None and got < least):
        failed = True
        print("FAILED all-reduce over %d nodes: %s GB/s, expected %s" % (len(nodes), got, least))
        for pair in zip(nodes[::2], nodes[1::2]) if len(nodes) > 2 else []:
            print("  %s: %s GB/s" % (" and ".join(pair), measure(list(pair), expect["gpus"])))
    else:
        print("ok all-reduce over %d nodes: %.1f GB/s%s" % (len(nodes), got, "" if least is None else ", expected %.1f" % least))
    sys.exit(1 if failed else 0)
