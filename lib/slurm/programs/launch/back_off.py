"""A pool without capacity rests: its powered-down nodes are drained, with the reason, so that jobs go elsewhere or wait.

Draining is per node, so other pools of the same partition go on, and `sinfo -R` says why. Nodes that are on stay, and are
drained when they are let go. Slurm clears a drain when it powers a node down, so suspend calls `keep_resting`.
"""

import time

import host_list
import scontrol

REASON = "warpform back-off: "
# Longer than any back-off: what rests for longer waits for a person
A_DAY = 86400 + 60
OFF = {"POWERED_DOWN", "POWERING_DOWN", "POWER_DOWN"}


def begin(cluster, book, pool, reason, log, seconds=None):
    """seconds: for how long; the pool's back-off unless given, which is for its static nodes too then."""
    rest = 60 * pool["backoffMinutes"] if seconds is None else seconds
    if not rest:
        return
    book.back_off(pool["name"], time.time() + rest, reason)
    states = scontrol.nodes()
    names = [n for span in pool["ranges"] if seconds or span["kind"] == "dynamic" for n in cluster.names(span)]
    drain(book, pool["name"], [n for n in names if n in states and states[n].state & OFF and "DRAIN" not in states[n].state])
    log.warning("pool %s rests for %d min: %s", pool["name"], rest // 60, reason)


def keep_resting(cluster, book, nodes):
    """Drains those of the nodes, just powered down, whose pool rests."""
    resting = {pool for pool, _, _ in book.backoffs()}
    by_pool = {}
    for node in nodes if resting else []:
        place = cluster.place_of(node)
        if place and place[0]["name"] in resting and place[1]["kind"] == "dynamic":
            by_pool.setdefault(place[0]["name"], []).append(node)
    for pool, names in by_pool.items():
        drain(book, pool, names)


def drain(book, pool, names):
    for name, until, reason in book.backoffs():
        if name == pool and names:
            again = ", again at " + time.strftime("%H:%M:%SZ", time.gmtime(until)) if until < time.time() + A_DAY else ""
            text = "%s%s%s" % (REASON, reason, again)
            scontrol.update(host_list.compress(names), State="DRAIN", Reason=text)


def undrain(cluster, pool):
    ours = [
        node.name
        for node in scontrol.nodes().values()
        if node.reason.startswith(REASON)
        and "DRAIN" in node.state
        and (place := cluster.place_of(node.name)) is not None
        and place[0]["name"] == pool
    ]
    if ours:
        scontrol.update(host_list.compress(ours), State="RESUME")


def end_expired(cluster, book, log, now=None):
    """Gives back the pools whose time is over; nodes that somebody else has drained since stay drained."""
    over = [pool for pool, until, _ in book.backoffs() if until <= (time.time() if now is None else now)]
    for pool in over:
        undrain(cluster, pool)
        book.end_back_off(pool)
        log.info("pool %s is tried again", pool)
