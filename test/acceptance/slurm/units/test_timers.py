"""Blocks' calendars, the topology tree, the hosts file, and the acceptance job's reading of its tools."""

import os
import re
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

import hosts_file
from acceptance_job import bounds, bus_bandwidth, failed_tests, pairs, unsuited
from block_calendar import blocks, phase, seconds
from cluster_file import Cluster
from clusters import cluster, expectation
from topology_blocks import block_lines
from topology_tree import tree

END = seconds("2026-01-03T00:00:00Z")


class Calendar(unittest.TestCase):
    def test_dates(self):
        "ends a block for jobs 30 minutes before EC2's end, and drains an hour before that"
        (block,) = blocks(cluster(), {})
        self.assertEqual((block.name, block.host_list), ("warpform-block-cr-1", "h100-st-[1-4]"))
        self.assertEqual((block.stop, block.drain), (END - 1800, END - 1800 - 3600))

    def test_ultra_servers(self):
        "ends an UltraServer's block for jobs an hour before EC2's end, when its instances go"
        data = cluster().data
        data["pools"][0]["sources"][0]["terminationLeadMinutes"] = 60
        (block,) = blocks(Cluster(data), {})
        self.assertEqual((block.stop, block.drain), (END - 3600, END - 3600 - 3600))

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


def length(host_list):
    """Nodes of `a-[1-3,6],b-1`, without asking Slurm."""
    bounds = [part.split("-") for inside in re.findall(r"\[(.*?)\]", host_list) for part in inside.split(",")]
    single = re.sub(r"\w+-\[.*?\],?", "", host_list).strip(",")
    return sum(int(part[-1]) - int(part[0]) + 1 for part in bounds) + len([name for name in single.split(",") if name])


class Blocks(unittest.TestCase):
    def blocks(self, count, domains, size, **more):
        pools = dict({"a": ["a-%d" % n for n in range(1, count + 1)]}, **more)
        *lines, sizes = block_lines(pools, {"a-%d" % n: domain for n, domain in domains.items()}, size)
        self.assertEqual(sizes, "BlockSizes=%d" % size)
        self.assertEqual([line.split()[0] for line in lines], ["BlockName=block%d" % (n + 1) for n in range(len(lines))])
        return [line.split("Nodes=")[1] for line in lines]

    def test_domains(self):
        "makes a block of each NVLink domain, whatever its nodes are called"
        domains = {1: "x", 2: "y", 3: "x", 4: "y", 5: "x", 6: "y"}
        self.assertEqual(self.blocks(6, domains, 3), ["a-[1,3,5]", "a-[2,4,6]"])

    def test_starting(self):
        "fills a domain of which some nodes are off with nodes that are nowhere yet"
        self.assertEqual(self.blocks(6, {6: "x"}, 3), ["a-[1-2,6]", "a-[3-5]"])
        self.assertEqual(self.blocks(6, {}, 3), ["a-[1-3]", "a-[4-6]"])

    def test_least(self):
        "makes no block of fewer nodes than slurmctld wants, wherever nodes are"
        for count in range(3, 20):
            for known in range(0, count + 1, 3):
                domains = {n: "d%d" % (n % 4) for n in range(1, known + 1)}
                blocks = self.blocks(count, domains, 3, b=["b-1"], c=["c-1", "c-2"])
                sizes = [length(block) for block in blocks]
                with self.subTest(count=count, known=known):
                    self.assertGreaterEqual(min(sizes), 3)
                    self.assertEqual(sum(sizes), count + 3)

    def test_long_domain(self):
        "cuts a domain that is larger than a block, and keeps the rest beside it"
        self.assertEqual(self.blocks(8, {n: "x" for n in range(1, 9)}, 3), ["a-[1-3]", "a-[4-8]"])


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

    def test_two_at_once(self):
        "leaves a whole hosts file, and nothing beside it, when boot and timer write at once"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "hosts")
            with ThreadPoolExecutor(8) as pool:
                list(pool.map(lambda n: hosts_file.write(path, "%d\n" % n), range(400)))
            self.assertEqual(os.listdir(folder), ["hosts"])


class Acceptance(unittest.TestCase):
    def test_bandwidth(self):
        "reads nccl-tests' bus bandwidth, and none of a run with wrong values"
        good = "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 352.125\n"
        self.assertEqual(bus_bandwidth(good), 352.125)
        self.assertIsNone(bus_bandwidth(good.replace("0 OK", "3 FAILED")))
        self.assertIsNone(bus_bandwidth("NCCL failure"))

    def test_least(self):
        "expects what cluster.json says for so many nodes, or for the next number above"
        expected = expectation()["allReduce"]
        self.assertEqual(bounds(expected, 1), (476.0, 352.6))
        self.assertEqual(bounds(expected, 3), (347.0, 257.0))
        self.assertEqual(bounds(expected, 64), (347.0, 257.0))
        self.assertEqual(bounds(expected, 2, 0.5), (448.0, 224.0))

    def test_pairs(self):
        "measures each node in a pair, also the last of an odd number"
        self.assertEqual(pairs(["a", "b", "c", "d"]), [("a", "b"), ("c", "d")])
        self.assertEqual(pairs(["a", "b", "c"]), [("a", "b"), ("c", "a")])

    def test_unsuited(self):
        "accepts no nodes that it can't measure: without GPUs, or with GPUs in parts"
        self.assertIsNone(unsuited(expectation()))
        self.assertIn("no NVIDIA GPUs", unsuited(expectation(gpus=0)))
        self.assertIn("MIG is on", unsuited(expectation(mig={"profile": "1g.10gb", "instances": 56})))

    def test_dcgm(self):
        "reads the failed tests of dcgmi's table"
        text = "| Denylist                  | Pass                                           |\n| PCIe                      | Fail - All      |\n"
        self.assertEqual(failed_tests(text), ["PCIe"])
