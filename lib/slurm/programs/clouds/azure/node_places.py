"""Where a node is in Azure's InfiniBand, told by the node itself: only its metadata know the placement group.

A node writes one line of JSON into its `Extra` of Slurm, which every program on the head reads with one call. The name of the VM tells
whether the line is that of the VM that runs, or of one before it. Nodes of one placement group share a fabric and a partition key; nodes of one
NVLink domain, their GPUs' memory. A domain is a rack, or a part of it that the rack's fabric manager has set apart (a clique).
https://learn.microsoft.com/azure/virtual-machines/instance-metadata-service
"""

import json
import re
from collections import Counter, namedtuple

INFINIBAND = "/sys/class/infiniband"
FULL_MEMBER = "0x8"

Place = namedtuple("Place", "vm group key domain", defaults=(None,))

# Of a GPU that is in no domain
NO_DOMAIN = "00000000-0000-0000-0000-000000000000"


def full_keys(machine):
    """Partition keys of which this node is a full member."""
    folders = ["%s/%s/ports/1/pkeys" % (INFINIBAND, name) for name in machine.names(INFINIBAND)]
    keys = {machine.read("%s/%s" % (folder, name)).strip() for folder in folders for name in machine.names(folder)}
    return sorted(key for key in keys if key.startswith(FULL_MEMBER))


def nvlink_domain(text):
    """`<ClusterUUID>.<CliqueId>`, which all GPUs of a node share, from `nvidia-smi -q`; None without. Pure."""
    found = {key: set(re.findall(r"^\s*%s\s*:\s*(\S+)" % key, text, re.M)) for key in ("ClusterUUID", "CliqueId")}
    if any(len(values) != 1 for values in found.values()):
        return None
    (cluster,), (clique,) = found["ClusterUUID"], found["CliqueId"]
    return None if cluster in (NO_DOMAIN, "N/A") else "%s.%s" % (cluster, clique)


def place_text(compute, keys, domain=None):
    """What a node tells; None without a placement group or with no single key, which the health check speaks of."""
    group = compute.get("placementGroupId")
    if not group or len(keys) != 1:
        return None
    said = {"vm": compute["name"], "placementGroup": group, "partitionKey": keys[0]}
    return json.dumps({**said, "nvlinkDomain": domain} if domain else said, separators=(",", ":"))


def told(text):
    """node -> Place, from `scontrol -o show nodes`. Pure. What people write into Extra is passed over."""
    found = {}
    for line in text.splitlines():
        name, extra = re.search(r"(?:^|\s)NodeName=(\S+)", line), re.search(r"\sExtra=(\{\S*\})(?:\s|$)", line)
        if not name or not extra:
            continue
        try:
            said = json.loads(extra.group(1))
            found[name.group(1)] = Place(said["vm"], said["placementGroup"], said["partitionKey"], said.get("nvlinkDomain"))
        except (ValueError, KeyError, TypeError):
            continue
    return found


def strangers(places):
    """node -> reason, for nodes whose partition key is not that of most nodes of their placement group: they can't reach them. Pure."""
    out = {}
    for group in sorted({place.group for place in places.values()}):
        keys = {node: place.key for node, place in places.items() if place.group == group}
        (usual, count), *others = Counter(keys.values()).most_common()
        if others and count > others[0][1]:
            for node in sorted(node for node, key in keys.items() if key != usual):
                out[node] = "partition key %s, and %d nodes of its placement group have %s" % (keys[node], count, usual)
    return out
