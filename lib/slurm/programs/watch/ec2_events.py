"""A timer's program: drains nodes whose instance EC2 will stop, retire, reboot or interrupt, or whose status checks fail, and ends
their jobs in order before the time that EC2 names. reconcile replaces a node once its jobs have ended.

- Scheduled events and failed status checks come from DescribeInstanceStatus, once a minute. When EC2 takes one back, the drain is lifted.
- Spot interruptions come from the nodes (ec2_notices.py), as the reason of their drain.
- Jobs that would run longer get the time as their own end, so that each gets the signal that it asked for with `--signal`; jobs that
  may be requeued are, shortly before it.
https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/monitoring-instances-status-check_sched.html
"""

import time

import host_list
import scontrol
from aws_client import client
from cluster_file import Cluster
from instance_book import Book
from job_ends import JobEnds
from node_reason import ec2_ends, ec2_kind, ec2_reason
from program_log import open_log

ASK_SECONDS = 55
ASKED = "ec2 events asked"
# Each an account-wide question with few answers: what is asked by instance takes 100 ids a call
QUESTIONS = (
    {"Name": "event.code", "Values": ["instance-reboot", "system-reboot", "system-maintenance", "instance-retirement", "instance-stop"]},
    {"Name": "instance-status.status", "Values": ["impaired"]},
    {"Name": "system-status.status", "Values": ["impaired"]},
)
# A check that fails for less may be a hiccup of the network; ParallelCluster waits as long
# https://github.com/aws/aws-parallelcluster-node/blob/2e8f9a8/src/slurm_plugin/clustermgtd.py (HEALTH_CHECK_TIMEOUT)
IMPAIRED_SECONDS = 180
# Jobs are over this long before the time that EC2 names, and requeued this long before: a timer of 20 s and Slurm's KillWait lie between
SPARE_SECONDS = {"interrupted": 10, "scheduled": 300}
REQUEUE_SECONDS = 60
NOT_UP = {"POWERED_DOWN", "POWERING_DOWN", "POWER_DOWN", "POWERING_UP", "POWER_UP"}


def ask(ec2):
    """Statuses of instances that have an event or fail a check."""
    out = []
    for question in QUESTIONS:
        for page in ec2.get_paginator("describe_instance_status").paginate(Filters=[question]):
            out += page["InstanceStatuses"]
    return out


def findings(statuses, now):
    """instance -> reason for a drain. Pure."""
    out = {}
    for status in statuses:
        reason = of_events(status) or of_checks(status, now)
        if reason:
            out[status["InstanceId"]] = reason
    return out


def of_events(status):
    """The first event to come. EC2 leaves one that is over in the list for a week, marked in its description."""
    events = [e for e in status.get("Events", []) if not e.get("Description", "").startswith(("[Completed]", "[Canceled]"))]
    if not events:
        return None
    first = min(events, key=lambda event: event["NotBefore"])
    return ec2_reason("scheduled", first["Code"], first["NotBefore"].strftime("%Y-%m-%dT%H:%M:%SZ"))


def of_checks(status, now):
    for kind in ("SystemStatus", "InstanceStatus"):
        check = status.get(kind, {})
        since = [d["ImpairedSince"].timestamp() for d in check.get("Details", []) if d.get("ImpairedSince")]
        if check.get("Status") == "impaired" and (not since or now - min(since) >= IMPAIRED_SECONDS):
            return ec2_reason("impaired", "EC2's %s check fails" % kind.replace("Status", "").lower())
    return None


class Events:
    def __init__(self, cluster, book, log):
        self.cluster, self.book, self.log = cluster, book, log
        self.job_ends = JobEnds(book, log)

    def run(self, now, ec2=None):
        if now - float(self.book.noted(ASKED) or 0) >= ASK_SECONDS:
            self.heed(findings(ask(ec2 or client(self.cluster, "ec2")), now))
            self.book.note(ASKED, str(now))
        self.end_jobs(now)

    def heed(self, found):
        """Drains what EC2 names, and lifts what it has taken back; drains of others stay theirs."""
        states = scontrol.nodes()
        for name, entry in self.book.nodes().items():
            node, reason = states.get(name), found.get(entry[0])
            if node is None or node.state & NOT_UP:
                continue
            ours = ec2_kind(node.reason) in ("scheduled", "impaired")
            if reason and ("DRAIN" not in node.state or (ours and node.reason != reason)):
                scontrol.update(name, State="DRAIN", Reason=reason)
                self.log.warning("%s %s: %s", name, entry[0], reason)
            elif not reason and ours and "DRAIN" in node.state:
                scontrol.update(name, State="RESUME")
                self.log.info("%s: EC2 has taken it back: %s", name, node.reason)

    def end_jobs(self, now):
        by_reason = {}
        for node in scontrol.nodes().values():
            if "DRAIN" in node.state and ec2_ends(node.reason):
                by_reason.setdefault(node.reason, []).append(node.name)
        for reason, names in by_reason.items():
            kind, nodes = ec2_kind(reason), host_list.compress(names)
            stop = ec2_ends(reason) - SPARE_SECONDS[kind]
            if kind == "interrupted" or now >= stop - 60 * self.cluster.data["timeouts"]["blockDrainMinutes"]:
                self.job_ends.tell(nodes, stop, nodes)
            if now >= stop - REQUEUE_SECONDS:
                self.job_ends.requeue(nodes, nodes)


def main():
    cluster = Cluster.load()
    log = open_log(cluster, "ec2-events")
    if not scontrol.is_active(cluster.data["controllers"]):
        return
    Events(cluster, Book(cluster.state_file("instances.db")), log).run(time.time())
