#!/usr/bin/python3
"""Compares the site's slurm.conf with what the stack includes, before it is included. Prints a line per conflict and ends with 3; lines that
begin with "note:" are no conflicts. check-site [FOLDER of slurm.conf] [FOLDER of the included files] [FOLDER of site.env and cluster.json]
"""

import json
import os
import pwd
import re
import shlex
import subprocess
import sys

PORTS = {"SlurmctldPort": "6817", "SlurmdPort": "6818"}
# What nodes in AWS would take from a line NodeName=DEFAULT, since their own lines do not have it
OF_HARDWARE = ("cpus", "boards", "socketsperboard", "gres", "tmpdisk", "port", "corespeccount", "cpuspeclist", "memspeclimit")
ON_NODES = ("Prolog", "Epilog", "TaskProlog", "TaskEpilog", "HealthCheckProgram")
OWN = re.compile(r"warpform-\w+\.conf$")


def lines_of(path):
    """Lines of a file as Slurm reads them, those of included files in their place; the stack's own files stay one line."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = re.sub(r"\\\n", " ", file.read())
    except OSError:
        return
    for line in text.splitlines():
        line = re.sub(r"(?<!\\)#.*", "", line).strip()
        included = re.match(r"include\s+(\S+)", line, re.IGNORECASE)
        if included and not OWN.search(included.group(1)):
            yield from lines_of(os.path.join(os.path.dirname(path), included.group(1)))
        elif line:
            yield line


def pairs(line):
    """`NodeName=a Gres=gpu:8` -> {"nodename": "a", "gres": "gpu:8"}; keys have no case in Slurm."""
    return {key.lower(): value.strip('"') for key, value in re.findall(r'(\w+)\s*=\s*("[^"]*"|\S+)', line)}


def expand(hosts):
    if not hosts:
        return set()
    out = subprocess.run(["scontrol", "show", "hostnames", hosts], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, universal_newlines=True)
    return set(out.stdout.split())


class Conf:
    """A slurm.conf: options of the cluster, and lines of nodes, partitions and sets of nodes."""

    def __init__(self, path):
        self.options, self.before = {}, []
        self.lines = {"nodename": [], "partitionname": [], "nodeset": []}
        included = False
        for line in lines_of(path):
            included = included or "warpform-nodes.conf" in line
            found = pairs(line)
            kind = next(iter(found), None)
            if kind in self.lines:
                self.lines[kind].append(found)
                if found[kind].upper() == "DEFAULT" and not included:
                    self.before.append(found)
            else:
                self.options.update(found)

    def nodes(self):
        return set().union(*(expand(line["nodename"]) for line in self.lines["nodename"] if line["nodename"].upper() != "DEFAULT"))

    def partitions(self):
        return {line["partitionname"] for line in self.lines["partitionname"]} - {"DEFAULT"}


def running():
    """Options of the slurmctld that runs, for what slurm.conf does not say; none without one."""
    out = subprocess.run(["scontrol", "show", "config"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, universal_newlines=True)
    found = re.findall(r"(?m)^(\w+)\s+= (.*)$", out.stdout)
    return {key.lower(): value.strip() for key, value in found if value.strip() != "(null)"}


def settings(path):
    with open(path, encoding="utf-8") as file:
        return dict(word.split("=", 1) for line in file for word in shlex.split(line, comments=True) if "=" in word)


def declared(option, env, state):
    """What the stack was told of the site, and the site has otherwise."""
    hosts = option("slurmctldhost")
    if option("clustername", env["CLUSTER"]) != env["CLUSTER"]:
        yield "ClusterName is %s, but the stack has site.clusterName %s" % (option("clustername"), env["CLUSTER"])
    for name in env["CONTROLLERS"].split():
        if hosts and name not in hosts:
            yield "SlurmctldHost does not name %s, a controller of the stack (site.controllers): slurm.conf has %s" % (name, ", ".join(hosts))
    kind = "auth/" + env["AUTHENTICATION"]
    if option("authtype", kind) != kind:
        yield "AuthType is %s, but the stack has site.authentication %s" % (option("authtype"), env["AUTHENTICATION"])
    for key, port in PORTS.items():
        used = option(key.lower(), port)
        if used != port:
            yield "%s is %s, but nodes in AWS use %s: remove the option" % (key, used, port)
    if os.path.normpath(option("statesavelocation", state)) != os.path.normpath(state):
        yield "StateSaveLocation is %s, but the stack has %s: set site.stateSaveLocation" % (option("statesavelocation"), state)
    user = re.sub(r"\(.*", "", option("slurmuser", ""))
    try:
        uid = str(pwd.getpwnam(user).pw_uid) if user else env["SLURM_UID"]
    except KeyError:
        uid = user
    if uid != env["SLURM_UID"]:
        yield "SlurmUser %s has UID %s, but the stack has site.slurmUid %s" % (user, uid, env["SLURM_UID"])


def names(site, cloud, mine):
    """Nodes and partitions of both."""
    twice = sorted(site.nodes() & mine)
    if twice:
        yield "NodeName %s is in slurm.conf and in the stack: rename the pool or the nodes" % ",".join(twice)
    twice = sorted(site.partitions() & cloud.partitions())
    if twice:
        yield "PartitionName %s is in slurm.conf and in the stack: rename the partition in the stack" % ",".join(twice)
    for line in site.lines["partitionname"]:
        if "ALL" in line.get("nodes", "").upper().split(","):
            yield "PartitionName=%s has Nodes=ALL, which includes the nodes in AWS, and jobs would run over both sites: name its nodes" % line["partitionname"]
    features = {feature for line in cloud.lines["nodename"] for feature in line.get("feature", "").split(",")}
    for line in site.lines["nodeset"]:
        shared = sorted(features & set(line.get("feature", "").split(",")))
        if shared:
            yield "NodeSet=%s takes nodes in AWS by the feature %s: name its nodes, or a feature that those do not have" % (line["nodeset"], ",".join(shared))
    for line in site.before:
        inherited = [key for key in OF_HARDWARE if key in line]
        if "nodename" in line and inherited:
            yield "NodeName=DEFAULT sets %s, which nodes in AWS would take: put Include warpform-nodes.conf above it" % ", ".join(inherited)


def scheduling(option, cloud, mine, placed):
    """Options of the cluster with which nodes in AWS get no jobs, or are never ended."""
    types = {gres.split(":")[0] for line in cloud.lines["nodename"] for gres in line.get("gres", "").split(",") if gres}
    missing = sorted(types - set(option("grestypes", "").split(",")))
    if missing:
        yield "GresTypes lacks %s: add it to slurm.conf" % ",".join(missing)
    if option("selecttype", "") == "select/linear":
        yield "SelectType is select/linear, without the --gpus of jobs and the DefCpuPerGPU of partitions: set select/cons_tres"
    topology = option("topologyplugin", "")
    if topology in ("topology/tree", "topology/block") and not mine <= placed:
        line = "SwitchName=aws Nodes=" if topology.endswith("tree") else "BlockName=aws Nodes="
        hosts = ",".join(each["nodename"] for each in cloud.lines["nodename"])
        yield "%s places no job on nodes that topology.conf lacks: add %s%s to it" % (topology, line, hosts)
    kept = sorted(expand(re.sub(r":\d+", "", option("suspendexcnodes", ""))) & mine)
    if kept:
        yield "SuspendExcNodes has %s: nodes in AWS would run, and cost, forever" % ",".join(kept)
    kept = sorted(set(option("suspendexcparts", "").split(",")) & cloud.partitions())
    if kept:
        yield "SuspendExcParts has %s: nodes in AWS would run, and cost, forever" % ",".join(kept)
    if "CLOUD" in option("suspendexcstates", "").upper().split(","):
        yield "SuspendExcStates has CLOUD: nodes in AWS would run, and cost, forever"


def notes(option):
    for key in ON_NODES:
        path = option(key.lower(), "")
        if path.startswith("/"):
            yield "note: %s=%s runs on nodes in AWS too: put it into their image, or give a relative name, which Slurm sends to nodes" % (key, path)
    if "MEMORY" not in option("selecttypeparameters", "CR_Core_Memory").upper():
        yield "note: SelectTypeParameters=%s does not count memory, so jobs that share a node in AWS may exceed it" % option("selecttypeparameters")


def main(etc="/etc/slurm", included="/etc/warpform/etc", warpform="/etc/warpform"):
    env = settings(os.path.join(warpform, "site.env"))
    with open(os.path.join(warpform, "cluster.json"), encoding="utf-8") as file:
        state = json.load(file)["paths"]["slurmState"]
    site, cloud = Conf(os.path.join(etc, "slurm.conf")), Conf(os.path.join(included, "warpform-nodes.conf"))
    live = running()
    mine = cloud.nodes()
    hosts = [re.sub(r"\(.*", "", pairs(line)["slurmctldhost"]) for line in lines_of(os.path.join(etc, "slurm.conf")) if "slurmctldhost" in pairs(line)]

    def option(key, default=None):
        if key == "slurmctldhost":
            return hosts
        return site.options.get(key) or live.get(key) or default

    placed = set().union(*(expand(pairs(line).get("nodes", "")) for line in lines_of(os.path.join(etc, "topology.conf"))))
    conflicts = [*declared(option, env, state), *names(site, cloud, mine), *scheduling(option, cloud, mine, placed)]
    for line in [*conflicts, *notes(option)]:
        print(line)
    return 3 if conflicts else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
