"""Blocks' calendars, the topology tree, the hosts file, and the acceptance job's reading of its tools."""

import unittest

import hosts_file
from acceptance_job import bus_bandwidth, failed_tests, least_bandwidth
from block_calendar import blocks, phase, seconds
from clusters import cluster
from topology_tree import tree

END = seconds("2026-01-03T00:00:00Z")


class Calendar(unittest.TestCase):
    def test_dates(self):
        "ends a block for jobs 30 minutes before EC2's end, and drains an hour before that"
        (block,) = blocks(cluster(), {})
        self.assertEqual((block.name, block.host_list), ("warpform-block-cr-1", "h100-st-[1-4]"))
        self.assertEqual((block.stop, block.drain), (END - 1800, END - 1800 - 3600))

    def test_extended(self):
        "believes EC2 before the file, since a block can be extended"
        (block,) = blocks(cluster(), {"cr-1": (None, END + 86400)})
        self.assertEqual(block.end, END + 86400)

    def test_phases(self):
        "knows what to do at each moment of a block's life"
        (block,) = blocks(cluster(), {})
        for moment, want in (
            (block.start - 1, "before"),
            (block.start, "on"),
            (block.drain - 1, "on"),
            (block.drain, "ending"),
            (block.stop - 61, "ending"),
            (block.stop - 60, "requeue"),
            (block.stop, "over"),
        ):
            with self.subTest(want):
                self.assertEqual(phase(block, moment), want)


class Tree(unittest.TestCase):
    def test_layers(self):
        "makes a switch of each network node, and one of each pool's nodes that are off"
        pools = {"a": ["a-1", "a-2", "a-3", "a-4"]}
        paths = {"a-1": ["nn-t", "nn-m", "nn-x"], "a-2": ["nn-t", "nn-m", "nn-x"], "a-3": ["nn-t", "nn-m", "nn-y"]}
        want = [
            "SwitchName=nn-x Nodes=a-[1-2]",
            "SwitchName=nn-y Nodes=a-3",
            "SwitchName=pool-a Nodes=a-4",
            "SwitchName=nn-m Switches=nn-x,nn-y",
            "SwitchName=nn-t Switches=nn-m",
            "SwitchName=root Switches=nn-t,pool-a",
        ]
        self.assertEqual(tree(pools, paths), want)

    def test_none(self):
        "puts each node into a switch even when nothing is on"
        self.assertEqual(tree({"a": ["a-1"]}, {}), ["SwitchName=pool-a Nodes=a-1"])


class Hosts(unittest.TestCase):
    def test_block(self):
        "gives each node a line, with its address when it has one"
        lines = hosts_file.block(cluster(), {"cpu-dy-2": "10.0.0.2"})
        self.assertEqual(len(lines), 4 + 2000 + 100 + 2)
        self.assertIn("127.0.0.2 h100-dy-2000", lines)
        self.assertIn("10.0.0.2 cpu-dy-2", lines)

    def test_replaced(self):
        "replaces its own lines and keeps the others"
        first = hosts_file.replaced("127.0.0.1 localhost\n", ["# warpform nodes: begin", "1 a", "# warpform nodes: end"])
        again = hosts_file.replaced(first + "10.0.0.9 extra\n", ["# warpform nodes: begin", "2 a", "# warpform nodes: end"])
        want = "127.0.0.1 localhost\n10.0.0.9 extra\n# warpform nodes: begin\n2 a\n# warpform nodes: end\n"
        self.assertEqual(again, want)


class Acceptance(unittest.TestCase):
    def test_bandwidth(self):
        "reads nccl-tests' bus bandwidth, and none of a run with wrong values"
        good = "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 352.125\n"
        self.assertEqual(bus_bandwidth(good), 352.125)
        self.assertIsNone(bus_bandwidth(good.replace("0 OK", "3 FAILED")))
        self.assertIsNone(bus_bandwidth("NCCL failure"))

    def test_least(self):
        "expects a part of the node's network: 3,200 Gb/s are 400 GB/s"
        self.assertAlmostEqual(least_bandwidth(2, 3200, 0.7), 280.0)
        self.assertIsNone(least_bandwidth(1, 3200, 0.7))

    def test_dcgm(self):
        "reads the failed tests of dcgmi's table"
        text = "| Denylist                  | Pass                                           |\n| PCIe                      | Fail - All      |\n"
        self.assertEqual(failed_tests(text), ["PCIe"])
