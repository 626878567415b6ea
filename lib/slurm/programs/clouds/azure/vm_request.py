"""The virtual machine of a node: its name and its body. Pure.

A VM is named after its node and its launch, so that a node that comes back needs not wait until its last VM is gone. Its host name is
the node's own, so that no one has to tell it.
https://learn.microsoft.com/rest/api/compute/virtual-machines/create-or-update
"""

import copy

from cloud import template_of
from instance import instance_tags

# Of the token of a launch
MARK = 8


def vm_name(node, token):
    return "%s-%s" % (node, token[:MARK])


def node_of(name):
    return name[: -MARK - 1]


def virtual_machine(cluster, pool, source, node, token, owner=(None, None)):
    """(name, body): the source's machine with the names of this node. owner: (job, user)."""
    body = copy.deepcopy(source["machine"])
    name = vm_name(node, token)
    body["tags"] = {**instance_tags(cluster, pool, template_of(source), token, *owner), "warpform:node": node}
    properties = body["properties"]
    properties["osProfile"]["computerName"] = node
    for interface in properties["networkProfile"]["networkInterfaceConfigurations"]:
        interface["name"] = name
    return name, body
