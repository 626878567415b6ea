"""Where in Azure's network VMs are: by placement group, since InfiniBand ends at one. The resource manager does not say; nodes do."""

import scontrol
from node_places import told
from vm_request import node_of


def places(cluster, ids):
    """instance -> (its network nodes from the top, its NVLink domain or None). A pool within one placement group needs no switches of its own:
    topology.conf stays as it is while its nodes come and go."""
    known = told(scontrol.run("-o", "show", "nodes"))
    found = {vm: known[node_of(vm)] for vm in ids if node_of(vm) in known and known[node_of(vm)].vm == vm}
    pools = {vm: cluster.place_of(node_of(vm))[0]["name"] for vm in found if cluster.place_of(node_of(vm))}
    groups = {}
    for vm, pool in pools.items():
        groups.setdefault(pool, set()).add(fabric(found[vm]))
    return {vm: (["%s-%s" % (pool, fabric(found[vm]))], None) for vm, pool in pools.items() if len(groups[pool]) > 1}


def fabric(place):
    return "%s-%s" % (place.group, place.key)
