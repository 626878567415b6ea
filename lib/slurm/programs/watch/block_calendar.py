"""When a Capacity Block may be used, and what has to happen before it ends. Pure.

The cloud begins to terminate a block's instances some time before its end (`terminationLeadMinutes` of cluster.json), so a block is over
for jobs at `stop`; the drain begins `drain` minutes before that.
"""

from collections import namedtuple

from moment import seconds

# Jobs that can be requeued are, this long before the stop, so that they end as requeued and not as timed out
REQUEUE_SECONDS = 60

Block = namedtuple("Block", "name reservation host_list nodes start drain stop end")


def blocks(cluster, dates):
    """Every block of cluster.json whose end is known. dates: reservation id -> (start, end) as the cloud says now, which wins over
    the file, since a block can be extended."""
    out = []
    for pool in cluster.data["pools"]:
        for span in pool["ranges"]:
            for source in cluster.sources_of(pool, span):
                if source["kind"] != "block" or span["kind"] != "static":
                    continue
                start, end = dates.get(source["reservationId"], (None, None))
                start = start or (source["startsOn"] and seconds(source["startsOn"]))
                end = end or (source["endsOn"] and seconds(source["endsOn"]))
                if not end:
                    continue
                stop = end - 60 * source["terminationLeadMinutes"]
                drain = stop - 60 * cluster.data["timeouts"]["blockDrainMinutes"]
                name = "warpform-block-%s" % source["reservationId"]
                out.append(Block(name, source["reservationId"], span["hostList"], cluster.names(span), start or 0, drain, stop, end))
    return out


def phase(block, now):
    """before: not begun; on: free to use; ending: jobs are told; requeue: the last minute; over."""
    if now < block.start:
        return "before"
    if now < block.drain:
        return "on"
    if now < block.stop - REQUEUE_SECONDS:
        return "ending"
    if now < block.stop:
        return "requeue"
    return "over"
