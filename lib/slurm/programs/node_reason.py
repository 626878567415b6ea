"""The reason that a failed health check leaves on a node, and what it asks for: `warpform health [replace]: 7 GPUs of 8`."""

import re

# From the mildest: note it; reset the GPUs once the node is idle; restart the machine; get another machine; wait for a person
ACTIONS = ("note", "reset", "reboot", "replace", "drain")

# Of a node that cluster.json no longer has while jobs still run on it
LEAVING = "warpform leaving: no longer in the configuration; terminated when its jobs have ended"


def leaves(reason):
    return reason.startswith(LEAVING.partition(":")[0])


def health_reason(action, problems):
    """Slurm keeps one line; commas and equals signs are as good as any other character there."""
    return "warpform health [%s]: %s" % (action, "; ".join(problems))


def action_of(reason):
    """The action in a reason of ours; None for a reason that somebody else wrote."""
    match = re.match(r"warpform health \[(\w+)\]", reason)
    return match.group(1) if match and match.group(1) in ACTIONS else None


def worst(actions):
    return max(actions, key=ACTIONS.index)
