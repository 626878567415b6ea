"""What reconcile does about each way in which EC2, Slurm and the book can come apart."""

import unittest

from back_off import REASON as BACK_OFF
from clusters import cluster
from instance import Instance
from node_reason import LEAVING
from repairs import find_repairs
from scontrol import Node, parse_nodes

NOW = 1000000.0
OLD, NEW = NOW - 3600, NOW - 10


def instance(address="10.0.0.1", **tags):
    return Instance(address, **tags)


def repairs(node=None, entry=None, live=None, launching=(), resting=(), states=None, name="h100-dy-1"):
    nodes = {name: Node(name, set(node[0].split("+")), node[1], node[2] if len(node) > 2 else "")} if node else {}
    entries = {name: entry} if entry else {}
    found = find_repairs(
        cluster(), nodes, entries, live or {}, set(launching), set(resting), lambda ids: states or dict.fromkeys(ids), NOW
    )
    return [(repair.kind, repair.node, repair.instance) for repair in found]


class Repairs(unittest.TestCase):
    def test_sound(self):
        "lets a node be that is up on its instance"
        entry = ("i-1", "10.0.0.1", "h100", OLD)
        self.assertEqual(repairs(("IDLE+CLOUD", "10.0.0.1"), entry, {"i-1": instance()}), [])

    def test_off(self):
        "lets a node be that is powered down"
        self.assertEqual(repairs(("IDLE+CLOUD+POWERED_DOWN", "h100-dy-1")), [])

    def test_failed(self):
        "gives a node back whose instance was made and will never come up, and ends what is left of it once the node is off"
        entry, live = ("i-1", "10.0.0.1", "h100", OLD), {"i-1": instance(failed=True)}
        self.assertEqual(repairs(("IDLE+CLOUD+POWERING_UP", "10.0.0.1"), entry, live), [("power-down", "h100-dy-1", "i-1")])
        self.assertEqual(repairs(("IDLE+CLOUD+POWERED_DOWN", "h100-dy-1"), entry, live), [("end", "h100-dy-1", "i-1")])

    def test_orphan(self):
        "ends an instance that no node uses"
        self.assertEqual(repairs(live={"i-9": instance("10.0.0.9")}), [("end", None, "i-9")])

    def test_launching(self):
        "lets an instance be that is just being launched"
        self.assertEqual(repairs(live={"i-9": instance("10.0.0.9", launch="tok")}, launching=["tok"]), [])

    def test_lost_book(self):
        "enters an instance whose address Slurm has when the book is lost"
        got = repairs(("ALLOCATED+CLOUD", "10.0.0.1"), None, {"i-1": instance()})
        self.assertEqual(got, [("adopt", "h100-dy-1", "i-1")])

    def test_restored_book(self):
        "enters the instance that Slurm knows in place of one that a restored book still has"
        got = repairs(("ALLOCATED+CLOUD", "10.0.0.1"), ("i-0", "10.0.0.7", "h100", NEW), {"i-1": instance()})
        self.assertEqual(got, [("adopt", "h100-dy-1", "i-1")])

    def test_gone(self):
        "gives a node back whose instance was terminated, however young it is"
        got = repairs(("ALLOCATED+CLOUD", "10.0.0.1"), ("i-1", "10.0.0.1", "h100", NEW), {}, states={"i-1": "terminated"})
        self.assertEqual(got, [("power-down", "h100-dy-1", "i-1")])

    def test_untagged(self):
        "ends no node whose instance runs and has lost its tag, and says so, on or off"
        for state in ("ALLOCATED+CLOUD", "IDLE+CLOUD+POWERED_DOWN"):
            got = repairs((state, "10.0.0.1"), ("i-1", "10.0.0.1", "h100", OLD), {}, states={"i-1": "running"})
            self.assertEqual(got, [("lost", "h100-dy-1", "i-1")])

    def test_not_yet_shown(self):
        "waits for an instance that EC2 does not show yet"
        self.assertEqual(repairs(("ALLOCATED+CLOUD", "10.0.0.1"), ("i-1", "10.0.0.1", "h100", NEW), {}), [])

    def test_ec2_event(self):
        "replaces a node that EC2 will stop or interrupt, once its jobs have ended"
        for kind in ("scheduled", "interrupted", "impaired"):
            reason = "warpform ec2 [%s]: why, at 2026-11-22T12:02:00Z" % kind
            entry, live = ("i-1", "10.0.0.1", "h100", OLD), {"i-1": instance()}
            with self.subTest(kind):
                self.assertEqual(repairs(("ALLOCATED+CLOUD+DRAIN", "10.0.0.1", reason), entry, live), [])
                self.assertEqual(repairs(("IDLE+CLOUD+DRAIN", "10.0.0.1", reason), entry, live), [("power-down", "h100-dy-1", "i-1")])
                self.assertEqual(repairs(("IDLE+CLOUD+DRAIN+POWERED_DOWN", "h100-dy-1", reason)), [("undrain", "h100-dy-1", None)])

    def test_vanished(self):
        "gives a node back whose instance EC2 no longer knows"
        got = repairs(("ALLOCATED+CLOUD", "10.0.0.1"), ("i-1", "10.0.0.1", "h100", OLD), {})
        self.assertEqual(got, [("power-down", "h100-dy-1", "i-1")])

    def test_failed_suspend(self):
        "ends the instance of a node that is powered down"
        got = repairs(("IDLE+CLOUD+POWERED_DOWN", "h100-dy-1"), ("i-1", "10.0.0.1", "h100", OLD), {"i-1": instance()})
        self.assertEqual(got, [("end", "h100-dy-1", "i-1")])

    def test_starting(self):
        "lets a node be that is being started"
        entry = (None, None, "h100", NEW)
        self.assertEqual(repairs(("ALLOCATED+CLOUD+NOT_RESPONDING+POWERING_UP", "h100-dy-1"), entry), [])

    def test_rebooting(self):
        "waits for a node that Slurm reboots, which it holds for down meanwhile"
        entry = ("i-1", "10.0.0.1", "h100", OLD)
        why = "warpform health [reboot]: Xid 79"
        for state in ("IDLE+CLOUD+DRAIN+REBOOT_REQUESTED", "DOWN+CLOUD+DRAIN+REBOOT_ISSUED+NOT_RESPONDING"):
            with self.subTest(state):
                self.assertEqual(repairs((state, "10.0.0.1", why), entry, {"i-1": instance()}, name="h100-st-1"), [])

    def test_nothing_behind(self):
        "gives a node back that Slurm holds for up without any instance"
        self.assertEqual(repairs(("IDLE+CLOUD", "h100-dy-1")), [("power-down", "h100-dy-1", None)])

    def test_stuck(self):
        "clears a node that never came up"
        got = repairs(("DOWN+CLOUD+POWERED_DOWN+NOT_RESPONDING", "h100-dy-1", "ResumeTimeout reached"))
        self.assertEqual(got, [("clear-down", "h100-dy-1", None)])

    def test_dead(self):
        "replaces a node that is down and does not answer"
        entry = ("i-1", "10.0.0.1", "h100", OLD)
        got = repairs(("DOWN+CLOUD+NOT_RESPONDING", "10.0.0.1", "Not responding"), entry, {"i-1": instance()})
        self.assertEqual(got, [("power-down", "h100-dy-1", "i-1")])

    def test_health(self):
        "replaces an idle dynamic node on a health check's word, and waits while a job runs"
        entry, live = ("i-1", "10.0.0.1", "h100", OLD), {"i-1": instance()}
        reason = "warpform health [reboot]: Xid 79"
        self.assertEqual(repairs(("IDLE+CLOUD+DRAIN", "10.0.0.1", reason), entry, live), [("power-down", "h100-dy-1", "i-1")])
        self.assertEqual(repairs(("MIXED+CLOUD+DRAIN", "10.0.0.1", reason), entry, live), [])

    def test_fleet(self):
        "replaces no fleet for a fault that most of its nodes have"
        names = ["h100-dy-%d" % n for n in range(1, 11)]
        entries = {name: ("i-" + name, "10.0.0.1", "h100", OLD) for name in names}
        live = {"i-" + name: instance() for name in names}
        for count, want in ((3, {"power-down"}), (4, {"hold"})):
            reason = "warpform health [replace]: the NVMe array is not mounted at /local"
            nodes = {n: Node(n, {"IDLE", "CLOUD"} | ({"DRAIN"} if k < count else set()), "10.0.0.1", reason if k < count else "") for k, n in enumerate(names)}
            got = find_repairs(cluster(), nodes, entries, live, set(), set(), dict.fromkeys, NOW)
            self.assertEqual({repair.kind for repair in got}, want)

    def test_health_of_a_block(self):
        "restarts a static node in place"
        entry, live = ("i-1", "10.0.0.1", "h100", OLD), {"i-1": instance()}
        node = ("IDLE+CLOUD+DRAIN", "10.0.0.1", "warpform health [reboot]: Xid 79")
        self.assertEqual(repairs(node, entry, live, name="h100-st-1"), [("reboot", "h100-st-1", "i-1")])

    def test_held(self):
        "leaves a node alone that a person has drained, or that waits for one"
        entry, live = ("i-1", "10.0.0.1", "h100", OLD), {"i-1": instance()}
        for reason in ("looking at it", "warpform health [drain]: the clock is 3 s off"):
            self.assertEqual(repairs(("IDLE+CLOUD+DRAIN", "10.0.0.1", reason), entry, live), [])

    def test_back_off(self):
        "lifts a back-off that the book does not know, and keeps one that it does"
        node = ("IDLE+CLOUD+DRAIN+POWERED_DOWN", "h100-dy-1", BACK_OFF + "spot X")
        self.assertEqual(repairs(node), [("undrain", "h100-dy-1", None)])
        self.assertEqual(repairs(node, resting=["h100"]), [])

    def test_replaced(self):
        "lifts the drain of an unhealthy machine once that machine is gone"
        node = ("IDLE+CLOUD+DRAIN+POWERED_DOWN", "h100-dy-1", "warpform health [replace]: 7 GPUs of 8")
        self.assertEqual(repairs(node), [("undrain", "h100-dy-1", None)])

    def test_static(self):
        "starts a static node that is off, unless somebody has drained it"
        off = "IDLE+CLOUD+POWERED_DOWN"
        self.assertEqual(repairs((off, "h100-st-1"), name="h100-st-1"), [("power-up", "h100-st-1", None)])
        self.assertEqual(repairs((off + "+DRAIN", "h100-st-1", "before its block"), name="h100-st-1"), [])

    def test_leaving(self):
        "drains a node that left the configuration and has jobs, and powers it down once it has none"
        entry, live = ("i-1", "10.0.0.1", "h100", OLD), {"i-1": instance()}
        gone = "h100-dy-2001"
        self.assertEqual(repairs(("MIXED+CLOUD", "10.0.0.1"), entry, live, name=gone), [("leave", gone, "i-1")])
        self.assertEqual(repairs(("ALLOCATED+CLOUD+DRAIN", "10.0.0.1", LEAVING), entry, live, name=gone), [])
        self.assertEqual(repairs(("IDLE+CLOUD+DRAIN", "10.0.0.1", LEAVING), entry, live, name=gone), [("power-down", gone, "i-1")])
        self.assertEqual(repairs(("IDLE+CLOUD+POWERED_DOWN", gone), entry, live, name=gone), [("end", gone, "i-1")])
        self.assertEqual(repairs(("ALLOCATED+CLOUD+POWERING_UP", gone), entry, live, name=gone), [("power-down", gone, "i-1")])

    def test_left(self):
        "terminates the instance of a node that Slurm no longer has, in a pool or not"
        live = {"i-1": instance()}
        for pool, name in (("h100", "h100-dy-2001"), ("old", "old-dy-1"), ("h100", "h100-dy-3")):
            with self.subTest(name):
                got = find_repairs(cluster(), {}, {name: ("i-1", "10.0.0.1", pool, OLD)}, live, set(), set(), dict.fromkeys, NOW)
                self.assertEqual([(r.kind, r.node, r.instance) for r in got], [("end", name, "i-1")])

    def test_back_again(self):
        "lifts the drain of a node that is configured again"
        entry, live = ("i-1", "10.0.0.1", "h100", OLD), {"i-1": instance()}
        self.assertEqual(repairs(("IDLE+CLOUD+DRAIN", "10.0.0.1", LEAVING), entry, live), [("undrain", "h100-dy-1", None)])

    def test_strangers(self):
        "leaves nodes alone that are not of cluster.json"
        self.assertEqual(repairs(("DOWN+NOT_RESPONDING", "login"), name="login"), [])


