"""A node's service: asks every 5 seconds whether Azure is about to evict, reboot, redeploy or delete this VM, and drains the node with that
reason and time. The head then ends the jobs in order (cloud_events.py). A Spot VM has 30 seconds, others about 15 minutes; nothing is
acknowledged, since that would let Azure go ahead at once.

A freeze of some seconds is only logged: jobs outlast it. It also tells Slurm, once that is known, where the VM is (node_places.py).
https://learn.microsoft.com/azure/virtual-machines/linux/scheduled-events
"""

import email.utils
import json
import time

import scontrol
from cluster_file import Cluster
from machine import CheckFailed, Machine
from metadata import compute, metadata
from node_health import node_name
from node_places import full_keys, nvlink_domain, place_text
from node_reason import cloud_ends, cloud_kind, cloud_reason
from program_log import open_log

POLL_SECONDS = 5
API = "2020-07-01"
KINDS = {"Preempt": "interrupted", "Reboot": "scheduled", "Redeploy": "scheduled", "Terminate": "scheduled"}


def finding(events, machine, now):
    """Reason of the first event that takes this VM; None without. Pure. An event that has begun has no time any more."""
    ours = [event for event in events if machine in event.get("Resources", []) and event["EventType"] in KINDS]
    rows = sorted((at(event, now), event["EventType"]) for event in ours)
    if not rows:
        return None
    moment, kind = rows[0]
    when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))
    return cloud_reason("azure", KINDS[kind], "Azure will %s this VM" % kind.lower(), when)


def at(event, now):
    return email.utils.parsedate_to_datetime(event["NotBefore"]).timestamp() if event.get("NotBefore") else now


class Notices:
    def __init__(self, name, machine, log, ask):
        self.name, self.machine, self.log, self.ask = name, machine, log, ask
        self.told = None  # the reason that this program has drained the node with

    def look(self, now):
        """Once; whatever fails is tried again at the next look."""
        reason = finding(json.loads(self.ask()).get("Events", []), self.machine, now)
        if reason and self.told is None:
            self.log.warning(reason)
            # Also over somebody else's drain, since this VM goes whoever drained it
            if not cloud_ends(scontrol.nodes(self.name)[self.name].reason):
                scontrol.update(self.name, State="DRAIN", Reason=reason)
            self.told = reason
        elif not reason and self.told is not None:
            node = scontrol.nodes(self.name)[self.name]
            if node.reason == self.told and cloud_kind(node.reason) == "scheduled":
                scontrol.update(self.name, State="RESUME")
                self.log.info("Azure has taken it back, or is done: %s", self.told)
            self.told = None


class Teller:
    """Tells Slurm where this VM is, once it is known and until that has succeeded once: partition keys come some time after the boot."""

    def __init__(self, name, place, log):
        self.name, self.place, self.log, self.told = name, place, log, False

    def tell(self):
        text = None if self.told else self.place()
        if text:
            scontrol.update(self.name, Extra=text)
            self.log.info("this VM is at %s", text)
            self.told = True


def place_of(described, in_rack=False):
    """None as long as it is not known; the health check says why."""
    machine = Machine()
    try:
        domain = nvlink_domain(machine.run("nvidia-smi", "-q")) if in_rack else None
        return None if in_rack and not domain else place_text(described, full_keys(machine), domain)
    except CheckFailed:
        return None


def main():
    cluster = Cluster.load()
    urls, log = cluster.data.get("endpointUrls"), open_log(cluster, "azure-notices")
    described = compute(urls)
    place = cluster.place_of(node_name())
    in_rack = place is not None and bool(place[0]["expect"].get("imex"))
    notices = Notices(node_name(), described["name"], log, lambda: metadata("scheduledevents", API, urls=urls))
    teller = Teller(node_name(), lambda: place_of(described, in_rack), log)
    while True:
        try:
            notices.look(time.time())
            teller.tell()
        except (OSError, ValueError, KeyError, scontrol.SlurmError) as error:
            notices.log.warning("asked again in %d s: %s", POLL_SECONDS, error)
        time.sleep(POLL_SECONDS)
