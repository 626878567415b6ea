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
import subprocess
import sys


def run(*command, seconds=600):
    """Standard output of a program; what went wrong otherwise."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RuntimeError(f"{command[0]}: {error}") from error
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def hexadecimal(guid):
    return int(guid, 16)


def local_ports():
    """(HCA, port, GUID) of each port of this host that has an InfiniBand link."""
    found = []
    for device in run("ibstat", "-l").split():
        for number, text in re.findall(r"Port (\d+):\n((?:\t\t.*\n?)*)", run("ibstat", device)):
            guid = re.search(r"Port GUID: 0x([0-9a-f]+)", text)
            if guid and "State: Down" not in text and "Link layer: Ethernet" not in text:
                found.append((device, number, int(guid[1], 16)))
    if not found:
        raise RuntimeError("this host has no InfiniBand port with a link")
    return found


class Fabric:
    """What ibnetdiscover sees from the ports of this host: links between (device, port), devices by the names of the plan."""

    def __init__(self, plan):
        self.ports = {hexadecimal(p["guid"]): (p["node"], p["port"]) for p in plan["ports"]}
        self.switches = {hexadecimal(d["guid"]): d["name"] for d in plan["devices"] if d["guid"]}
        names = {d["name"] for d in plan["devices"]}
        self.nodes = {cable["from"][0] for cable in plan["cables"]} - names
        self.links = {}
        self.lids = {}  # of a port's GUID: (HCA and port of this host that its subnet is seen from, LID there)
        self.seen = set()
        self.unknown = set()
        # Each plane is a subnet of its own, with LIDs of its own; a port that another one sees is on the same.
        for device, number, guid in local_ports():
            if guid not in self.seen:
                self._read(run("ibnetdiscover", "-C", device, "-P", number), names, (device, number))
        self.unseen = self._planes_unseen(plan, names)

    def _planes_unseen(self, plan, names):
        """The switches of planes of which no switch was seen, by their first name; none where nothing at all was seen of the plan."""
        plane = {name: {name} for name in names}
        for cable in plan["cables"]:
            one, other = cable["from"][0], cable["to"][0]
            if one in names and other in names and plane[one] is not plane[other]:
                plane[one] |= plane[other]
                for name in plane[other]:
                    plane[name] = plane[one]
        found = {device for device, _ in self.links} & names
        unseen = {min(group): group for group in plane.values() if not group & found}
        return unseen if found else {}

    def plane_unseen(self, device):
        """The first switch of the plane that a switch is on, where none of that plane was seen."""
        return next((first for first, group in self.unseen.items() if device in group), None)

    def _read(self, text, names, local):
        at = None
        for line in text.splitlines():
            head = re.match(r'(Switch|Ca)\s+\d+ "[SH]-([0-9a-f]+)"\s+# "([^"]*)"', line)
            if head:
                guid, description = int(head[2], 16), head[3]
                if head[1] == "Switch":
                    name = self.switches.get(guid, description if description in names else None)
                    at = ("switch", name or f"unknown switch {description} 0x{guid:016x}")
                else:
                    at = ("ca", description)
                continue
            link = re.match(r'\[(\d+)\](?:\(([0-9a-f]+)\))?\s+"([SH])-([0-9a-f]+)"\[(\d+)\](?:\(([0-9a-f]+)\))?\s+#(.*)', line)
            if not link or at is None:
                continue
            if at[0] == "ca":
                guid = int(link[2], 16)
                self.seen.add(guid)
                end = self.ports.get(guid) or self._described(at[1], int(link[1]))
                if end is None:
                    self.unknown.add(f"{at[1]} port {link[1]} 0x{guid:016x}")
                    end = (at[1], int(link[1]))
                lid = re.match(r"\s*lid (\d+) ", link[7])
                if lid:
                    self.lids[guid] = (local, int(lid[1]))
                peer = self._switch(int(link[4], 16), link[7], names)
                self._add(end, (peer, int(link[5])))
            elif link[3] == "S":
                peer = self._switch(int(link[4], 16), link[7], names)
                self._add((at[1], int(link[1])), (peer, int(link[5])))

    def _switch(self, guid, comment, names):
        quoted = re.search(r'"([^"]*)"', comment)
        description = quoted[1] if quoted else ""
        return self.switches.get(guid) or (description if description in names else f"unknown switch {description} 0x{guid:016x}")

    def _described(self, description, port):
        """A port without a GUID in the plan: `dgx001-hca3`, `dgx001 HCA-3`, or the only port of `dgx001`."""
        match = re.match(r"([a-z][a-z0-9-]*?)[- ](?:HCA-|hca|mlx5_)(\d+)$", description)
        if match and match[1] in self.nodes:
            return (match[1], int(match[2]))
        return (description, port) if description in self.nodes else None

    def _add(self, one, other):
        self.links[one] = other
        self.links[other] = one


def end_in_words(end):
    return f"{end[0]} port {end[1]}"


def unseen_in_words(fabric):
    why = "was not seen, since no port of this host is on it: run accept on a node with a port on every plane"
    return [f"the plane of {first} {why}" for first in sorted(fabric.unseen)]


def check_cables(plan):
    """Every cable of the plan is there, at both ends, and no other is."""
    fabric = Fabric(plan["fabric"])
    problems = unseen_in_words(fabric)
    planned = {tuple(cable["to"]) for cable in plan["fabric"]["reserved"]}
    for cable in plan["fabric"]["cables"]:
        one, other = tuple(cable["from"]), tuple(cable["to"])
        planned.update((one, other))
        if fabric.plane_unseen(other[0]):
            continue
        found = fabric.links.get(one)
        if found == other:
            continue
        if found is None and fabric.links.get(other) is None:
            problems.append(f"{cable['label']}: no link between {end_in_words(one)} and {end_in_words(other)}")
        elif found is None:
            problems.append(
                f"{cable['label']}: {end_in_words(other)} goes to {end_in_words(fabric.links[other])} instead of {end_in_words(one)}"
            )
        else:
            problems.append(f"{cable['label']}: {end_in_words(one)} goes to {end_in_words(found)} instead of {end_in_words(other)}")
    extra = sorted(end for end in fabric.links if end not in planned and fabric.links[end] not in planned and not end[0].startswith("unknown"))
    problems += [f"{end_in_words(end)} has a cable that is not in the plan" for end in extra]
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
    """DCGM's long diagnosis on every GPU."""
    problems = []
    for pool in plan["pools"]:
        for node in pool["nodes"]:
            try:
                run("srun", f"--nodelist={node}", "--exclusive", "dcgmi", "diag", "-r", "3", seconds=7200)
            except RuntimeError as error:
                problems.append(f"{node}: {error}")
    return problems, {"nodes": sum(len(pool["nodes"]) for pool in plan["pools"])}


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
