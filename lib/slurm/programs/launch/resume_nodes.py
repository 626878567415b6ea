"""Slurm's ResumeProgram: starts an instance for each node of a host list.

For each job, the pool's capacity sources are tried in order; what none of them has goes back to power saving with the
reason, and the pool rests for its back-off. Whatever was started and can't be used is terminated before this returns.
"""

import json
import os
import sqlite3
import sys
import time

import back_off
import brake
import host_list
import node_names
import plausible
import scontrol
from cluster_file import Cluster
from instance_book import Book
from instances import Instances
from launch_plan import plan
from program_log import open_log
from repairs import is_gone
from source_calls import FAILED_CALLS, Asked, batches, pieces


# Linux takes no argument of more than 128 KiB (MAX_ARG_STRLEN of execve(2)), which the ids of some 14,000 jobs exceed
JOBS_PER_CALL = 5000


class Resume:
    def __init__(self, cluster, book, instances, log):
        self.cluster, self.book, self.instances, self.log = cluster, book, instances, log

    def run(self, asked, jobs):
        for tidy in (
            lambda: self.recover(asked),
            lambda: back_off.end_expired(self.cluster, self.book, self.log),
            lambda: self.drop_gone(asked),
            lambda: self.end_forgotten(asked),
        ):
            self.without_stopping(tidy)
        strangers = [node for node in asked if self.cluster.place_of(node) is None]
        self.without_stopping(lambda: self.give_back(strangers, "it left the configuration"))
        owners = job_owners([job for job, _ in jobs])
        for launch in plan(self.cluster, asked, jobs, owners):
            self.without_stopping(lambda: self.launch(launch))

    def without_stopping(self, step):
        """What goes wrong for one job must not keep the others from their nodes; reconcile finds what is left over."""
        try:
            step()
        except Exception:
            self.log.exception("goes on after an error")

    def recover(self, asked=()):
        """Cleans up after a resume that died half-way; its nodes go back, but those that are asked for again."""
        for token, names in self.book.dead_launches():
            self.log.warning("launch %s died with %s unfinished", token, host_list.compress(names) or "nothing")
            self.without_stopping(lambda: self.clean_up(token, names, asked))

    def clean_up(self, token, names, asked):
        entries = self.book.nodes()
        kept = {entries[name][0] for name in entries}
        self.instances.end([i for i in self.instances.of_launch(token) if i not in kept])
        self.book.release(names)
        self.give_back([name for name in names if name not in asked], "the resume program died")
        bound = self.book.bound(token)
        if bound:  # the program may have died before it told them their names, for which they would wait in vain
            node_names.announce(self.cluster, bound)
        self.book.finish(token)

    def drop_gone(self, asked):
        """Slurm asks for a node again although the book has an instance: right if that instance is gone."""
        wanted = set(asked)
        held = {name: entry for name, entry in self.book.nodes().items() if name in wanted and entry[0]}
        live = self.instances.of_cluster() if held else {}
        doubtful = {name: entry for name, entry in held.items() if entry[0] not in live}
        states = self.instances.states([entry[0] for entry in doubtful.values()]) if doubtful else {}
        now = time.time()
        self.book.release([name for name, entry in doubtful.items() if is_gone(states[entry[0]], entry, now)])

    def end_forgotten(self, asked):
        """A controller that lost its last changes asks again for nodes that run. It takes their registration for one of an earlier boot, and
        would wait until ResumeTimeout: they are started anew. While one controller lives, it asks once."""
        wanted = set(asked)
        held = {name: entry for name, entry in self.book.nodes().items() if name in wanted and entry[0]}
        started = scontrol.started() if held else 0
        rows = [(name, *entry[:2]) for name, entry in held.items() if entry[3] < started]
        fault = plausible.fault_of_state(self.cluster, self.book, self.instances.of_cluster()) if rows else None
        if fault:
            self.log.warning("leaves %s as they are: %s", host_list.compress([row[0] for row in rows]), fault)
        elif rows:
            self.log.warning("%s: slurmctld no longer knows that they were started; starts them anew", host_list.compress([row[0] for row in rows]))
            self.instances.end([row[1] for row in rows])
            self.book.release([row[0] for row in rows])
            node_names.forget(self.cluster, rows)

    def launch(self, launch):
        """All parts. Where a job must be whole over several, the first part that fails takes the others with it."""
        done = []  # (token, nodes) of the parts that are on
        for pool, span, nodes in launch.parts:
            try:
                token, mine = self.book.claim(nodes, pool["name"])
            except sqlite3.Error as error:  # with a full disk: what isn't written down is not started
                self.log.error("%s are not started: the book of instances can't be written: %s", host_list.compress(nodes), error)
                scontrol.update(host_list.compress(nodes), State="POWER_DOWN_FORCE", Reason="warpform: the head can't write: %s" % error)
                return
            if not mine:
                self.log.info("%s: already on, or being started", host_list.compress(nodes))
                continue
            try:
                missing, reason = self.start(launch, pool, span, mine, token)
            except Exception as error:  # whatever it was, nothing may be left running without a node
                self.log.exception("launch %s of %s failed", token, host_list.compress(mine))
                self.undo(token)
                missing, reason = mine, "launch failed: %s" % " ".join(str(error).split())[:200]
            if missing and launch.units:
                for earlier, earlier_nodes in done:
                    self.undo(earlier)
                    missing = missing + earlier_nodes
                untried = [node for part in launch.parts for node in part[2] if node not in missing]
                held = self.book.nodes()
                missing = missing + [node for node in untried if node not in held]
            self.give_back(missing, reason)
            self.book.finish(token)
            if missing and span["kind"] == "dynamic" and brake.open_sources(self.cluster, self.book, pool, span):
                back_off.begin(self.cluster, self.book, pool, reason, self.log)
            if missing:
                brake.stop_pool(self.cluster, self.book, pool, self.log)
            if missing and launch.units:
                return
            done.append((token, mine))

    def start(self, launch, pool, span, nodes, token):
        """Tries the sources in order; returns the nodes that got nothing, and why."""
        missing, reasons = list(nodes), []
        allowed = brake.open_sources(self.cluster, self.book, pool, span)
        for number in span["sources"]:
            source = pool["sources"][number]
            if number not in allowed:
                reasons.append("%s %s after failed boots" % (source["kind"], brake.STOPPED))
                continue
            asked, wanted = Asked(self.instances, launch, pool, source, token), set(missing)
            units = [[node for node in unit if node in wanted] for unit in launch.units or [missing]]
            left = []
            for batch in batches([unit for unit in units if unit]):
                left += self.place(asked, batch, number) if launch.units else self.place_any(asked, batch[0], number)
            missing = left
            if not missing:
                break
            reasons.append("%s %s" % (source["kind"], "+".join(sorted(set(asked.errors))) or "gave too few instances"))
            self.log.warning("%s: %s", host_list.compress(missing), reasons[-1])
        return missing, "; ".join(reasons)

    def place(self, asked, units, number):
        """Each of the units whole: all by one call, or, where the source has not that much, by halves; returns the nodes left over."""
        hopeless = [node for unit in units for node in unit if len(unit) >= asked.too_many]
        units = [unit for unit in units if len(unit) < asked.too_many]
        nodes = [node for unit in units for node in unit]
        if not nodes or asked.failed >= FAILED_CALLS:
            return hopeless + nodes
        ids = asked.whole(nodes)
        if ids:
            return hopeless + self.bind(nodes, ids, True, number, asked.launch.owners)
        if len(units) == 1:
            asked.too_many = len(nodes)
            return hopeless + nodes
        half = len(units) // 2
        return hopeless + self.place(asked, units[:half], number) + self.place(asked, units[half:], number)

    def place_any(self, asked, nodes, number):
        ids = []
        for some in pieces(nodes):
            ids += asked.some(some, False)
        return self.bind(nodes, ids, False, number, asked.launch.owners)

    def bind(self, nodes, ids, whole, source=0, owners=None):
        """Gives each instance its node; returns the nodes left over."""
        addresses = self.instances.addresses(ids)
        lost = [i for i in ids if i not in addresses]
        if whole and lost:
            lost, addresses = ids, {}
        self.instances.end(lost)
        rows = self.instances.paired(nodes, addresses)
        if rows:
            self.book.launched(rows, source, owners)
            node_names.announce(self.cluster, rows)
            self.log.info("started %s", ", ".join("%s=%s" % row[:2] for row in rows))
        bound = {row[0] for row in rows}
        return [node for node in nodes if node not in bound]

    def undo(self, token):
        """Ends every instance of a launch, also one that the cloud started without our having its answer."""
        ids = list(self.instances.of_launch(token))
        self.instances.end(ids)
        if ids:
            self.log.warning("ended unusable instances %s", " ".join(ids))

    def give_back(self, nodes, reason):
        if not nodes:
            return
        entries = self.book.nodes()
        rows = [(node, entries[node][0], entries[node][1]) for node in nodes if node in entries and entries[node][0]]
        self.book.release(nodes)
        scontrol.update(host_list.compress(nodes), State="POWER_DOWN_FORCE", Reason="warpform: " + reason)
        if rows:
            node_names.forget(self.cluster, rows)


