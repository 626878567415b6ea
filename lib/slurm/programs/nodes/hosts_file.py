"""Keeps every node's name resolvable on the head, from before the first one has started.

slurmctld looks a node's name up while it holds its locks; for each name that does not resolve it stands still for ten
seconds. So all names are in /etc/hosts: with the address of their instance, or, while there is none, a loopback address at
which nobody listens. Slurm itself learns a node's address from resume and from the node. Runs as root, at the head's boot
and with the reconcile timer; other lines of the file are kept.
"""

import os
import sys

import whole_file
from cluster_file import Cluster
from instance_book import Book

HOSTS = "/etc/hosts"
BEGIN, END = "# warpform nodes: begin", "# warpform nodes: end"
NOBODY = "127.0.0.2"


def block(cluster, addresses):
    domain = "." + cluster.data["dns"]["domain"] if cluster.data["dns"] else None
    lines = [BEGIN]
    for pool in cluster.data["pools"]:
        for span in pool["ranges"]:
            for name in cluster.names(span):
                aliases = " %s%s" % (name, domain) if domain else ""
                lines.append("%s %s%s" % (addresses.get(name) or NOBODY, name, aliases))
    return lines + [END]


def replaced(text, lines):
    """The file with our block in place of the old one, or at its end."""
    old = text.splitlines()
    if BEGIN in old and END in old:
        first, last = old.index(BEGIN), old.index(END)
        old = old[:first] + old[last + 1 :]
    return "\n".join(old + lines) + "\n"


def write(path, text):
    """In place of the old file at once, except where it is a mount of its own, as in a container."""
    try:
        whole_file.write(path, text)
    except OSError:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else HOSTS
    cluster = Cluster.load()
    book = cluster.state_file("instances.db")
    addresses = {name: entry[1] for name, entry in Book(book).nodes().items()} if os.path.exists(book) else {}
    with open(path, encoding="utf-8") as file:
        before = file.read()
    after = replaced(before, block(cluster, addresses))
    if after != before:
        write(path, after)
