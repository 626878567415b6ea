"""A timer's program: brings topology.conf up to where the cloud has really put the running instances, and tells slurmctld.

Only for a topology that cluster.json says to refresh, and for instance types that it gives one for: a tree from the network nodes
above each instance, or blocks from the NVLink domain that an UltraServer's instances share.
"""

import os
import sys

import conf_check
import scontrol
import whole_file
from cloud import CLOUD
from cluster_file import Cluster
from instance_book import Book
from placements import places
from program_log import open_log
from topology_blocks import block_lines
from topology_tree import tree

HEAD = "# topology.conf, refreshed from %s's instance topology by warpform" % CLOUD


def refreshed(cluster, book, names):
    """(topology.conf for the nodes of these names, how many the cloud has placed)."""
    topology, entries = cluster.data["topology"], book.nodes()
    known = {name for name, pool in cluster.pools.items() if pool["topologyApi"]}
    ids = {entry[0]: name for name, entry in entries.items() if entry[0] and entry[2] in known and name in names}
    found = {ids[i]: place for i, place in places(cluster, sorted(ids)).items() if i in ids}
    pools = {p["name"]: [n for span in p["ranges"] for n in cluster.names(span) if n in names] for p in cluster.data["pools"]}
    leaving = sorted(name for name in names if cluster.place_of(name) is None)
    if leaving:
        pools["leaving"] = leaving
    if topology["kind"] == "tree":
        lines = tree(pools, {node: path for node, (path, _) in found.items() if path})
    else:
        lines = block_lines(pools, {node: domain for node, (_, domain) in found.items() if domain}, topology["blockSize"])
    return "\n".join([HEAD, *lines]) + "\n", len(found)


def main():
    cluster = Cluster.load()
    log = open_log(cluster, "topology-refresh")
    if not cluster.data["topology"].get("refresh"):
        log.info("nothing to refresh: topology is %s", cluster.data["topology"])
        return
    # Slurm's nodes, not the file's: between an apply and its take-over they differ, and slurmctld ends over a block without its nodes
    names = set(scontrol.nodes())
    text, placed = refreshed(cluster, Book(cluster.state_file("instances.db")), names)
    etc = cluster.data["paths"]["slurmEtc"]
    path = os.path.join(etc, "topology.conf")
    with open(path, encoding="utf-8") as file:
        live = file.read()
    if text == live:
        return
    with open(os.path.join(etc, "slurm.conf"), encoding="utf-8") as file:
        fault = conf_check.find_fault({"slurm.conf": file.read(), "topology.conf": text}, etc)
    if fault:
        log.error("topology.conf stays as it is: slurmctld would not start: %s", fault)
        sys.exit(1)
    whole_file.write(path, text)
    scontrol.run("reconfigure")
    log.info("placed %d of %d nodes", placed, len(names))
