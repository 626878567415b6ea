"""Slurm's SuspendProgram: ends the instances of a host list. As ResumeFailProgram it counts them as failed boots, too.

Slurm suspends idle nodes of dynamic ranges only (static ones are in SuspendExcNodes); for a static node, a block's
included, this runs when somebody powers it down on purpose. A terminated instance's place in a block is free again
after the cloud's clean-up of some minutes.
"""

import sys

import back_off
import brake
import host_list
import node_names
import scontrol
from cluster_file import Cluster
from instance_book import Book
from instances import Instances
from node_reason import LEAVING
from program_log import open_log


def suspend(cluster, book, instances, nodes, log, failed=False):
    entries = book.nodes()
    rows = [(node, entries[node][0], entries[node][1]) for node in nodes if node in entries and entries[node][0]]
    try:
        if rows:
            # First of all, since it is what costs: a full disk must not keep instances running. What the cloud refuses stays in the
            # book, and reconcile ends it, since its node is powered down.
            instances.end([row[1] for row in rows])
            book.release([row[0] for row in rows])
            node_names.forget(cluster, rows)
        if not failed:
            brake.let_go(cluster, book, nodes, log)
    finally:
        back_off.keep_resting(cluster, book, nodes)
        keep_leaving(cluster, nodes)
    log.info("ended %s", ", ".join("%s=%s" % row[:2] for row in rows) or "nothing")


def keep_leaving(cluster, nodes):
    """Slurm clears a drain when it powers a node down, and would give the next job a node that nobody starts any more."""
    leaving = [node for node in nodes if cluster.place_of(node) is None]
    if leaving:
        scontrol.update(host_list.compress(leaving), State="DRAIN", Reason=LEAVING)


def main(failed=False):
    """failed: Slurm's ResumeFailProgram, for nodes that did not register within ResumeTimeout."""
    cluster = Cluster.load()
    log = open_log(cluster, "suspend")
    log.info("asked for %s%s", sys.argv[1], ", which did not come up" if failed else "")
    book, nodes = Book(cluster.state_file("instances.db")), host_list.expand(sys.argv[1])
    try:
        suspend(cluster, book, Instances(cluster), nodes, log, failed)
    finally:
        if failed:
            brake.failed(cluster, book, nodes, "not registered within %d s" % cluster.data["timeouts"]["resumeSeconds"], log)
