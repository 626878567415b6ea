"""The reason that a failed health check leaves on a node, and what it asks for: `warpform health [replace]: 7 GPUs of 8`."""

import re

from moment import seconds

# From the mildest: note it; reset the GPUs once the node is idle; restart the machine; get another machine; wait for a person
ACTIONS = ("note", "reset", "reboot", "replace", "drain")

# Of a node that cluster.json no longer has while jobs still run on it
LEAVING = "warpform leaving: no longer in the configuration; terminated when its jobs have ended"
# Of a node whose launch template has changed
UPDATE = "warpform update: its launch template has changed; replaced when its jobs have ended"


def leaves(reason):
    return reason.startswith(LEAVING.partition(":")[0])


def updates(reason):
    return reason.startswith(UPDATE.partition(":")[0])


# Of a node whose instance the cloud will take, or finds broken
CLOUDS = "(?:ec2|azure)"


def cloud_reason(cloud, kind, why, at=None):
    """kind: interrupted (Spot), scheduled (maintenance), impaired (the cloud's own checks). at: when the instance goes, ISO 8601."""
    return "warpform %s [%s]: %s%s" % (cloud, kind, why, ", at " + at if at else "")


def cloud_kind(reason):
    match = re.match(r"warpform %s \[(\w+)\]: " % CLOUDS, reason)
    return match.group(1) if match else None


def cloud_ends(reason):
    """When the cloud takes the instance of a node drained for that, in seconds since the epoch; None for other reasons."""
    match = re.match(r"warpform %s \[\w+\]: .*, at (\S+)$" % CLOUDS, reason)
    return seconds(match.group(1)) if match else None


def is_replaced(reason):
    """Whether a drained node gets another instance once its jobs have ended, without being unhealthy itself."""
    return cloud_kind(reason) is not None or updates(reason)


def health_reason(action, problems):
    """Slurm keeps one line; commas and equals signs are as good as any other character there."""
    return "warpform health [%s]: %s" % (action, "; ".join(problems))


def action_of(reason):
    """The action in a reason of ours; None for a reason that somebody else wrote."""
    match = re.match(r"warpform health \[(\w+)\]", reason)
    return match.group(1) if match and match.group(1) in ACTIONS else None


def worst(actions):
    return max(actions, key=ACTIONS.index)