class ShowNodes(unittest.TestCase):
    def test_parse(self):
        "reads names, states, addresses and reasons of scontrol's output"
        line = (
            "NodeName=h100-dy-5 CoresPerSocket=1 CPUAlloc=0 NodeAddr=10.0.0.5 NodeHostName=h100-dy-5 "
            "State=IDLE*+CLOUD+DRAIN+POWERED_DOWN ThreadsPerCore=1 "
            "Reason=warpform back-off: spot X, again at 10:00:25Z [slurm@2026-11-21T09:59:25]\n"
        )
        node = parse_nodes(line)["h100-dy-5"]
        self.assertEqual(node.state, {"IDLE", "CLOUD", "DRAIN", "POWERED_DOWN", "NOT_RESPONDING"})
        self.assertEqual((node.address, node.reason), ("10.0.0.5", "warpform back-off: spot X, again at 10:00:25Z"))

    def test_people(self):
        "takes nothing that people wrote into a reason for the node's state or name"
        line = "NodeName=a-1 NodeAddr=10.0.0.1 State=IDLE+CLOUD Reason=see NodeName=b-1 State=DOWN NodeAddr=x [ann@2026-11-21T09:59:25]\n"
        node = parse_nodes(line)["a-1"]
        self.assertEqual((node.name, node.state, node.address), ("a-1", {"IDLE", "CLOUD"}, "10.0.0.1"))
