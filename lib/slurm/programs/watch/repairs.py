"""What is wrong between the cloud, Slurm and the head's book, and what to do about it. Pure: three views in, repairs out.

A repair is (kind, node, instance, why):
  end         terminate the instance: no node uses it
  adopt       enter the instance in the book: Slurm has its address for that node, the book lost it
  forget      take the node out of the book: Slurm holds it for off already
  power-down  give the node back to power saving: what it stands on is gone, or is to be replaced
  reboot      restart the machine in place: a static node of a block can't be replaced as fast
  clear-down  a node that never came up: Slurm keeps it DOWN until told otherwise
  power-up    start a static node whose source lasts
  undrain     lift a drain whose cause is gone: a back-off that is over, a node that was replaced or configured again
  hold        leave unhealthy nodes drained that are too many to have failed one by one
  lost        tell a person: the instance runs, but not under the cluster's tag, by which alone it may be ended
  roll        drain a node whose launch template has changed (rolling.py)
  leave       drain a node that left the configuration and still runs jobs; without jobs it is powered down
"""

from collections import namedtuple

from back_off import REASON as BACK_OFF
from node_reason import LEAVING, action_of, cloud_kind, is_replaced, leaves

Repair = namedtuple("Repair", "kind node instance why")

# Unhealthy nodes of a pool that are replaced at once, or this share of those that run; more are held for a person
AT_ONCE, SHARE_AT_ONCE = 3, 0.2
# A cloud may show an instance in a list some time after it was started
NEW_SECONDS = 180
OFF = {"POWERED_DOWN", "POWERING_DOWN", "POWER_DOWN"}
ON_THE_WAY = {"POWERING_UP", "POWER_UP"}
BUSY = {"ALLOCATED", "MIXED", "COMPLETING"}
REBOOTING = {"REBOOT", "REBOOT_REQUESTED", "REBOOT_ISSUED"}


def find_repairs(cluster, nodes, entries, live, launching, resting, states_of, now):
    """nodes: Slurm's; entries: the book's; live: the cloud's instances by id; states_of: ids -> state, asked for doubtful ones."""
    known = {entry[0] for entry in entries.values()}
    by_address = {node.address: node for node in nodes.values()}
    out = []
    for instance, described in live.items():
        if instance in known or described.launch in launching:
            continue
        node = by_address.get(described.address)
        if node and cluster.place_of(node.name) and is_free(entries.get(node.name), live) and not node.state & OFF:
            out.append(Repair("adopt", node.name, instance, "Slurm knows its address"))
        else:
            out.append(Repair("end", None, instance, "no node uses it"))
    adopted = {repair.node for repair in out if repair.kind == "adopt"}
    doubtful = [entry[0] for entry in entries.values() if entry[0] and entry[0] not in live]
    states = states_of(doubtful) if doubtful else {}
    for name, node in nodes.items():
        place = cluster.place_of(name)
        if place and name not in adopted:
            out.extend(of_node(node, place, entries.get(name), live, states, resting, now))
        elif not place and name in entries:
            out.extend(of_leaving(node, entries[name]))
    out = without_fleets(out, cluster, entries)
    for name, entry in entries.items():
        if name not in nodes and entry[0]:
            out.append(Repair("end", name, entry[0], "its node left slurm.conf"))
    return out


def is_free(entry, live):
    """Whether the book has no instance for the node, or one that is gone, as in a book that was restored."""
    return entry is None or (entry[0] is not None and entry[0] not in live)


def without_fleets(repairs, cluster, entries):
    """So many unhealthy nodes of one pool have one cause, which other machines would have too: a file server, a driver, a check."""
    unhealthy = [r for r in repairs if r.kind == "power-down" and (action_of(r.why) or cloud_kind(r.why) == "impaired")]
    pool_of = {repair: cluster.place_of(repair.node)[0]["name"] for repair in unhealthy if cluster.place_of(repair.node)}
    out = list(repairs)
    for pool in set(pool_of.values()):
        mine = [repair for repair in unhealthy if pool_of.get(repair) == pool]
        running = len([entry for entry in entries.values() if entry[0] and entry[2] == pool])
        if len(mine) > max(AT_ONCE, SHARE_AT_ONCE * running):
            out = [repair._replace(kind="hold") if repair in mine else repair for repair in out]
    return out


