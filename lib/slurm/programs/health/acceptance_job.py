"""Accepts nodes before they get work: DCGM's diagnosis on each, then an NCCL all-reduce over all, held against what it should be.

cluster.json has the bus bandwidth that is expected of the instance type on so many nodes, and the least of its range, below which
nodes fail. If they do, pairs of them are measured, to find the slow ones.
https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md
"""

import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import host_list
from cluster_file import Cluster

NCCL_TEST = "all_reduce_perf"


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


def bounds(expected, nodes, fraction=None):
    """(expected, least) GB/s of an all-reduce over so many nodes; the least is that fraction of the expected, if one is given."""
    row = next((row for row in expected["rows"] if row["nodes"] >= nodes), expected["rows"][-1])
    return row["expectedGBps"], row["leastGBps"] if fraction is None else fraction * row["expectedGBps"]


def pairs(nodes):
    """Each node in a pair, the last of an odd number with the first."""
    return list(zip(nodes[::2], [*nodes[1::2], nodes[0]]))


def unsuited(expect):
    """Why nodes of a pool can't be accepted by this job; None if they can. Nothing that was not measured passes.
    https://docs.nvidia.com/datacenter/tesla/mig-user-guide/#application-considerations
    """
    if not expect["gpus"]:
        return "the nodes have no NVIDIA GPUs, which DCGM and NCCL measure"
    if expect["mig"] or not expect["allReduce"]:
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
    """Nodes that fail DCGM's diagnosis, all at once, with what they say. A node without dcgmi fails."""
    bad = {}
    with ThreadPoolExecutor(len(nodes)) as pool:
        answers = pool.map(lambda node: srun([node], 1, "dcgmi", "diag", "-r", str(level)), nodes)
        for node, (code, text) in zip(nodes, answers):
            tests = failed_tests(text)
            if code != 0 or tests:
                bad[node] = ", ".join(tests) or (text.strip().splitlines() or ["no output"])[-1]
    return bad


def measure(nodes, expect):
    """(GB/s or None, the last line of what was said)"""
    size = "%dG" % expect["allReduce"]["messageGiB"]
    _, text = srun(nodes, expect["gpus"], NCCL_TEST, "-b", size, "-e", size, "-g", "1")
    return bus_bandwidth(text), (text.strip().splitlines() or ["no output"])[-1]


def all_reduce(nodes, expect, fraction):
    expected, least = bounds(expect["allReduce"], len(nodes), fraction)
    got, said = measure(nodes, expect)
    if got is not None and got >= least:
        print("ok all-reduce over %d nodes: %.1f GB/s, expected %.1f and at least %.1f" % (len(nodes), got, expected, least))
        return True
    result = "no result, %s" % said if got is None else "%.1f GB/s" % got
    print("FAILED all-reduce over %d nodes: %s; expected %.1f GB/s and at least %.1f" % (len(nodes), result, expected, least))
    _, least = bounds(expect["allReduce"], 2, fraction)
    for pair in pairs(nodes) if len(nodes) > 2 else []:
        got, said = measure(list(pair), expect)
        verdict = "no result, %s" % said if got is None else "%.1f GB/s%s" % (got, "" if got >= least else ", slow")
        print("  %s: %s" % (" and ".join(pair), verdict))
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", type=int, default=2, help="dcgmi diag -r: 1 seconds, 2 minutes, 3 tens of minutes")
    parser.add_argument("--fraction", type=float, help="part of the expected bandwidth to reach, in place of cluster.json's least")
    options = parser.parse_args()
    cluster = Cluster.load()
    nodes = host_list.expand(os.environ["SLURM_JOB_NODELIST"])
    pools = {cluster.place_of(node)[0]["name"] for node in nodes}
    if len(pools) > 1:
        sys.exit("FAILED: the nodes are of pools %s, which expect different things; list those of one with -w" % " and ".join(sorted(pools)))
    expect = cluster.pools[pools.pop()]["expect"]
    why = unsuited(expect)
    if why:
        sys.exit("FAILED: " + why)
    failed = False
    for node, why in diagnose(nodes, options.level).items():
        print("FAILED dcgmi on %s: %s" % (node, why))
        failed = True
    if len(nodes) * expect["gpus"] > 1:
        failed |= not all_reduce(nodes, expect, options.fraction)
    sys.exit(1 if failed else 0)
