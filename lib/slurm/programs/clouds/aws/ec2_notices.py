"""A node's service: asks the metadata service every 5 seconds, as EC2 advises, whether its Spot Instance is about to be interrupted,
and drains the node with that reason and time. The head then ends the jobs in order (ec2_events.py).

A rebalance recommendation is only logged: it names no time, and most recommended instances are not interrupted for hours.
https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-instance-termination-notices.html
"""

import json
import time

import scontrol
from cluster_file import Cluster
from metadata import metadata_if_any
from node_health import node_name
from node_reason import cloud_ends, cloud_reason
from program_log import open_log

POLL_SECONDS = 5


class Notices:
    def __init__(self, name, log, ask=metadata_if_any):
        self.name, self.log, self.ask = name, log, ask
        self.told = self.recommended = False

    def look(self):
        """Once; whatever fails is tried again at the next look."""
        notice = self.ask("spot/instance-action")
        if notice and not self.told:
            self.interrupted(json.loads(notice))
        elif not notice and not self.recommended and self.ask("events/recommendations/rebalance"):
            self.recommended = True
            self.log.warning("EC2 recommends to rebalance: this Spot Instance is at an elevated risk of interruption")

    def interrupted(self, notice):
        reason = cloud_reason("ec2", "interrupted", "EC2 will %s this Spot Instance" % notice["action"], notice["time"])
        self.log.warning(reason)
        # Also over somebody else's drain, since this instance is gone in two minutes whoever drained it
        if not cloud_ends(scontrol.nodes(self.name)[self.name].reason):
            scontrol.update(self.name, State="DRAIN", Reason=reason)
        self.told = True


def main():
    cluster = Cluster.load()
    notices = Notices(node_name(), open_log(cluster, "ec2-notices"))
    if metadata_if_any("instance-life-cycle") != "spot":
        return
    while True:
        try:
            notices.look()
        except (OSError, ValueError, KeyError, scontrol.SlurmError) as error:
            notices.log.warning("asked again in %d s: %s", POLL_SECONDS, error)
        time.sleep(POLL_SECONDS)
