"""The virtual machine of a node: its name and its body. Pure.

A VM is named after its node and its launch, so that a node that comes back needs not wait until its last VM is gone. Its host name is
the node's own, so that no one has to tell it.
https://learn.microsoft.com/rest/api/compute/virtual-machines/create-or-update
"""

import copy

from cloud import template_of

# Of the token of a launch
MARK = 8


def vm_name(node, token):
    return "%s-%s" % (node, token[:MARK])


def node_of(name):
    return name[: -MARK - 1]


def tags(cluster, pool, source, node, token, owner):
    """owner: (job, user); a cost report groups by tags."""
    job, user = owner
    out = dict(cluster.data["tags"])
    out[cluster.tag[0]] = cluster.tag[1]
    out["warpform:node"] = node
    out["warpform:pool"] = pool["name"]
    out["warpform:launch"] = token
    out["warpform:template"] = template_of(source)
    if job:
        out["warpform:job"] = job
    if user:
        out["warpform:user"] = user
    return out


def virtual_machine(cluster, pool, source, node, token, owner=(None, None)):
    """(name, body): the source's machine with the names of this node."""
    body = copy.deepcopy(source["machine"])
    name = vm_name(node, token)
    body["tags"] = tags(cluster, pool, source, node, token, owner)
    properties = body["properties"]
    properties["osProfile"]["computerName"] = node
    for interface in properties["networkProfile"]["networkInterfaceConfigurations"]:
        interface["name"] = name
    return name, body
