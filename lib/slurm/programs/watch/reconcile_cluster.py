"""A timer's program: finds what has come apart between the cloud and Slurm, repairs it, and logs each repair."""

import argparse
import sys
import time

import back_off
import brake
import cloud_metrics
import host_list
import node_names
import plausible
import scontrol
from cloud import is_there
from cluster_file import Cluster
from instance_book import Book
from instances import Instances
from node_reason import action_of, is_replaced
from program_log import open_log
from repairs import OFF, ON_THE_WAY, find_repairs
from resume_nodes import Resume
from rolling import find_rolls

# One call each, and for people's eyes only, so a few a run
NAMES_PER_RUN = 20
# Of the book: when a static node was last asked for
TRIED = "power-up "


class Reconcile:
    def __init__(self, cluster, book, instances, log):
        self.cluster, self.book, self.instances, self.log = cluster, book, instances, log
        self.failed = False

    def run(self, now=None):
        now = time.time() if now is None else now
        Resume(self.cluster, self.book, self.instances, self.log).recover()
        back_off.end_expired(self.cluster, self.book, self.log, now)
        live = self.instances.of_cluster()  # before the book: what it shows is in the book by then, or being launched
        entries, nodes = self.book.nodes(), scontrol.nodes()
        fault = plausible.fault(self.cluster, self.book, live, self.instances.cloud_clock, time.time())
        self.hold_back(fault)
        brake.watch(self.cluster, self.book, nodes, self.log, now)
        self.came_up(nodes)
        self.book.keep_reserve()
        resting = {pool for pool, _, _ in self.book.backoffs()}
        repairs = find_repairs(
            self.cluster, nodes, entries, live, self.book.launching(), resting, self.instances.states, now
        )
        rolls = find_rolls(self.cluster, nodes, entries, live, resting | {pool for pool, _ in self.book.failures()})
        lifted = {roll.node for roll in rolls}
        repairs = [repair for repair in repairs if repair.node not in lifted] + rolls
        held = [repair for repair in repairs if repair.kind == "hold"]
        if held:
            self.log.error("%d unhealthy nodes are not replaced, since they are too many for faults of their own: %s", len(held), held[0].why)
        for each in repairs:
            if each.kind == "lost":
                self.failed = True
                self.log.error("%s of %s is left as it is: %s", each.instance, each.node, each.why)
        for kind in ("adopt", "end", "forget", "leave", "power-down", "clear-down", "reboot", "undrain", "roll", "power-up"):
            some = [repair for repair in repairs if repair.kind == kind]
            if fault and kind != "adopt":
                some = []
            if kind == "power-up":
                some = self.due(some, now)
            for repair in some:
                self.log.warning("%s %s %s: %s", kind, repair.node or "-", repair.instance or "-", repair.why)
            if some:
                self.repair(kind, some, entries, live)
        cloud_metrics.send(self.cluster, self.book, held, self.log)
        self.name_instances(self.book.nodes(), live)
        return repairs

    def repair(self, kind, repairs, entries, live):
        """One kind that Slurm or the cloud refuses must not keep the others from being made."""
        try:
            getattr(self, kind.replace("-", "_"))(repairs, entries, live)
        except Exception:
            self.failed = True
            self.log.exception("%s failed", kind)

    def hold_back(self, fault):
        """What can't be true stops every repair but entering instances in the book; the note is what the alert goes by."""
        if not fault:
            self.book.forget(plausible.HELD_BACK)
            return
        self.failed = True
        self.book.note(plausible.HELD_BACK, fault)
        self.log.error("nothing is ended or started: %s. If book and state are right, run reconcile --accept", fault)

    def adopt(self, repairs, entries, live):
        for repair in repairs:
            address = live[repair.instance].address
            self.book.adopt(repair.node, repair.instance, address, self.cluster.place_of(repair.node)[0]["name"])

    def end(self, repairs, entries, live):
        """Terminates first, then records: a full disk must not keep an instance running."""
        self.instances.end([repair.instance for repair in repairs])
        self.forget([repair for repair in repairs if repair.node], entries, live)

    def roll(self, repairs, entries, live):
        self.leave(repairs, entries, live)

    def leave(self, repairs, entries, live):
        for why, names in by_reason(repairs).items():
            scontrol.update(host_list.compress(names), State="DRAIN", Reason=why)

    def forget(self, repairs, entries, live):
        rows = [(r.node, r.instance, entries[r.node][1]) for r in repairs if r.instance]
        self.book.release([repair.node for repair in repairs])
        if rows:
            node_names.forget(self.cluster, rows)

    def power_down(self, repairs, entries, live):
        """Slurm then calls suspend, which ends the instance if it is still there."""
        unsound = [repair for repair in repairs if repair.instance and (action_of(repair.why) or repair.why.startswith("not responding"))]
        for why, names in by_reason(unsound).items():
            brake.failed(self.cluster, self.book, names, why, self.log)
        for why, names in by_reason(repairs).items():
            scontrol.update(host_list.compress(names), State="POWER_DOWN_FORCE", Reason=why if is_replaced(why) else "warpform: " + why)
        self.forget([r for r in repairs if r.instance and r.instance not in live], entries, live)

    def clear_down(self, repairs, entries, live):
        for why, names in by_reason(repairs).items():
            brake.failed(self.cluster, self.book, names, why, self.log)
        ids = [repair.instance for repair in repairs if repair.instance in live]
        self.instances.end(ids)
        self.forget(repairs, entries, live)
        scontrol.update(host_list.compress([repair.node for repair in repairs]), State="POWER_DOWN")

    def reboot(self, repairs, entries, live):
        for why, names in by_reason(repairs).items():
            scontrol.run("reboot", "ASAP", "nextstate=RESUME", "reason=" + why, host_list.compress(names))

    def undrain(self, repairs, entries, live):
        scontrol.update(host_list.compress([repair.node for repair in repairs]), State="RESUME")

    def power_up(self, repairs, entries, live):
        scontrol.update(host_list.compress([repair.node for repair in repairs]), State="POWER_UP")

    def due(self, repairs, now):
        """Static nodes that got nothing are tried once in the pool's back-off time, so that a full block is not hammered; none off its block.
        What is there is asked for each time: it is taken, or was given back a minute ago and restarts."""
        out = []
        for repair in repairs:
            if self.book.noted("keep off " + repair.node):
                continue
            key = TRIED + repair.node
            pool, span = self.cluster.place_of(repair.node)
            if not brake.open_sources(self.cluster, self.book, pool, span):
                continue
            wait = 0 if all(map(is_there, self.cluster.sources_of(pool, span))) else 60 * pool["backoffMinutes"]
            if now - float(self.book.noted(key) or 0) >= wait:
                self.book.note(key, str(now))
                out.append(repair)
        return out

    def came_up(self, nodes):
        """Nodes that came up wait for nothing when they go again."""
        for key in self.book.keys(TRIED):
            node = nodes.get(key[len(TRIED) :])
            if node is None or not node.state & (OFF | ON_THE_WAY | {"DOWN"}):
                self.book.forget(key)

    def name_instances(self, entries, live):
        """Gives instances the name of their node, for people who look at the cloud's console."""
        left, boots = NAMES_PER_RUN, self.book.boots()
        for node, entry in entries.items():
            described = live.get(entry[0])
            if not described or left == 0:
                continue
            if described.name != node:
                self.instances.name(entry[0], node, *boots.get(node, (None, None, None))[1:3])
                left -= 1


def by_reason(repairs):
    out = {}
    for repair in repairs:
        out.setdefault(repair.why, []).append(repair.node)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--accept", action="store_true", help="take the book and Slurm's state for the right ones as they are")
    options = parser.parse_args()
    cluster = Cluster.load()
    log = open_log(cluster, "reconcile")
    if not scontrol.is_active(cluster.data["controllers"]):
        log.info("another controller is in charge")
        return
    if options.accept:
        plausible.accept(cluster, Book(cluster.state_file("instances.db")))
    reconcile = Reconcile(cluster, Book(cluster.state_file("instances.db")), Instances(cluster), log)
    reconcile.run()
    sys.exit(1 if reconcile.failed else 0)
