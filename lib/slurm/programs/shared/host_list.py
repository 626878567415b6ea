"""Slurm host lists: expanded by scontrol, which knows every form; compressed here for names of the form prefix + number."""

import re

import scontrol


def expand(host_list):
    """`h100-[1-3,7]` -> names, in order."""
    return scontrol.run("show", "hostnames", host_list).split() if host_list else []


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
