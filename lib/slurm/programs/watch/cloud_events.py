"""Drains nodes whose instance the cloud will stop, retire, reboot or interrupt, or finds broken, and ends their jobs in order before the
time that it names. reconcile replaces a node once its jobs have ended.

Jobs that would run longer get the time as their own end, so that each gets the signal that it asked for with `--signal`; jobs that may be
requeued are, shortly before it.
"""

import host_list
import scontrol
from job_ends import JobEnds
from node_reason import cloud_ends, cloud_kind

# Jobs are over this long before the time that the cloud names, and requeued this long before: a timer of 20 s and Slurm's KillWait lie between
SPARE_SECONDS = {"interrupted": 10, "scheduled": 300}
REQUEUE_SECONDS = 60
NOT_UP = {"POWERED_DOWN", "POWERING_DOWN", "POWER_DOWN", "POWERING_UP", "POWER_UP"}


class Events:
    def __init__(self, cluster, book, log):
        self.cluster, self.book, self.log = cluster, book, log
        self.job_ends = JobEnds(book, log)

    def heed(self, found):
        """found: instance -> reason. Drains what the cloud names, and lifts what it has taken back; drains of others stay theirs."""
        states = scontrol.nodes()
        for name, entry in self.book.nodes().items():
            node, reason = states.get(name), found.get(entry[0])
            if node is None or node.state & NOT_UP:
                continue
            ours = cloud_kind(node.reason) in ("scheduled", "impaired")
            if reason and ("DRAIN" not in node.state or (ours and node.reason != reason)):
                scontrol.update(name, State="DRAIN", Reason=reason)
                self.log.warning("%s %s: %s", name, entry[0], reason)
            elif not reason and ours and "DRAIN" in node.state:
                scontrol.update(name, State="RESUME")
                self.log.info("%s: it was taken back: %s", name, node.reason)

    def end_jobs(self, now):
        by_reason = {}
        for node in scontrol.nodes().values():
            if "DRAIN" in node.state and cloud_ends(node.reason):
                by_reason.setdefault(node.reason, []).append(node.name)
        for reason, names in by_reason.items():
            kind, nodes = cloud_kind(reason), host_list.compress(names)
            stop = cloud_ends(reason) - SPARE_SECONDS[kind]
            if kind == "interrupted" or now >= stop - 60 * self.cluster.data["timeouts"]["blockDrainMinutes"]:
                self.job_ends.tell(nodes, stop, nodes)
            if now >= stop - REQUEUE_SECONDS:
                self.job_ends.requeue(nodes, nodes)