def of_leaving(node, entry):
    """A node that Slurm still has, but cluster.json no longer: its jobs go on, nothing new starts there."""
    if node.state & BUSY and not node.state & ON_THE_WAY:
        if "DRAIN" not in node.state:
            yield Repair("leave", node.name, entry[0], LEAVING)
    elif not node.state & OFF:
        yield Repair("power-down", node.name, entry[0], "it left the configuration")
    elif "POWERED_DOWN" in node.state and entry[0]:
        yield Repair("end", node.name, entry[0], "its node left the configuration")


def is_gone(state, entry, now):
    """state: what the cloud says of the instance by its id, None if it knows none such. One that runs is not gone, listed or not."""
    return state in ("terminated", "shutting-down") or (state is None and now - entry[3] > NEW_SECONDS)


def of_node(node, place, entry, live, states, resting, now):
    pool, span = place
    name, instance = node.name, entry[0] if entry else None
    off, coming = bool(node.state & OFF), bool(node.state & ON_THE_WAY)
    if "DOWN" in node.state and "POWERED_DOWN" in node.state:
        yield Repair("clear-down", name, instance, node.reason or "down and off")
        return
    if entry and instance is None:  # being launched; a launch whose process died is resume's to clean up
        return
    if instance and instance not in live:
        if is_gone(states.get(instance), entry, now):
            why = "instance %s is %s" % (instance, states.get(instance) or "gone")
            yield Repair("forget" if off else "power-down", name, instance, why)
        elif now - entry[3] > NEW_SECONDS:
            yield Repair("lost", name, instance, "it is %s without the cluster's tag: give that back to it" % states.get(instance))
        return
    if instance and live[instance].failed:
        yield Repair("end" if off else "power-down", name, instance, "instance %s failed to start" % instance)
        return
    if instance and "POWERED_DOWN" in node.state and not coming:
        yield Repair("end", name, instance, "its node is powered down")
        return
    if not entry and not off and not coming:
        yield Repair("power-down", name, None, "no instance stands behind it")
        return
    if node.state & REBOOTING:  # Slurm holds it for down meanwhile, and gives up itself after ResumeTimeout
        return
    if "DOWN" in node.state and "NOT_RESPONDING" in node.state and not off and not coming:
        yield Repair("power-down", name, instance, "not responding, replaced")
        return
    action = action_of(node.reason)
    if "DRAIN" in node.state and "POWERED_DOWN" in node.state and not entry and (action in ("reset", "reboot", "replace") or is_replaced(node.reason)):
        yield Repair("undrain", name, None, "the instance that it was drained for is gone")
        return
    if "DRAIN" in node.state and not node.state & (BUSY | OFF | ON_THE_WAY) and action in ("reboot", "replace"):
        in_place = span["kind"] == "static" and action == "reboot"
        yield Repair("reboot" if in_place else "power-down", name, instance, node.reason)
        return
    if "DRAIN" in node.state and not node.state & (BUSY | OFF | ON_THE_WAY) and is_replaced(node.reason):
        yield Repair("power-down", name, instance, node.reason)
        return
    if "DRAIN" in node.state and leaves(node.reason):
        yield Repair("undrain", name, None, "it is in the configuration again")
        return
    if "DRAIN" in node.state and node.reason.startswith(BACK_OFF) and pool["name"] not in resting:
        yield Repair("undrain", name, None, "its back-off is over")
        return
    if span["kind"] == "static" and "POWERED_DOWN" in node.state and not coming and "DRAIN" not in node.state:
        yield Repair("power-up", name, None, "static")
