"""The head's book, and what EC2's slow consistency does to its instances."""

import os
import shutil
import subprocess
import tempfile
import time
import unittest
from unittest import mock

import botocore.exceptions
import instance_book
from instance_book import Book, alive, process_mark
from instances import Instances, described


class Launches(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.book = Book(os.path.join(self.folder, "instances.db"))

    def dead(self):
        return [names for _, names in self.book.dead_launches()]

    def test_claim(self):
        "gives a node to one launch only, and takes a launch for alive while its process is"
        self.assertEqual(self.book.claim(["a-1", "a-2"], "a")[1], ["a-1", "a-2"])
        self.assertEqual(self.book.claim(["a-2", "a-3"], "a")[1], ["a-3"])
        self.assertEqual(self.book.claim(["a-1"], "a"), (None, []))
        self.assertEqual(self.dead(), [])

    def test_replaced_head(self):
        "takes a launch for dead after a restart, although another process has its number now"
        mark = process_mark(os.getpid())
        host, boot, pid, start = mark.split()
        with mock.patch.object(instance_book, "process_mark", lambda _: " ".join((host, "another-boot", pid, start))):
            self.book.claim(["a-1"], "a")
        with mock.patch.object(instance_book, "process_mark", lambda _: " ".join((host, boot, pid, str(int(start) - 1)))):
            self.book.claim(["a-2"], "a")
        self.assertEqual(self.dead(), [["a-1"], ["a-2"]])

    def test_other_controller(self):
        "leaves a launch to the other controller for a quarter of an hour"
        mark = "another-host boot 1 1"
        self.assertTrue(alive(mark, time.time() - 899))
        self.assertFalse(alive(mark, time.time() - 901))

    def test_root_first(self):
        "is the slurm user's to read and write at once, also where a timer of root's is the first to open it"
        folder = os.path.join(self.folder, "state")
        os.mkdir(folder)
        os.chmod(self.folder, 0o755)
        os.chown(folder, 65534, 65534)
        path, seen = os.path.join(folder, "instances.db"), []
        opened = instance_book.opened
        with mock.patch.object(instance_book, "opened", lambda path: (seen.append(os.stat(path).st_uid), opened(path))[1]):
            Book(path)
        self.assertEqual((seen, sorted(os.listdir(folder))), ([65534], ["instances.db"]))

    def test_zombie(self):
        "takes a process for dead that has ended and waits for its parent"
        child = subprocess.Popen(["/bin/true"])
        until = time.monotonic() + 10
        while process_mark(child.pid) and time.monotonic() < until:
            time.sleep(0.01)
        self.assertIsNone(process_mark(child.pid))
        child.wait()


class Ec2:
    """Knows some instances, and refuses a call that names another by its id."""

    def __init__(self, *known):
        self.known, self.calls, self.ended = known, 0, []

    def refuse(self, ids):
        if set(ids) - set(self.known):
            raise botocore.exceptions.ClientError({"Error": {"Code": "InvalidInstanceID.NotFound"}}, "call")

    def describe_instances(self, InstanceIds=None, Filters=None):  # noqa: N803 - boto3's names
        self.calls += 1
        if InstanceIds:
            self.refuse(InstanceIds)
        ids = InstanceIds or Filters[0]["Values"]
        assert not Filters or len(ids) <= 200, "EC2 takes 200 values a filter"
        rows = [{"InstanceId": i, "State": {"Name": "running"}, "PrivateIpAddress": "10.0." + i[2:]} for i in ids if i in self.known]
        return {"Reservations": [{"Instances": rows}]}

    def terminate_instances(self, InstanceIds):  # noqa: N803
        self.refuse(InstanceIds)
        self.ended += InstanceIds


def instances(*known):
    out = Instances.__new__(Instances)
    out.ec2 = Ec2(*known)
    return out


class Described(unittest.TestCase):
    def test_tags(self):
        "reads who launched an instance from what, of its own tags or of those that EC2 gives it"
        row = {"PrivateIpAddress": "10.0.0.1", "Tags": [{"Key": "warpform:launch", "Value": "t"}, {"Key": "Name", "Value": "a-1"}]}
        ec2 = {"aws:ec2launchtemplate:id": "lt-1", "aws:ec2launchtemplate:version": "2"}
        self.assertEqual(described(row), ("10.0.0.1", "t", None, "a-1", False))
        row["Tags"] += [{"Key": key, "Value": value} for key, value in ec2.items()]
        self.assertEqual(described(row).template, "lt-1:2")
        row["Tags"].append({"Key": "warpform:template", "Value": "lt-1:3"})
        self.assertEqual(described(row).template, "lt-1:3")


class Consistency(unittest.TestCase):
    def test_addresses(self):
        "learns the addresses of 999 instances although EC2 does not know the thousandth yet"
        ids = ["i-%d" % n for n in range(1000)]
        ours = instances(*ids[:-1])
        with mock.patch("instances.ADDRESS_TIMEOUT_SECONDS", 0):
            self.assertEqual(len(ours.addresses(ids)), 999)

    def test_one_call(self):
        "asks for 1,000 addresses in one call when all are known"
        ids = ["i-%d" % n for n in range(1000)]
        ours = instances(*ids)
        self.assertEqual((len(ours.addresses(ids)), ours.ec2.calls), (1000, 1))

    def test_states(self):
        "asks for the states of 1,000 instances in five calls, and knows which EC2 does not know"
        ids = ["i-%d" % n for n in range(1000)]
        ours = instances(*ids[1:])
        states = ours.states(ids)
        self.assertEqual((states["i-0"], states["i-1"], len(states), ours.ec2.calls), (None, "running", 1000, 5))

    def test_end(self):
        "ends all that EC2 knows although one of the ids is unknown"
        ours = instances("i-1", "i-3")
        ours.end(["i-1", "i-2", "i-3"])
        self.assertEqual(ours.ec2.ended, ["i-1", "i-3"])
