"""What reconcile tells the cloud's monitoring each minute, for its alarms: 0 is good. Only where cluster.json names a namespace."""

import json

import brake
import metrics
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
    try:
        metrics.put(cluster, namespace, values(cluster, book, held))
    except metrics.REFUSED as error:
        log.warning("no metrics: %s", error)
