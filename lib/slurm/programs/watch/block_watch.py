"""A timer's program: sees to it that a Capacity Block's end finds no job by surprise.

- As soon as the end is known, a reservation of its own name (`warpform-block-<id>`) begins there, so that Slurm starts no job
  that would run into it.
- `blockDrainMinutes` before, the nodes are drained, and running jobs that would run longer get the block's end as their own:
  Slurm then sends each the signal that it asked for with `--signal`, in time for a checkpoint.
- In the last minute, jobs that may be requeued are, with their old time limit, and go on elsewhere.
- Before a block begins and after it has ended, its nodes are drained and off.
"""

import time

import host_list
import scontrol
from block_calendar import blocks, phase
from cluster_file import Cluster
from instance_book import Book
from job_ends import JobEnds, local
from program_log import open_log
from reservations import dates

REASON = "warpform block: "
# Long enough to outlast the clean-up after a block; the program removes it when the block is gone from cluster.json
RESERVED_DAYS = 7


def known_dates(cluster, log):
    """reservation id -> (start, end), as the cloud says now."""
    ids = sorted({s["reservationId"] for p in cluster.data["pools"] for s in p["sources"] if s["kind"] == "block" and s["reservationId"]})
    return dates(cluster, ids, log) if ids else {}


class BlockWatch:
    def __init__(self, cluster, book, log):
        self.cluster, self.book, self.log = cluster, book, log
        self.job_ends = JobEnds(book, log)

    def run(self, dates, now):
        states = scontrol.nodes()
        known = blocks(self.cluster, dates)
        for block in known:
            current = phase(block, now)
            if current != "over":
                self.reserve(block)
            getattr(self, current)(block, states)
        self.remove_reservations({block.name for block in known})

    # -- phases -------------------------------------------------------------------------------------------------------

    def before(self, block, states):
        self.drain(block, states, "%s begins at %s" % (block.reservation, clock(block.start)))
        self.keep_off(block, True)

    def on(self, block, states):
        ours = [n for n in block.nodes if n in states and states[n].reason.startswith(REASON) and "DRAIN" in states[n].state]
        if ours:
            scontrol.update(host_list.compress(ours), State="RESUME")
            self.log.info("%s is on", block.reservation)
        self.keep_off(block, False)

    def ending(self, block, states):
        self.drain(block, states, "%s ends for jobs at %s" % (block.reservation, clock(block.stop)))
        self.job_ends.tell(block.host_list, block.stop, block.reservation)

    def requeue(self, block, states):
        self.ending(block, states)
        self.job_ends.requeue(block.host_list, block.reservation)

    def over(self, block, states):
        on = [n for n in block.nodes if n in states and not states[n].state & {"POWERED_DOWN", "POWERING_DOWN", "POWER_DOWN"}]
        reason = "%s is over since %s" % (block.reservation, clock(block.stop))
        if on:
            scontrol.update(host_list.compress(on), State="POWER_DOWN_FORCE", Reason=REASON + reason)
            self.log.info("%s: %s given back", reason, host_list.compress(on))
        # Slurm clears a drain when it begins to power a node down, so those are drained the next time
        off = {name: node for name, node in states.items() if node.state & {"POWERED_DOWN", "POWERING_DOWN"}}
        self.drain(block, off, reason)
        self.keep_off(block, True)

    # -- parts --------------------------------------------------------------------------------------------------------

    def drain(self, block, states, reason):
        todo = [n for n in block.nodes if n in states and "DRAIN" not in states[n].state]
        if todo:
            scontrol.update(host_list.compress(todo), State="DRAIN", Reason=REASON + reason)
            self.log.info("drained %s: %s", host_list.compress(todo), reason)

    def keep_off(self, block, off):
        """Tells reconcile whether it may start the block's nodes."""
        for node in block.nodes:
            if off:
                self.book.note("keep off " + node, block.reservation)
            else:
                self.book.forget("keep off " + node)

    def reserve(self, block):
        """The reservation begins at the stop; it is made anew when the block was extended."""
        wanted = local(block.stop)
        if self.book.noted(block.name) == wanted:
            return
        if block.name in reservations():
            scontrol.run("delete", "reservationname=" + block.name)
        scontrol.run(
            "create", "reservation", "reservationname=" + block.name, "starttime=" + wanted,
            "duration=%d-00:00:00" % RESERVED_DAYS, "nodes=" + block.host_list, "users=root", "flags=MAINT,IGNORE_JOBS",
        )  # fmt: skip
        self.book.note(block.name, wanted)
        self.log.info("reserved %s from %s", block.host_list, clock(block.stop))

    def remove_reservations(self, known):
        for name in reservations():
            if name.startswith("warpform-block-") and name not in known:
                scontrol.run("delete", "reservationname=" + name)


def clock(moment):
    return time.strftime("%Y-%m-%d %H:%MZ", time.gmtime(moment))


def reservations():
    try:
        text = scontrol.run("-o", "show", "reservation")
    except scontrol.SlurmError:
        return set()
    return {line.split()[0].partition("=")[2] for line in text.splitlines() if line.startswith("ReservationName=")}


def main():
    cluster = Cluster.load()
    log = open_log(cluster, "block-watch")
    if not scontrol.is_active(cluster.data["controllers"]):
        return
    watch = BlockWatch(cluster, Book(cluster.state_file("instances.db")), log)
    watch.run(known_dates(cluster, log), time.time())
