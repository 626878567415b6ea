"""Where in Azure's network VMs are: by placement group, since InfiniBand ends at one, and by NVLink domain in racks. The resource manager does not
say; nodes do."""

import scontrol
from imex import RACK_SWITCH
from node_places import told


def places(cluster, ids):
    """instance -> (its network nodes from the top, its NVLink domain or None). A pool within one placement group needs no switches of its own:
    topology.conf stays as it is while its nodes come and go. Each NVLink domain is a switch."""
    known = {place.vm: (node, place) for node, place in told(scontrol.run("-o", "show", "nodes")).items()}
    found = {vm: known[vm] for vm in ids if vm in known and cluster.place_of(known[vm][0])}
    pools = {vm: cluster.place_of(node)[0]["name"] for vm, (node, _) in found.items()}
    groups = {}
    for vm, (_, place) in found.items():
        groups.setdefault(pools[vm], set()).add(fabric(place))
    out = {}
    for vm, (_, place) in found.items():
        several = ["%s-%s" % (pools[vm], fabric(place))] if len(groups[pools[vm]]) > 1 else []
        domain = [RACK_SWITCH + place.domain] if place.domain else []
        if several or domain:
            out[vm] = (several + domain, place.domain)
    return out


def fabric(place):
    return "%s-%s" % (place.group, place.key)
