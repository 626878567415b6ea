#!/usr/bin/env python3
"""Holds a finished cluster to its plan and writes the result as JSON.

usage: accept [--plan plan.json] [--out result.json] CHECK...

CHECK is cables, pkeys, nccl, storage, burn-in or all. The first two want infiniband-diags and a port on the fabric, or on each of its
planes, as a compute node has; the others run jobs by srun, as a user who may use all nodes. The exit status is 0 when all checks
passed, 1 when one failed, 2 for wrong usage.
A check whose program is missing fails: a cluster is accepted for what was seen.
"""
import argparse
import json
import os
import re
import sys

from fabric_seen import Fabric, end_in_words, gbps_of, hexadecimal, run, unseen_in_words


def dark_devices(plan, fabric):
    """Devices with several cables of the plan of which none has a link, with the labels of those whose other end has none either."""
    labels = {}
    for cable in plan["fabric"]["cables"]:
        one, other = tuple(cable["from"]), tuple(cable["to"])
        if fabric.plane_unseen(other[0]):
            continue
        for end, far in ((one, other), (other, one)):
            labels.setdefault(end[0], []).append((cable["label"], end in fabric.links, far in fabric.links))
    return {
        device: [label for label, _, far in cables if not far]
        for device, cables in labels.items()
        if len(cables) > 1 and not any(near for _, near, _ in cables) and not all(far for _, _, far in cables)
    }


def dark_in_words(plan, dark):
    """One line for each device without a link; those behind a dead switch are not dead for that."""
    switches = {device["name"] for device in plan["fabric"]["devices"]}
    named, problems = set(), []
    for device in sorted(dark, key=lambda name: (name not in switches, -len(dark[name]), name)):
        labels = [label for label in dark[device] if label not in named]
        if not labels:
            continue
        named.update(labels)
        problems.append(f"{device} has no link on any port, so that {len(labels)} cables have none ({labels[0]} to {labels[-1]}): check that it is on")
    return named, problems


def replaced_devices(plan, fabric):
    """Devices of the plan with several cables in whose place another one has all of them: name -> the other. It is a switch that the plan does
    not know, or devices of the plan that changed places with one another."""
    found = {}
    for cable in plan["fabric"]["cables"]:
        for end, far in ((cable["from"], cable["to"]), (cable["to"], cable["from"])):
            there = fabric.links.get(tuple(far))
            found.setdefault(end[0], []).append(there[0] if there and there[1] == end[1] else None)
    others = {name: names[0] for name, names in found.items() if len(set(names)) == 1 and names[0] not in (name, None)}
    unknown = {name: other for name, other in others.items() if other.startswith("unknown switch")}
    moved = {name: other for name, other in others.items() if other in found and len(found[name]) > 1}
    while set(moved) != set(moved.values()):
        moved = {name: other for name, other in moved.items() if other in moved and name in moved.values()}
    return {**unknown, **moved}


def replaced_in_words(name, other):
    what = "give the plan its GUID" if other.startswith("unknown switch") else "exchange the devices, or their names and GUIDs"
    return f"{name}: in its place is {other}, with all its cables: {what}"


def slow_links(plan, fabric):
    """Links below the rate of the plan, or, where that is not known, below the most common of their kind: a pool's nodes, or switches."""
    pool_of = {node: pool["name"] for pool in plan["pools"] for node in pool["nodes"]}
    kinds = {}
    for cable in plan["fabric"]["cables"]:
        rate = fabric.rates.get(tuple(cable["to"]))
        if rate and fabric.links.get(tuple(cable["from"])) == tuple(cable["to"]):
            kinds.setdefault((pool_of.get(cable["from"][0]), cable["gbps"]), []).append((cable, rate))
    return [problem for (pool, planned), cables in kinds.items() for problem in slow_of_kind(pool, planned, cables)]


def slow_of_kind(pool, planned, cables):
    rates = [rate for _, rate in cables]
    usual = max(sorted(set(rates)), key=rates.count)
    known = planned is not None and None not in map(gbps_of, rates)
    meant = f"planned {planned} Gb/s" if known else f"most links of its kind at {usual}"
    slow = [(cable, rate) for cable, rate in cables if (gbps_of(rate) < planned if known else rate != usual)]
    if len(slow) == len(cables) > 1 and len(set(rates)) == 1:
        of = f"of {pool}" if pool else "between switches"
        return [f"all {len(cables)} links {of} run at {usual}, {meant}: compare cables, transceivers and the speed set on the switches"]
    return [f"{cable['label']}: {end_in_words(cable['from'])} to {end_in_words(cable['to'])} runs at {rate}, {meant}" for cable, rate in slow]


