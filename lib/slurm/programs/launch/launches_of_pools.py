"""Shows which sources' boots fail and which are left alone, and lifts that:  launches [--allow POOL]"""

import argparse

import brake
from cluster_file import Cluster
from instance_book import Book
from program_log import open_log


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--allow", metavar="POOL", help="forget the failed boots of the pool and launch its nodes again")
    options = parser.parse_args()
    cluster = Cluster.load()
    book = Book(cluster.state_file("instances.db"))
    if options.allow:
        if options.allow not in cluster.pools:
            parser.error("no pool %s; there are %s" % (options.allow, ", ".join(cluster.pools)))
        brake.lift(cluster, book, options.allow, open_log(cluster, "launches"))
        return
    closed = brake.stopped(cluster, book)
    for key, (count, reason) in sorted(book.failures().items()):
        kind = cluster.pools[key[0]]["sources"][key[1]]["kind"] if key[0] in cluster.pools else "?"
        state = brake.STOPPED + "; " + brake.LIFT % key[0] if key in closed else "launches go on"
        print("%s %s: %d failed boots in a row, %s (%s)" % (key[0], kind, count, state, reason))
    if not book.failures():
        print("no failed boots")
