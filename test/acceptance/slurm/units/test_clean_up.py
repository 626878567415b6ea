"""The Lambda function that Terraform invokes when a pool is destroyed."""

import importlib.util
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PATH = os.path.join(HERE, "..", "..", "..", "..", "lib", "clouds", "aws", "slurm", "clean-up", "end_nodes.py")
EVENT = {"tagKey": "warpform:slurm", "tagValue": "demo", "pool": "h100"}


def load():
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("end_nodes", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Ec2:
    """looks: what each look finds, in order; nothing after that."""

    def __init__(self, *looks):
        self.looks, self.filters, self.terminated = list(looks), [], []

    def get_paginator(self, name):
        assert name == "describe_instances"
        return self

    def paginate(self, Filters):
        self.filters.append({f["Name"]: f["Values"] for f in Filters})
        ids = self.looks.pop(0) if self.looks else []
        return [{"Reservations": [{"Instances": [{"InstanceId": i} for i in ids]}]}]

    def terminate_instances(self, InstanceIds):
        self.terminated.append(InstanceIds)


class Clock:
    def __init__(self):
        self.now = 0

    def sleep(self, seconds):
        self.now += seconds

    def __call__(self):
        return self.now


def invoke(ec2, action="delete"):
    clock = Clock()
    answer = load().handler(dict(EVENT, tf={"action": action, "prev_input": dict(EVENT)}), None, ec2, clock.sleep, clock)
    return answer, clock.now


class EndNodes(unittest.TestCase):
    def test_other_actions(self):
        "does nothing when Terraform creates or updates it"
        for action in ("create", "update"):
            ec2 = Ec2(["i-1"])
            self.assertEqual(invoke(ec2, action)[0], {"ended": []})
            self.assertEqual((ec2.filters, ec2.terminated), ([], []))

    def test_ends(self):
        "ends the instances of its cluster's pool alone, those too that a last launch brings, and waits until none comes"
        ec2 = Ec2(["i-1", "i-2"], [], ["i-3"])
        answer, seconds = invoke(ec2)
        self.assertEqual(answer, {"ended": ["i-1", "i-2", "i-3"]})
        self.assertEqual(ec2.terminated, [["i-1", "i-2"], ["i-3"]])
        self.assertEqual(ec2.filters[0]["tag:warpform:slurm"], ["demo"])
        self.assertEqual(ec2.filters[0]["tag:warpform:pool"], ["h100"])
        self.assertGreaterEqual(seconds, 30 + 75)

    def test_endless(self):
        "fails, so that the destroy stops, where something launches on and on"
        with self.assertRaises(RuntimeError):
            invoke(Ec2(*[["i-%d" % n] for n in range(100)]))
