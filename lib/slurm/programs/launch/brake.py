"""The brake: a pool's source whose boots fail one after the other is left alone until a person lifts it.

A boot fails when the node does not register in time, or when its health check asks for another machine. It succeeds when the node
has been up for a while, or is let go in good order. A broken image would else be launched anew, at full price, for as long as jobs
wait. AWS ParallelCluster does the same, after 10 failures too ("protected mode").
https://docs.aws.amazon.com/parallelcluster/latest/ug/slurm-protected-mode-v3.html
"""

import time

import back_off

# Longer than two health checks at their default
HEALTHY_SECONDS = 660
STOPPED = "launches stopped"
LIFT = "/opt/warpform/slurm/launches --allow %s"
FOR_GOOD = 10 * 365 * 86400
DOWN = {"DOWN", "DRAIN", "FAIL", "NOT_RESPONDING", "POWERING_UP", "POWER_UP", "POWERED_DOWN", "POWERING_DOWN", "POWER_DOWN"}


def limit(cluster):
    return cluster.data.get("maxFailedBoots", 0)


def stopped(cluster, book):
    """(pool, source) -> (count, reason) of the sources that are left alone."""
    return {key: value for key, value in book.failures().items() if 0 < limit(cluster) <= value[0]}


def open_sources(cluster, book, pool, span):
    """Indexes of the range's sources that may be asked."""
    closed = stopped(cluster, book)
    return [index for index in span["sources"] if (pool["name"], index) not in closed]


def watch(cluster, book, nodes, log, now=None):
    """Counts nodes that have come up and stayed up; nodes: Slurm's."""
    now = time.time() if now is None else now
    up, good = [], []
    for name, (source, _, _, up_at) in book.boots().items():
        node = nodes.get(name)
        if node is None or node.state & DOWN:
            continue
        if up_at is None:
            up.append(name)
        elif now - up_at >= HEALTHY_SECONDS:
            good.append(name)
    book.boot_up(up, now)
    succeeded(cluster, book, good, log)


def succeeded(cluster, book, names, log):
    boots, failures = book.boots(), book.failures()
    for name in names:
        place = cluster.place_of(name)
        if place and name in boots and (place[0]["name"], boots[name][0]) in failures:
            log.info("%s is sound: failed boots of %s are forgotten", name, place[0]["name"])
            book.succeeded(place[0]["name"], boots[name][0])
            failures = book.failures()


def let_go(cluster, book, names, log):
    """Nodes that Slurm suspends: those that were up have booted well."""
    boots = book.boots()
    succeeded(cluster, book, [name for name in names if name in boots and boots[name][3]], log)
    book.boot_over(names)


def failed(cluster, book, names, reason, log):
    """Counts each node's boot as failed, once; stops the source's launches at the limit."""
    boots = book.boots()
    pools = {}
    for name in names:
        place = cluster.place_of(name)
        if name not in boots or place is None:
            continue
        pool, source = place[0], boots[name][0]
        count = book.failures().get((pool["name"], source), (0, ""))[0] + 1
        book.failed(pool["name"], source, count, reason)
        pools[pool["name"]] = pool
        if count == limit(cluster):
            log.error("%s of %s: %s after %d failed boots in a row; the last: %s", pool["sources"][source]["kind"], pool["name"], STOPPED, count, reason)
    book.boot_over(names)
    for pool in pools.values():
        stop_pool(cluster, book, pool, log)


def stop_pool(cluster, book, pool, log):
    """Rests a pool none of whose sources may be asked any more."""
    if any(open_sources(cluster, book, pool, span) for span in pool["ranges"]):
        return
    counts = [count for (name, _), (count, _) in stopped(cluster, book).items() if name == pool["name"]]
    if counts and pool["name"] not in {name for name, _, _ in book.backoffs()}:
        reason = "%s after %d failed boots; fix the cause, then %s" % (STOPPED, max(counts), LIFT % pool["name"])
        back_off.begin(cluster, book, pool, reason, log, seconds=FOR_GOOD)


def lift(cluster, book, pool, log):
    book.succeeded(pool)
    if any(name == pool and STOPPED in reason for name, _, reason in book.backoffs()):
        book.end_back_off(pool)
    back_off.undrain(cluster, pool)
    log.warning("launches of %s are allowed again", pool)
