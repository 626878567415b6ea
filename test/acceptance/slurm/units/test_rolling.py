"""Which nodes are replaced for a new image, and which wait."""

import unittest

from cluster_file import Cluster
from clusters import cluster
from instance import Instance
from node_reason import UPDATE
from rolling import find_rolls
from scontrol import Node


def rolls(states, at_once=2, paused=(), template="lt-od:2", prefix="cpu-dy-"):
    """states: of the pool's first nodes, each with an instance of an older template; what is done: [(kind, number)]."""
    data = cluster().data
    for pool in data["pools"]:
        pool["replaceAtOnce"] = at_once
    nodes, entries, live = {}, {}, {}
    for number, state in enumerate(states, 1):
        name, drained = "%s%d" % (prefix, number), UPDATE if state.startswith("update ") else ""
        nodes[name] = Node(name, set(state.replace("update ", "DRAIN+").split("+")), "10.0.0.%d" % number, drained)
        if "POWERED_DOWN" not in state:
            entries[name] = ("i-%d" % number, "10.0.0.%d" % number, "cpu", 0)
            live["i-%d" % number] = Instance("10.0.0.%d" % number, template=template)
    return [(r.kind, int(r.node.rpartition("-")[2])) for r in find_rolls(Cluster(data), nodes, entries, live, set(paused))]


class Rolls(unittest.TestCase):
    def test_idle_first(self):
        "drains idle nodes before busy ones, no more than so many at once"
        self.assertEqual(rolls(["ALLOCATED", "IDLE", "ALLOCATED", "IDLE", "IDLE"]), [("roll", 2), ("roll", 4)])
        self.assertEqual(rolls(["ALLOCATED", "IDLE", "MIXED"]), [("roll", 2), ("roll", 1)])

    def test_at_once(self):
        "counts nodes that wait for their jobs or are on their way"
        self.assertEqual(rolls(["update IDLE", "IDLE", "IDLE"]), [("roll", 2)])
        self.assertEqual(rolls(["update IDLE", "update IDLE", "IDLE"]), [])
        self.assertEqual(rolls(["POWERING_UP", "POWERED_DOWN", "IDLE"], prefix="h100-st-", template="lt-block:2"), [])

    def test_swap(self):
        "lets a node that waits for its job give way to an idle one, since jobs may run for days"
        self.assertEqual(rolls(["update ALLOCATED", "update ALLOCATED", "IDLE"]), [("undrain", 1), ("roll", 3)])

    def test_same(self):
        "leaves nodes alone that have the pool's template, or of which nothing is known"
        self.assertEqual(rolls(["IDLE", "ALLOCATED"], template="lt-cpu:3"), [])

    def test_back(self):
        "gives a node back whose template is the pool's again, or that is no longer to be replaced"
        self.assertEqual(rolls(["update ALLOCATED"], template="lt-cpu:3"), [("undrain", 1)])
        self.assertEqual(rolls(["update ALLOCATED", "IDLE"], at_once=None), [("undrain", 1)])

    def test_paused(self):
        "stops, and gives back what waits, where new nodes fail to boot or there is no capacity"
        self.assertEqual(rolls(["update IDLE", "IDLE", "ALLOCATED"], paused=["cpu"]), [("undrain", 1)])

    def test_others(self):
        "leaves nodes alone that are down, drained by others, rebooting or on their way"
        self.assertEqual(rolls(["DOWN", "IDLE+DRAIN", "IDLE+REBOOT", "IDLE+POWERING_UP", "IDLE+POWERING_DOWN"]), [])