def job_owners(jobs):
    """job id -> (user, array job id)"""
    out = {}
    for n in range(0, len(jobs), JOBS_PER_CALL):
        try:
            text = scontrol.run("-h", "-o", "%A|%F|%u", "-j", ",".join(jobs[n : n + JOBS_PER_CALL]), command="squeue")
        except scontrol.SlurmError:  # a job may have been cancelled since; its nodes are wanted all the same
            continue
        out.update({job: (user, array) for job, array, user in (line.split("|", 2) for line in text.splitlines() if line)})
    return out


def resume_file_jobs():
    path = os.environ.get("SLURM_RESUME_FILE")
    if not path:
        return []
    with open(path, encoding="utf-8") as file:
        jobs = json.load(file).get("jobs") or []
    return [(str(job["job_id"]), host_list.expand(job.get("nodes_resume", job.get("nodes", "")))) for job in jobs]


def main():
    cluster = Cluster.load()
    log = open_log(cluster, "resume")
    try:
        jobs = resume_file_jobs()
    except (OSError, ValueError) as error:
        log.warning("no resume file: %s", error)
        jobs = []
    nodes = host_list.expand(sys.argv[1])
    log.info("asked for %s", sys.argv[1])
    Resume(cluster, Book(cluster.state_file("instances.db")), Instances(cluster), log).run(nodes, jobs)
