"""What reconcile tells CloudWatch each minute, for its alarms: 0 is good. Only where cluster.json names a namespace."""

import json

import botocore.exceptions

import brake
from aws_client import client
from plausible import HELD_BACK

SYNC_STATUS = "/run/warpform/sync.json"


def values(cluster, book, held):
    """held: unhealthy nodes that are too many to be replaced."""
    return {
        "LaunchesStopped": len(brake.stopped(cluster, book)),
        "RepairsHeldBack": 1 if held or book.noted(HELD_BACK) else 0,
        "SyncFailed": len(failed_steps()),
    }


def failed_steps():
    try:
        with open(SYNC_STATUS, encoding="utf-8") as file:
            return json.load(file)["failed"]
    except (OSError, ValueError, KeyError):  # before the first sync
        return []


def send(cluster, book, held, log):
    """An alarm that can't be sent must not keep a node from its repair; that nothing comes is an alarm of its own."""
    namespace = cluster.data.get("metricsNamespace")
    if not namespace:
        return
    data = [{"MetricName": name, "Value": value, "Unit": "Count"} for name, value in values(cluster, book, held).items()]
    try:
        client(cluster, "cloudwatch").put_metric_data(Namespace=namespace, MetricData=data)
    except (botocore.exceptions.BotoCoreError, botocore.exceptions.ClientError) as error:
        log.warning("no metrics: %s", error)
