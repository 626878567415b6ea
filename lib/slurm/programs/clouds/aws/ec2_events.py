"""A timer's program: what EC2 is about to do to instances, or finds broken, for cloud_events.py.

- Scheduled events and failed status checks come from DescribeInstanceStatus, once a minute. When EC2 takes one back, the drain is lifted.
- Spot interruptions come from the nodes (ec2_notices.py), as the reason of their drain.
https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/monitoring-instances-status-check_sched.html
"""

import time

import scontrol
from aws_client import client
from cloud_events import Events
from cluster_file import Cluster
from instance_book import Book
from node_reason import cloud_reason
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
    return cloud_reason("ec2", "scheduled", first["Code"], first["NotBefore"].strftime("%Y-%m-%dT%H:%M:%SZ"))


def of_checks(status, now):
    for kind in ("SystemStatus", "InstanceStatus"):
        check = status.get(kind, {})
        since = [d["ImpairedSince"].timestamp() for d in check.get("Details", []) if d.get("ImpairedSince")]
        if check.get("Status") == "impaired" and (not since or now - min(since) >= IMPAIRED_SECONDS):
            return cloud_reason("ec2", "impaired", "EC2's %s check fails" % kind.replace("Status", "").lower())
    return None


def heed(cluster, events, book, now):
    """Asks once a minute, since the timer comes more often for the sake of jobs that end."""
    if now - float(book.noted(ASKED) or 0) >= ASK_SECONDS:
        events.heed(findings(ask(client(cluster, "ec2")), now))
        book.note(ASKED, str(now))


def main():
    cluster = Cluster.load()
    log = open_log(cluster, "ec2-events")
    if not scontrol.is_active(cluster.data["controllers"]):
        return
    book, now = Book(cluster.state_file("instances.db")), time.time()
    events = Events(cluster, book, log)
    heed(cluster, events, book, now)
    events.end_jobs(now)
