"""Lines of slurm.conf and gres.conf for nodes that leave the configuration while jobs still run on them. Pure."""

import re

HEAD = "# nodes that left the configuration, until their jobs have ended"


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


def nodes_in(topology, expand):
    """Node names that a topology.conf places."""
    return {name for nodes in re.findall(r"(?m)^[^#\n]*\bNodes=(\S+)", topology) for name in expand(nodes)}
