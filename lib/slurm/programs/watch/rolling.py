"""Which nodes are replaced because their launch template has changed (a new image, new user data), a few at a time. Pure.

An instance carries the template and version that it was launched from. Nodes with an older one are drained, idle ones first, and get
their new instance once their jobs have ended. It stops where new instances fail to boot or are not to be had, and gives the nodes
back that wait: a broken image costs a few nodes and not the pool.
"""

from cloud import template_of
from node_reason import UPDATE, updates
from repairs import BUSY, OFF, ON_THE_WAY, REBOOTING, Repair

NOT_READY = OFF | ON_THE_WAY | REBOOTING | {"DOWN", "FAIL", "NOT_RESPONDING"}


def find_rolls(cluster, nodes, entries, live, paused):
    """nodes: Slurm's; entries: the book's; live: the cloud's instances; paused: names of pools whose launches fail or rest."""
    out = []
    for pool in cluster.data["pools"]:
        mine = [nodes[name] for span in pool["ranges"] for name in cluster.names(span) if name in nodes]
        stale = {node.name for node in mine if is_stale(pool, live.get((entries.get(node.name) or (None,))[0]))}
        out += of_pool(cluster, pool, mine, stale, paused)
    return out


def is_stale(pool, described):
    """Whether the instance is known to be of another template than those of the pool's sources."""
    given = described.template if described else None
    return given is not None and given not in {template_of(source) for source in pool["sources"]}


def of_pool(cluster, pool, nodes, stale, paused):
    at_once = pool.get("replaceAtOnce")
    waiting = [node for node in nodes if "DRAIN" in node.state and updates(node.reason) and not node.state & (OFF | ON_THE_WAY)]
    lifted = [node for node in waiting if node.name not in stale or not at_once or pool["name"] in paused]
    for node in lifted:
        yield Repair("undrain", node.name, None, "it is not replaced now")
    if not at_once or pool["name"] in paused:
        return
    waiting = [node for node in waiting if node not in lifted]
    coming = [node for node in nodes if cluster.is_static(node.name) and node.state & (OFF | ON_THE_WAY) and "DRAIN" not in node.state]
    ready = [node for node in nodes if node.name in stale and "DRAIN" not in node.state and not node.state & NOT_READY]
    idle = [node for node in ready if not node.state & BUSY]
    room = max(0, at_once - len(waiting) - len(coming))
    # Jobs may run for days: a node that waits for one gives way to an idle node
    swapped = [node for node in waiting if node.state & BUSY][: max(0, len(idle) - room)]
    for node in swapped:
        yield Repair("undrain", node.name, None, "an idle node is replaced first")
    chosen = idle[: room + len(swapped)]
    busy = [node for node in ready if node.state & BUSY]
    for node in chosen + busy[: max(0, room - len(chosen))]:
        yield Repair("roll", node.name, None, UPDATE)
