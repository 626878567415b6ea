"""Run on a node at boot: prints the node that this VM is, which is its host name, or what the head has given to a VM of a rack by a tag."""

import sys

from cluster_file import Cluster
from metadata import compute
from racks import NODE


def own_name(cluster, machine):
    """None where the machine is no node of the cluster, or not yet."""
    tags = {tag["name"]: tag["value"] for tag in machine.get("tagsList") or []}
    names = [machine["osProfile"]["computerName"], tags.get(NODE, "")]
    return next((name for name in names if cluster.place_of(name)), None)


def main():
    cluster = Cluster.load()
    machine = compute(cluster.data.get("endpointUrls"))
    name = own_name(cluster, machine)
    if not name:
        sys.exit("%s is no node of this cluster" % machine["osProfile"]["computerName"])
    print(name)
