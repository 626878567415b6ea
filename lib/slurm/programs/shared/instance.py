"""An instance, and an order for some, as the programs see them in every cloud.

What a cloud has to bring is the room of its name, whose modules have the same names and functions in each; a test compares them:
  cloud          CLOUD, what people call it; PER_CALL, nodes of one order at most; template_of, what a source's instances are made from;
                 is_there, whether they are there before
  instances      Instances: launch, paired, of_cluster, of_launch, addresses, states, end, name, cloud_clock
  name_records   announce, forget: what lets a node find its name, and others find the node
  reservations   dates: when a reservation with a start and an end of its own begins and ends
  placements     places: where in the network instances are
  metrics        put: what alarms go by
and the programs own-name and those that watch for what the cloud is about to do to an instance.
"""

from collections import namedtuple

# launch: token of the launch that started it; template: what it was made from, None if unknown; name: of the node that it is named after;
# failed: it will never come up, and is ended like one whose node does not respond
Instance = namedtuple("Instance", "address launch template name failed", defaults=(None, None, None, None, False))

# nodes: names; whole: all of them or none; token: the launch's; call: its number of this source; job, user: None where nodes differ
Order = namedtuple("Order", "pool source nodes whole token call job user")


def instance_tags(cluster, pool, template, token, job, user):
    """Tags of an instance: the cluster's own, what it is launched from, then who it runs for (a cost report groups by them)."""
    out = dict(cluster.data["tags"])
    out[cluster.tag[0]] = cluster.tag[1]
    out["warpform:pool"] = pool["name"]
    out["warpform:launch"] = token
    out["warpform:template"] = template
    if job:
        out["warpform:job"] = job
    if user:
        out["warpform:user"] = user
    return out
