"""The VMs of racks (GB200, GB300). Their scale set makes them, whole racks at once and under names of its own: the head makes and deletes none, but
gives each the name of a node.

A claim is the tags that other VMs carry from the first, by which a VM learns its name (own_name.py). A VM that is given back is restarted, which
ends what ran under the name, and takes the same name again where it is free.
https://learn.microsoft.com/rest/api/compute/virtual-machines/update
"""

import contextlib
import fcntl

from cloud import is_there as is_rack
from cloud import template_of
from instance import instance_tags

NODE, LAST = "warpform:node", "warpform:last-node"
OURS = (NODE, "warpform:pool", "warpform:launch", "warpform:template", "warpform:job", "warpform:user")
NONE_FREE = "NoFreeVirtualMachine"


def rack_sets(cluster):
    """Names of the scale sets of racks."""
    return {source["machine"]["scaleSet"] for pool in cluster.data["pools"] for source in pool["sources"] if is_rack(source)}


def of_rack(sets, name):
    """Whether a VM is one of a rack: Azure calls it `<scale set>_<mark>`."""
    scale_set, joined, _ = name.rpartition("_")
    return bool(joined) and scale_set in sets


def free_of(vms, key):
    """VMs that run and are nobody's node. key: of the tag by which a cluster knows its own. Pure."""
    return [vm for vm in vms if vm["properties"].get("provisioningState") == "Succeeded" and key not in (vm.get("tags") or {})]


def assigned(nodes, free):
    """[(node, VM)]: the node that a VM was last, before any other; the rest in the order of their names. Pure."""
    left = {vm["name"]: vm for vm in free}
    last = {vm["tags"][LAST]: vm for vm in free if LAST in (vm.get("tags") or {})}
    again = {node: left.pop(last[node]["name"]) for node in nodes if node in last}
    rest = iter([left[name] for name in sorted(left)])
    pairs = [(node, again.get(node) or next(rest, None)) for node in nodes]
    return [(node, vm) for node, vm in pairs if vm is not None]


def claimed_tags(cluster, order, node, tags):
    kept = {key: value for key, value in (tags or {}).items() if key != LAST}
    template = template_of(order.source)
    return {**kept, **instance_tags(cluster, order.pool, template, order.token, order.job, order.user), NODE: node}


def released_tags(cluster, tags):
    """None where the VM is free already."""
    if cluster.tag[0] not in (tags or {}):
        return None
    kept = {key: value for key, value in tags.items() if key not in (*OURS, cluster.tag[0])}
    return {**kept, LAST: tags[NODE]} if NODE in tags else kept


@contextlib.contextmanager
def alone(cluster):
    """Slurm runs the resume program several times at once, and no VM may become two nodes."""
    with open(cluster.state_file("racks.lock"), "w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
