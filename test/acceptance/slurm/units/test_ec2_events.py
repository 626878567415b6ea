"""What EC2's statuses and notices make of a node."""

import datetime
import logging
import unittest
from unittest import mock

import ec2_notices
import scontrol
from ec2_events import findings
from node_reason import cloud_ends, cloud_kind, is_replaced
from scontrol import Node

NOON = datetime.datetime(2026, 11, 22, 12, tzinfo=datetime.timezone.utc)


def event(code, hours, description=""):
    return {"Code": code, "NotBefore": NOON + datetime.timedelta(hours=hours), "Description": description}


def status(instance="i-1", events=(), system="ok", since=None):
    details = [{"Name": "reachability", "Status": "failed", "ImpairedSince": since}] if since else []
    return {"InstanceId": instance, "Events": list(events), "SystemStatus": {"Status": system, "Details": details}}


class Events(unittest.TestCase):
    def found(self, *statuses):
        return findings(statuses, NOON.timestamp())

    def test_first_event(self):
        "drains for the event that comes first, with its time"
        got = self.found(status(events=[event("instance-stop", 48), event("system-reboot", 5)]))["i-1"]
        self.assertEqual(got, "warpform ec2 [scheduled]: system-reboot, at 2026-11-22T17:00:00Z")
        self.assertEqual((cloud_kind(got), cloud_ends(got), is_replaced(got)), ("scheduled", NOON.timestamp() + 5 * 3600, True))

    def test_over(self):
        "leaves a node alone whose event is over or was taken back"
        over = [event("system-reboot", -2, "[Completed] reboot"), event("instance-stop", 2, "[Canceled] stop")]
        self.assertEqual(self.found(status(events=over)), {})

    def test_impaired(self):
        "drains for a status check that has failed for three minutes, and not for a hiccup"
        for minutes, want in ((2, {}), (3, {"i-1": "warpform ec2 [impaired]: EC2's system check fails"})):
            since = NOON - datetime.timedelta(minutes=minutes)
            with self.subTest(minutes=minutes):
                self.assertEqual(self.found(status(system="impaired", since=since)), want)

    def test_reasons_of_others(self):
        "takes no other reason for one of EC2's"
        for reason in ("warpform health [replace]: 7 GPUs of 8", "ec2 [scheduled]: x, at 2026-11-22T17:00:00Z", ""):
            self.assertEqual((cloud_kind(reason), cloud_ends(reason), is_replaced(reason)), (None, None, False))


class Notices(unittest.TestCase):
    def look(self, answers, times=1, reason=""):
        node = Node("a-1", {"ALLOCATED"}, "10.0.0.1", reason)
        with mock.patch.object(scontrol, "nodes", return_value={"a-1": node}), mock.patch.object(scontrol, "update") as update:
            notices = ec2_notices.Notices("a-1", logging.getLogger("none"), answers.get)
            for _ in range(times):
                notices.look()
        return [call[1]["Reason"] for call in update.call_args_list]

    def test_interrupted(self):
        "drains the node once, with the time of the interruption, over any other drain"
        notice = {"spot/instance-action": '{"action": "terminate", "time": "2026-11-22T12:02:00Z"}'}
        want = ["warpform ec2 [interrupted]: EC2 will terminate this Spot Instance, at 2026-11-22T12:02:00Z"]
        self.assertEqual(self.look(notice, times=3), want)
        self.assertEqual(self.look(notice, reason="looks odd"), want)

    def test_rebalance(self):
        "does nothing for a rebalance recommendation, which names no time"
        self.assertEqual(self.look({"events/recommendations/rebalance": '{"noticeTime": "2026-11-22T12:00:00Z"}'}), [])
