"""IMEX around jobs of several nodes of an UltraServer."""

import os
import tempfile
import unittest
from unittest import mock

import imex
from machine import CheckFailed

TOPOLOGY = "BlockName=b1 Nodes=gb-1,gb-2,gb-3\nBlockName=b2 Nodes=gb-4,gb-5\nBlockSizes=3\n"


def expand(text):
    return text.split(",")


class FakeMachine:
    def __init__(self, answers=("READY\n",)):
        self.calls, self.answers = [], list(answers)

    def run(self, *command, **_):
        self.calls.append(" ".join(command))
        if command[0] != "nvidia-imex-ctl":
            return ""
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def read(self, _):
        return "Character devices:\n  1 mem\n234 nvidia-caps-imex-channels\n"


class Imex(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        paths = {name: os.path.join(folder.name, name) for name in ("NODES", "CONFIG", "OWNER", "TOPOLOGY", "CHANNELS")}
        for patch in [mock.patch.multiple(imex, FOLDER=folder.name, **paths), mock.patch("time.sleep"), mock.patch.object(imex.host_list, "expand", expand)]:
            patch.start()
            self.addCleanup(patch.stop)
        imex.write(imex.TOPOLOGY, TOPOLOGY)
        imex.write(imex.CONFIG, "SERVER_PORT=50000\nIMEX_CMD_ENABLED=0\n")

    def start(self, name="gb-1", job="7", nodes=("gb-1", "gb-2", "gb-4"), machine=None, **more):
        return imex.start(name, job, list(nodes), machine or FakeMachine(), resolve=lambda node: "10.0.0." + node[-1], **more)

    def test_only_nodes_of_one_nvlink_domain_are_joined(self):
        self.assertEqual(self.start(), ["10.0.0.1", "10.0.0.2"])
        self.assertEqual(imex.read(imex.NODES), "10.0.0.1\n10.0.0.2\n")
        self.assertEqual(imex.read(imex.CONFIG), "SERVER_PORT=50000\nIMEX_CMD_ENABLED=1\nIMEX_CMD_PORT=50005\n")

    def test_all_nodes_of_the_job_without_a_topology(self):
        os.remove(imex.TOPOLOGY)
        self.assertEqual(len(self.start()), 3)

    def test_a_job_of_one_node_needs_none(self):
        machine = FakeMachine()
        self.assertEqual(self.start(nodes=["gb-1"], machine=machine), [])
        self.assertEqual(self.start(nodes=["gb-1", "gb-4"], machine=machine), [])
        self.assertEqual(machine.calls, [])

    def test_waits_until_the_others_are_there(self):
        machine = FakeMachine([CheckFailed("no connection"), "INITIALIZING\n", "READY\n"])
        self.start(machine=machine)
        self.assertEqual(machine.calls[0], "systemctl restart nvidia-imex")
        self.assertEqual(machine.calls.count("nvidia-imex-ctl -q"), 3)

    def test_a_domain_that_does_not_come_up_fails_the_prolog(self):
        with self.assertRaisesRegex(CheckFailed, "not ready after"):
            self.start(machine=FakeMachine(["INITIALIZING\n"]))

    def test_another_jobs_domain_is_left_alone(self):
        self.start()
        with self.assertRaisesRegex(CheckFailed, "serves job 7"):
            self.start(job="8")
        machine = FakeMachine()
        self.assertFalse(imex.stop("8", machine))
        self.assertEqual(machine.calls, [])
        self.assertTrue(imex.stop("7", machine))
        self.assertEqual((machine.calls, imex.read(imex.NODES)), (["systemctl stop nvidia-imex"], ""))
        self.start(job="8")

    def test_the_shared_channel_has_the_drivers_major_number(self):
        machine = FakeMachine()
        self.start(machine=machine, own_channel=False)
        self.assertIn("mknod -m 666 %s/channel0 c 234 0" % imex.CHANNELS, machine.calls)


if __name__ == "__main__":
    unittest.main()
