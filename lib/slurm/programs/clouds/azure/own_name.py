"""Run on a node at boot: prints the node that this VM is, which is its host name."""

import sys

from cluster_file import Cluster
from metadata import compute


def own_name(cluster, machine):
    """None where the machine is no node of the cluster."""
    name = machine["osProfile"]["computerName"]
    return name if cluster.place_of(name) else None


def main():
    cluster = Cluster.load()
    machine = compute(cluster.data.get("endpointUrls"))
    name = own_name(cluster, machine)
    if not name:
        sys.exit("%s is no node of this cluster" % machine["osProfile"]["computerName"])
    print(name)
