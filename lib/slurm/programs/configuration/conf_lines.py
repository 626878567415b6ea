"""Lines of slurm.conf and gres.conf for nodes and partitions that leave the configuration while they still have jobs. Pure."""

import re

HEAD = "# nodes that left the configuration, until their jobs have ended"
CLOSED = "# partitions that left the configuration, until their jobs have ended"


def kept_lines(text, names, expand, compress):
    """The lines `NodeName=…` of the old text, cut to these names."""
    left, out = set(names), []
    for line in text.splitlines():
        match = re.match(r"NodeName=(\S+)(.*)", line)
        some = [name for name in expand(match.group(1)) if name in left] if match else []
        if some:
            out.append("NodeName=%s%s" % (compress(some), match.group(2)))
    return out


def with_kept(text, old, names, expand, compress):
    """The new text, and what it must still say of the nodes that leave."""
    lines = kept_lines(old, names, expand, compress) if names else []
    return text if not lines else text.rstrip("\n") + "\n\n" + "\n".join([HEAD, *lines]) + "\n"


def partitions_in(text):
    return set(re.findall(r"(?m)^PartitionName=(\S+)", text))


def with_partitions(text, old, names, expand, compress):
    """The new text with these partitions of the old one: closed to new jobs, and of the nodes that there are. slurmctld ends the jobs of a
    partition that it does not find."""
    nodes = {name for hosts in re.findall(r"(?m)^NodeName=(\S+)", text) for name in expand(hosts)}
    lines = []
    for line in old.splitlines():
        match = re.match(r"PartitionName=(\S+)", line)
        if match and match.group(1) in names:
            fields = [word for word in line.split() if not re.match("(Default|State|Nodes|TRESBillingWeights)=", word)]
            left = [name for hosts in re.findall(r"\sNodes=(\S+)", line) for name in expand(hosts) if name in nodes]
            lines.append(" ".join([*fields, *(["Nodes=" + compress(left)] if left else []), "State=DRAIN"]))
    return text if not lines else text.rstrip("\n") + "\n\n" + "\n".join([CLOSED, *lines]) + "\n"


def nodes_in(topology, expand):
    """Node names that a topology.conf places."""
    return {name for nodes in re.findall(r"(?m)^[^#\n]*\bNodes=(\S+)", topology) for name in expand(nodes)}
