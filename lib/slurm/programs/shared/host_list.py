"""Slurm host lists: those of this cluster's names are expanded here, since a launch for 10,000 jobs expands 10,000; scontrol knows every
other form. Compressed here for names of the form prefix + number."""

import re

import scontrol

NUMBER = r"(?:0|[1-9]\d*)"
# `login`, `h100-dy-7`, `h100-dy-[1-3,7]`: one bracket at the end, numbers without leading zeros
PART = re.compile(r"([\w.-]+)(?:\[(%s(?:-%s)?(?:,%s(?:-%s)?)*)\])?" % (NUMBER, NUMBER, NUMBER, NUMBER))


def expand(host_list):
    """`h100-[1-3,7]` -> names, in order."""
    out, at = [], 0
    while at < len(host_list):
        match = PART.match(host_list, at)
        if match is None or host_list[match.end() : match.end() + 1] not in ("", ","):
            return scontrol.run("show", "hostnames", host_list).split()
        out += members(*match.groups())
        at = match.end() + 1
    return out


def members(prefix, numbers):
    """The names of one part of a host list."""
    if numbers is None:
        return [prefix]
    spans = [span.partition("-") for span in numbers.split(",")]
    return ["%s%d" % (prefix, n) for first, _, last in spans for n in range(int(first), int(last or first) + 1)]


def compress(nodes):
    """Names -> the shortest host list: `h100-dy-[1-3,7],login`."""
    numbers, out = {}, []
    for node in nodes:
        match = re.fullmatch(r"(.*?)(0|[1-9]\d*)", node)
        if match:
            numbers.setdefault(match.group(1), set()).add(int(match.group(2)))
        else:
            out.append(node)
    for prefix, members in numbers.items():
        spans = []
        for number in sorted(members):
            if spans and spans[-1][1] == number - 1:
                spans[-1][1] = number
            else:
                spans.append([number, number])
        text = ",".join(str(a) if a == b else "%d-%d" % (a, b) for a, b in spans)
        out.append("%s%s" % (prefix, text) if len(members) == 1 else "%s[%s]" % (prefix, text))
    return ",".join(out)