def doubled_guids(fabric):
    return [
        f"port GUID 0x{guid:016x} is seen at {' and '.join(end_in_words(end) for end in sorted(ends))}: a GUID must be on one port alone"
        for guid, ends in sorted(fabric.ends_of.items())
        if len(ends) > 1
    ]


def wrong_cable(cable, fabric):
    """What is wrong with a cable of the plan; None where it is as planned."""
    one, other = tuple(cable["from"]), tuple(cable["to"])
    found = fabric.links.get(one)
    if found == other:
        return None
    if found is None and fabric.links.get(other) is None:
        return f"{cable['label']}: no link between {end_in_words(one)} and {end_in_words(other)}"
    if found is None:
        return f"{cable['label']}: {end_in_words(other)} goes to {end_in_words(fabric.links[other])} instead of {end_in_words(one)}"
    return f"{cable['label']}: {end_in_words(one)} goes to {end_in_words(found)} instead of {end_in_words(other)}"


def check_cables(plan):
    """Every cable of the plan is there, at both ends and at the rate of its kind, and no other is."""
    fabric = Fabric(plan["fabric"])
    problems = unseen_in_words(fabric)
    planned = {tuple(cable["to"]) for cable in plan["fabric"]["reserved"]}
    explained, dark = dark_in_words(plan, dark_devices(plan, fabric))
    replaced = replaced_devices(plan, fabric)
    problems += dark + [replaced_in_words(name, other) for name, other in sorted(replaced.items())]
    for cable in plan["fabric"]["cables"]:
        planned.update((tuple(cable["from"]), tuple(cable["to"])))
        ends = {cable["from"][0], cable["to"][0]}
        if fabric.plane_unseen(cable["to"][0]) or cable["label"] in explained or ends & set(replaced):
            continue
        wrong = wrong_cable(cable, fabric)
        problems += [wrong] if wrong else []
    extra = (end for end in fabric.links if end not in planned and fabric.links[end] not in planned and not end[0].startswith("unknown"))
    cables = sorted({tuple(sorted((end, fabric.links[end]))) for end in extra})
    problems += [f"{end_in_words(one)} and {end_in_words(other)} are joined by a cable that is not in the plan" for one, other in cables]
    problems += slow_links(plan, fabric) + doubled_guids(fabric)
    return problems, {"planned": len(plan["fabric"]["cables"]), "links": len(fabric.links) // 2, "unknown": sorted(fabric.unknown)}


def keys_of(local, lid, port=1):
    device, number = local
    text = run("smpquery", "-C", device, "-P", number, "pkeys", str(lid), str(port))
    return {int(key, 16) for key in re.findall(r"0x([0-9a-f]{4})", text)} - {0}


def check_pkeys(plan):
    """Each port has its tenant's key, with the right membership, no other tenant's, and is no full member of the default partition."""
    fabric = Fabric(plan["fabric"])
    leaves = {tuple(cable["from"]): cable["to"][0] for cable in plan["fabric"]["cables"] + plan["fabric"]["reserved"]}
    tenants = plan["fabric"]["tenants"]
    wanted = {}
    for tenant in tenants:
        key = tenant["pkey"] | (0x8000 if tenant["membership"] == "full" else 0)
        for guid in tenant["guids"]:
            wanted.setdefault(hexadecimal(guid), set()).add(key)
    problems = unseen_in_words(fabric)
    for port in plan["fabric"]["ports"]:
        if fabric.plane_unseen(leaves.get((port["node"], port["port"]))):
            continue
        guid = hexadecimal(port["guid"])
        name = end_in_words((port["node"], port["port"]))
        local, lid = fabric.lids.get(guid, (None, None))
        if lid is None:
            problems.append(f"{name}: no port with GUID {port['guid']} on the fabric")
            continue
        keys = keys_of(local, lid)
        missing = wanted.get(guid, set()) - keys
        others = {key for key in keys if key & 0x7FFF != 0x7FFF} - wanted.get(guid, set())
        if missing:
            problems.append(f"{name}: key {', '.join(f'{key:#06x}' for key in sorted(missing))} is missing")
        if others:
            problems.append(f"{name}: has key {', '.join(f'{key:#06x}' for key in sorted(others))} of another tenant")
        # The subnet manager's own port is a full member: that is how limited ones reach it.
        if tenants and 0xFFFF in keys and port["node"] not in plan["fabric"]["subnetManagers"]:
            problems.append(f"{name}: is a full member of the default partition, so that tenants reach one another")
    return problems, {"ports": len(plan["fabric"]["ports"]), "tenants": len(tenants)}


def check_nccl(plan):
    """all_reduce_perf over all nodes of each pool reaches the least bus bandwidth of the plan, without wrong results."""
    problems, seen = [], {}
    for pool in plan["pools"]:
        expected = pool["allReduce"]
        if expected is None or expected["leastGBps"] is None:
            continue
        nodes, size = pool["nodes"], f"{expected['messageGiB']}G"
        program = os.environ.get("ALL_REDUCE_PERF", "all_reduce_perf")
        text = run(
            "srun", f"--nodelist={','.join(nodes)}", f"--nodes={len(nodes)}", f"--ntasks-per-node={pool['gpus']}",
            f"--gpus-per-node={pool['gpus']}", "--exclusive", program, "-b", size, "-e", size, "-g", "1", "-n", "20",
            seconds=1800,
        )
        rate = re.search(r"Avg bus bandwidth\s*:\s*([\d.]+)", text)
        wrong = re.search(r"Out of bounds values\s*:\s*(\d+)", text)
        if rate is None or wrong is None:
            problems.append(f"{pool['name']}: all_reduce_perf printed no result")
            continue
        seen[pool["name"]] = {"busGBps": float(rate[1]), "leastGBps": expected["leastGBps"]}
        if int(wrong[1]) > 0:
            problems.append(f"{pool['name']}: {wrong[1]} wrong values")
        if float(rate[1]) < expected["leastGBps"]:
            problems.append(f"{pool['name']}: bus bandwidth {rate[1]} GB/s, at least {expected['leastGBps']} expected")
    return problems, seen


def check_storage(plan):
    """Each file system is mounted on every node, and all nodes together read it at the rate that its owner states."""
    problems, seen = [], {}
    nodes = [node for pool in plan["pools"] for node in pool["nodes"]]
    on_all = ["srun", f"--nodelist={','.join(nodes)}", f"--nodes={len(nodes)}", "--ntasks-per-node=1"]
    for system in plan["storage"]:
        mounted = run(*on_all, "findmnt", "--noheadings", "--output=TARGET", "--mountpoint", system["path"]).split()
        if len(mounted) != len(nodes):
            problems.append(f"{system['name']}: mounted on {len(mounted)} of {len(nodes)} nodes")
            continue
        if system["leastMBps"] is None:
            continue
        text = run(
            *on_all, "fio", "--name=accept", f"--directory={system['path']}", "--rw=read", "--bs=1M", "--size=4G", "--direct=1",
            "--numjobs=8", "--group_reporting", "--output-format=json", "--unlink=1", seconds=3600,
        )
        rates = [int(rate) for rate in re.findall(r'"read"\s*:\s*{[^}]*?"bw_bytes"\s*:\s*(\d+)', text)]
        total = sum(rates) / 1e6
        seen[system["name"]] = {"MBps": round(total), "leastMBps": system["leastMBps"]}
        if total < system["leastMBps"]:
            problems.append(f"{system['name']}: {total:.0f} MB/s from {len(rates)} nodes, {system['leastMBps']} stated")
    return problems, seen


def check_burn_in(plan):
    """DCGM's long diagnosis on every NVIDIA GPU; AMD's has no counterpart that says in one status whether all is well."""
    problems = []
    pools = [pool for pool in plan["pools"] if pool["gpuVendor"] == "nvidia"]
    for node in (node for pool in pools for node in pool["nodes"]):
        try:
            run("srun", f"--nodelist={node}", "--exclusive", "dcgmi", "diag", "-r", "3", seconds=7200)
        except RuntimeError as error:
            problems.append(f"{node}: {error}")
    others = [pool["name"] for pool in plan["pools"] if pool not in pools]
    return problems, {"nodes": sum(len(pool["nodes"]) for pool in pools), "notTested": others}


CHECKS = {"cables": check_cables, "pkeys": check_pkeys, "nccl": check_nccl, "storage": check_storage, "burn-in": check_burn_in}
OF_THE_FABRIC = ("cables", "pkeys")


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description="Holds a finished cluster to its plan.")
    parser.add_argument("--plan", default=os.path.join(here, "plan.json"))
    parser.add_argument("--out", default="acceptance.json")
    parser.add_argument("checks", nargs="+", choices=[*CHECKS, "all"], metavar="CHECK")
    given = parser.parse_args()
    with open(given.plan, encoding="utf-8") as file:
        plan = json.load(file)
    names = list(CHECKS) if "all" in given.checks else given.checks
    results = {}
    for name in names:
        if name in OF_THE_FABRIC and plan["fabric"] is None:
            continue
        try:
            problems, seen = CHECKS[name](plan)
        except RuntimeError as error:
            problems, seen = [str(error)], {}
        results[name] = {"passed": not problems, "problems": problems, "seen": seen}
        print(f"{'passed' if not problems else 'FAILED'} {name}")
        for problem in problems:
            print(f"  {problem}")
    with open(given.out, "w", encoding="utf-8") as file:
        json.dump({"cluster": plan["cluster"], "checks": results}, file, indent=2)
        file.write("\n")
    return 0 if all(result["passed"] for result in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
