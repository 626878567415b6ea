"""A timer's program: ends the jobs of nodes that Azure will take, in time, which the nodes themselves are told of (azure_notices.py); and
drains nodes in another InfiniBand partition than their neighbors, which no node can see alone (node_places.py).
"""

import time

import scontrol
from cloud_events import NOT_UP, Events
from cluster_file import Cluster
from instance_book import Book
from node_places import strangers, told
from program_log import open_log

# Not of the health check, which would lift it: the node finds nothing wrong with itself
FABRIC = "warpform fabric: "


def watch_partitions(log):
    """Jobs that run there go on; somebody else's drain stays theirs."""
    text = scontrol.run("-o", "show", "nodes")
    nodes = scontrol.parse_nodes(text)
    up = {name: place for name, place in told(text).items() if not nodes[name].state & NOT_UP}
    found = strangers(up)
    for name, node in sorted(nodes.items()):
        drained, ours = "DRAIN" in node.state, node.reason.startswith(FABRIC)
        if name in found and not drained:
            scontrol.update(name, State="DRAIN", Reason=FABRIC + found[name])
            log.warning("%s: %s", name, found[name])
        elif name not in found and drained and ours:
            scontrol.update(name, State="RESUME")
            log.info("%s: it is over: %s", name, node.reason)


def main():
    cluster = Cluster.load()
    log = open_log(cluster, "azure-events")
    if scontrol.is_active(cluster.data["controllers"]):
        Events(cluster, Book(cluster.state_file("instances.db")), log).end_jobs(time.time())
        watch_partitions(log)
