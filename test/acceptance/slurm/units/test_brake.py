"""The brake on failed boots, what is too strange to act on, and a full disk."""

import logging
import os
import shutil
import sqlite3
import tempfile
import time
import unittest
from unittest import mock

import brake
import plausible
import reconcile_cluster
import suspend_nodes
from cluster_file import Cluster, is_mounted
from clusters import cluster
from instance import Instance
from instance_book import Book
from instances import Instances
from reconcile_cluster import Reconcile
from repairs import Repair
from resume_nodes import Resume
from scontrol import Node

LOG = logging.getLogger("test")
LOG.addHandler(logging.NullHandler())
LOG.propagate = False
OFF = "IDLE+CLOUD+POWERED_DOWN"


class Cloud(Instances):
    """Instances that EC2 has, and what was asked of it, in order."""

    def __init__(self, live=(), clock=None):
        self.cluster = cluster()
        self.live = dict.fromkeys(live, Instance("10.0.0.9"))
        self.cloud_clock, self.asked, self.ended = clock, [], []

    def of_cluster(self):
        return self.live

    def states(self, ids):
        return dict.fromkeys(ids)

    def start(self, request):
        self.asked.append(request["LaunchTemplateConfigs"][0]["LaunchTemplateSpecification"]["LaunchTemplateId"])
        return [], ["Full"]

    def addresses(self, ids):
        return {}

    def end(self, ids):
        self.ended += ids

    def name(self, *_):
        pass


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        data = cluster().data
        self.cluster = Cluster(dict(data, paths=dict(data["paths"], slurmState=self.folder)))
        self.book = Book(os.path.join(self.folder, "instances.db"))
        self.updates, self.nodes = [], {}
        for name, value in (("scontrol.nodes", lambda *_: self.nodes), ("scontrol.update", lambda names, **f: self.updates.append((names, f)))):
            patch = mock.patch(name, value)
            patch.start()
            self.addCleanup(patch.stop)
        forget = mock.patch("node_names.forget", lambda *_: None)
        forget.start()
        self.addCleanup(forget.stop)

    def launch(self, names, source):
        """Nodes that an instance was started for."""
        token, _ = self.book.claim(names, "h100")
        self.book.launched([(name, "i-" + name, "10.0.0.1") for name in names], source)
        self.book.finish(token)

    def fail_boots(self, names, source=1):
        self.launch(names, source)
        brake.failed(self.cluster, self.book, names, "not registered within 900 s", LOG)
        self.book.release(names)

    @property
    def pool(self):
        return self.cluster.pools["h100"]


class Brake(Case):
    def test_stops(self):
        "asks a source no more after so many failed boots in a row, and the next one still"
        self.nodes = {"h100-dy-9": Node("h100-dy-9", set(OFF.split("+")), "x", "")}
        self.fail_boots(["h100-dy-1", "h100-dy-2"])
        span = self.pool["ranges"][1]
        self.assertEqual(brake.open_sources(self.cluster, self.book, self.pool, span), [1, 2])
        self.fail_boots(["h100-dy-3"])
        self.assertEqual(brake.open_sources(self.cluster, self.book, self.pool, span), [2])
        cloud = Cloud()
        Resume(self.cluster, self.book, cloud, LOG).run(["h100-dy-4"], [])
        self.assertEqual(cloud.asked, ["lt-spot"])

    def test_rests(self):
        "drains a pool's nodes for good, with the reason and how to lift it, once none of its sources is left"
        self.cluster.data["pools"][0]["ranges"][1]["sources"] = [1]
        self.cluster.data["pools"][0]["ranges"] = self.cluster.data["pools"][0]["ranges"][1:]
        self.nodes = {"h100-dy-9": Node("h100-dy-9", set(OFF.split("+")), "x", "")}
        self.fail_boots(["h100-dy-1", "h100-dy-2", "h100-dy-3"])
        ((names, fields),) = self.updates
        self.assertEqual((names, fields["State"]), ("h100-dy-9", "DRAIN"))
        self.assertIn("launches stopped after 3 failed boots", fields["Reason"])
        self.assertIn("launches --allow h100", fields["Reason"])
        self.nodes = {"h100-dy-9": Node("h100-dy-9", {"IDLE", "DRAIN", "POWERED_DOWN"}, "x", fields["Reason"])}
        brake.lift(self.cluster, self.book, "h100", LOG)
        self.assertEqual((self.updates[-1][0], self.updates[-1][1]["State"]), ("h100-dy-9", "RESUME"))
        self.assertEqual((self.book.failures(), self.book.backoffs()), ({}, []))

    def test_success(self):
        "begins to count anew after a node that came up and stayed up, or was let go in good order"
        self.fail_boots(["h100-dy-1", "h100-dy-2"])
        self.launch(["h100-dy-3"], 1)
        self.nodes = {"h100-dy-3": Node("h100-dy-3", {"IDLE", "CLOUD"}, "10.0.0.1", "")}
        brake.watch(self.cluster, self.book, self.nodes, LOG, now=1000)
        self.assertEqual(self.book.failures()["h100", 1][0], 2)
        brake.watch(self.cluster, self.book, self.nodes, LOG, now=1000 + brake.HEALTHY_SECONDS)
        self.assertEqual(self.book.failures(), {})
        self.fail_boots(["h100-dy-1"])
        brake.let_go(self.cluster, self.book, ["h100-dy-3"], LOG)
        self.assertEqual(self.book.failures(), {})

    def test_drained(self):
        "takes a node that its health check has drained for no success"
        self.launch(["h100-dy-3"], 1)
        self.nodes = {"h100-dy-3": Node("h100-dy-3", {"IDLE", "CLOUD", "DRAIN"}, "10.0.0.1", "")}
        brake.watch(self.cluster, self.book, self.nodes, LOG, now=1000)
        self.assertIsNone(self.book.boots()["h100-dy-3"][3])

    def test_once(self):
        "counts a boot once, whoever finds that it failed"
        self.fail_boots(["h100-dy-1"])
        brake.failed(self.cluster, self.book, ["h100-dy-1"], "again", LOG)
        self.assertEqual(self.book.failures()["h100", 1][0], 1)


class Forgotten(Case):
    """slurmctld asks for a node that it had started in an earlier life."""

    def resume(self, started, live=("i-h100-dy-3",)):
        cloud = Cloud(live)
        self.launch(["h100-dy-3"], 1)
        with mock.patch("scontrol.started", lambda: started):
            Resume(self.cluster, self.book, cloud, LOG).run(["h100-dy-3"], [])
        return cloud

    def test_anew(self):
        "starts a node anew that a controller asks for again which has lost its last changes"
        cloud = self.resume(time.time() + 1)
        self.assertEqual(cloud.ended, ["i-h100-dy-3"])
        self.assertTrue(cloud.asked)

    def test_one_life(self):
        "lets a node be that the controller has asked for since it started"
        cloud = self.resume(time.time() - 60)
        self.assertEqual((cloud.ended, cloud.asked), ([], []))

    def test_implausible(self):
        "ends nothing where the controller's state is not the one that the book knows"
        self.book.note(plausible.NOTE, "another")
        cloud = self.resume(time.time() + 1)
        self.assertEqual(cloud.ended, [])


class Static(Case):
    """Nodes that always run."""

    def due(self, now):
        repairs = [Repair("power-up", "h100-st-1", None, "static")]
        return [repair.node for repair in Reconcile(self.cluster, self.book, Cloud(), LOG).due(repairs, now)]

    def test_tried(self):
        "are asked for once in the back-off where they got nothing, and at once where they were up since"
        self.assertEqual([self.due(1000), self.due(1060), self.due(1000 + 600)], [["h100-st-1"], [], ["h100-st-1"]])
        reconcile = Reconcile(self.cluster, self.book, Cloud(), LOG)
        for state, due in ((OFF, []), ("IDLE+CLOUD+POWERING_UP", []), ("DOWN+CLOUD", []), ("MIXED+CLOUD", ["h100-st-1"])):
            reconcile.came_up({"h100-st-1": Node("h100-st-1", set(state.split("+")), "", "")})
            self.assertEqual(self.due(1660), due, state)

    def test_there(self):
        "are asked for each time where their instances are there before, as those of racks"
        with mock.patch.object(reconcile_cluster, "is_there", lambda _: True):
            self.assertEqual([self.due(1000), self.due(1060)], [["h100-st-1"]] * 2)


class Plausible(Case):
    def run_reconcile(self, cloud):
        reconcile = Reconcile(self.cluster, self.book, cloud, LOG)
        reconcile.run()
        return reconcile

    def test_empty_book(self):
        "ends nothing while the book is new and instances run, until a person accepts it"
        cloud = Cloud(["i-1", "i-2"])
        self.assertTrue(self.run_reconcile(cloud).failed)
        self.assertEqual(cloud.ended, [])
        self.assertIn("is new, and 2 instances run that are not in it", self.book.noted(plausible.HELD_BACK))
        plausible.accept(self.cluster, self.book)
        self.run_reconcile(cloud)
        self.assertEqual(sorted(cloud.ended), ["i-1", "i-2"])
        self.assertIsNone(self.book.noted(plausible.HELD_BACK))

    def test_first_entries(self):
        "goes on ending nothing on an empty state volume once the first instance is in the book, by a launch or a registration"
        self.nodes = {"h100-dy-1": Node("h100-dy-1", {"IDLE", "CLOUD"}, "10.0.0.9", "")}
        cloud = Cloud(["i-1", "i-2"])
        cloud.live["i-2"] = Instance("10.0.0.8")
        for _ in range(2):
            self.run_reconcile(cloud)
        self.assertEqual(self.book.nodes()["h100-dy-1"][0], "i-1")
        self.launch(["h100-dy-2"], 1)
        cloud.live["i-h100-dy-2"] = Instance("10.0.0.7")
        self.nodes["h100-dy-2"] = Node("h100-dy-2", {"IDLE", "CLOUD"}, "10.0.0.7", "")
        self.run_reconcile(cloud)
        self.assertEqual(cloud.ended, [])
        self.assertIn("1 instances run that are not in it", self.book.noted(plausible.HELD_BACK))

    def test_empty_state(self):
        "ends nothing when Slurm's state folder has lost its mark, as an unmounted one has"
        self.launch(["h100-dy-1"], 1)
        self.run_reconcile(Cloud())
        os.unlink(os.path.join(self.folder, "warpform-identity"))
        cloud = Cloud(["i-h100-dy-1"])
        self.nodes = {"h100-dy-1": Node("h100-dy-1", set(OFF.split("+")), "x", "")}
        self.run_reconcile(cloud)
        self.assertEqual(cloud.ended, [])

    def test_copy(self):
        "ends nothing on a state volume that was restored from a snapshot, until it is told that the state is right"
        self.launch(["h100-dy-1"], 1)
        self.nodes = {"h100-dy-1": Node("h100-dy-1", {"IDLE", "CLOUD"}, "10.0.0.1", "")}
        self.cluster.data["paths"]["stateMount"] = "/proc"
        disk_of = mock.patch.object(plausible, "disk_of", return_value="vol1")
        disk = disk_of.start()
        self.addCleanup(disk_of.stop)
        self.run_reconcile(Cloud(["i-h100-dy-1"]))
        disk.return_value = "vol2"
        cloud = Cloud(["i-h100-dy-1", "i-2"])
        self.assertTrue(self.run_reconcile(cloud).failed)
        self.assertEqual(cloud.ended, [])
        self.assertIn("is a copy", self.book.noted(plausible.HELD_BACK))
        plausible.accept(self.cluster, self.book)
        self.run_reconcile(cloud)
        self.assertEqual(cloud.ended, ["i-2"])

    def test_disk(self):
        "knows the disk of a mount by its lasting name"
        with open("/proc/self/mountinfo", encoding="utf-8") as file:
            mounted = next(fields for fields in map(str.split, file) if fields[4] == "/proc")
        links = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, links)
        for name in ("vol2", "vol1", "gone"):
            os.symlink("/nowhere/" + name, os.path.join(links, name))
        devices = {"vol1": mounted[2], "vol2": mounted[2], "gone": None}
        with mock.patch.object(plausible, "DISKS", links), mock.patch.object(plausible, "device_of", lambda path: devices[os.path.basename(path)]):
            self.assertEqual((plausible.disk_of("/proc"), plausible.disk_of("/nowhere"), plausible.disk_of(None)), ("vol1", None, None))
        self.assertIsNone(plausible.device_of("/nowhere/gone"))

    def test_clock(self):
        "ends nothing while the clock is far off EC2's"
        cloud = Cloud(["i-1"], clock=1)
        plausible.accept(self.cluster, self.book)
        self.run_reconcile(cloud)
        self.assertEqual(cloud.ended, [])

    def test_mount(self):
        "does nothing on the empty folder below a state volume that is not mounted"
        self.cluster.data["paths"]["stateMount"] = self.folder
        with self.assertRaisesRegex(SystemExit, "not mounted"):
            self.cluster.state_file("instances.db")
        self.assertTrue(is_mounted("/proc"))


class FullDisk(Case):
    def test_suspend(self):
        "ends instances even when nothing can be written down"
        self.launch(["h100-dy-1"], 1)
        cloud = Cloud()
        with mock.patch.object(Book, "release", side_effect=sqlite3.OperationalError("database or disk is full")):
            with self.assertRaises(sqlite3.OperationalError):
                suspend_nodes.suspend(self.cluster, self.book, cloud, ["h100-dy-1"], LOG)
        self.assertEqual(cloud.ended, ["i-h100-dy-1"])

    def test_orphan(self):
        "ends an instance that no node uses any more even when nothing can be written down"
        self.launch(["h100-dy-1"], 1)
        reconcile = Reconcile(self.cluster, self.book, Cloud(), LOG)
        orphan = Repair("end", "h100-dy-1", "i-h100-dy-1", "its node is powered down")
        with mock.patch.object(Book, "release", side_effect=sqlite3.OperationalError("database or disk is full")):
            reconcile.repair("end", [orphan], self.book.nodes(), {})
        self.assertEqual((reconcile.instances.ended, reconcile.failed), (["i-h100-dy-1"], True))

    def full(self):
        """SQLite finds no page more, until the reserve is given up."""
        with open(self.book.reserve, "w"):
            pass
        pages = self.book.db.execute("pragma page_count").fetchone()[0]
        self.book.db.execute("pragma max_page_count = %d" % pages)
        real = os.unlink

        def unlink(path, **options):
            real(path, **options)
            self.book.db.execute("pragma max_page_count = 1000000")

        patch = mock.patch("instance_book.os.unlink", unlink)
        patch.start()
        self.addCleanup(patch.stop)

    def test_reserve(self):
        "gives up its reserve for the first write that finds the disk full, and writes"
        names = ["h100-dy-%d" % number for number in range(1, 3000)]
        for what in ("claim", "launched", "note"):
            with self.subTest(what):
                self.setUp()
                token = self.book.claim(names, "h100")[0] if what == "launched" else None
                self.full()
                if what == "claim":
                    self.assertEqual(len(self.book.claim(names, "h100")[1]), len(names))
                elif what == "launched":
                    self.book.launched([(name, "i-" + name, "10.0.0.1") for name in names])
                    self.assertEqual(len(self.book.boots()), len(names))
                else:
                    self.book.note("long", "x" * 100000)
                    self.assertEqual(self.book.noted("long"), "x" * 100000)
                self.assertEqual((os.path.exists(self.book.reserve), self.book.db.in_transaction, token is None), (False, False, what != "launched"))

    def test_no_reserve(self):
        "gives nodes back, and starts nothing, where the book can't be written at all"
        names = ["h100-dy-%d" % number for number in range(1, 3000)]
        self.full()
        os.remove(self.book.reserve)
        cloud = Cloud()
        Resume(self.cluster, self.book, cloud, LOG).run(names, [])
        self.assertEqual((cloud.asked, self.book.nodes(), self.book.launching()), ([], {}, set()))
        self.assertEqual([fields["State"] for _, fields in self.updates if "full" in fields["Reason"]], ["POWER_DOWN_FORCE"])


class DamagedBook(Case):
    def damage(self):
        path = os.path.join(self.folder, "instances.db")
        self.launch(["h100-dy-1"], 1)
        plausible.accept(self.cluster, self.book)
        self.book.db.close()
        with open(path, "r+b") as file:
            file.write(os.urandom(4096))
        self.book = Book(path)

    def test_new(self):
        "is replaced by a new one, the old one stays beside it; what Slurm knows is entered, and nothing is ended until a person accepts it"
        self.damage()
        self.assertTrue(os.path.exists(os.path.join(self.folder, "instances.db.damaged")))
        self.nodes = {"h100-dy-1": Node("h100-dy-1", {"ALLOCATED", "CLOUD"}, "10.0.0.9", "")}
        reconcile = Reconcile(self.cluster, self.book, Cloud(["i-1", "i-2"]), LOG)
        reconcile.instances.live["i-2"] = Instance("10.0.0.8")
        with mock.patch("cloud_metrics.send", lambda *_: None):
            reconcile.run()
        self.assertEqual((self.book.nodes()["h100-dy-1"][0], reconcile.instances.ended, reconcile.failed), ("i-1", [], True))
        self.assertIn("is not the one that Slurm's state knows", self.book.noted(plausible.HELD_BACK))
        suspend_nodes.suspend(self.cluster, self.book, reconcile.instances, ["h100-dy-1"], LOG)
        self.assertEqual(reconcile.instances.ended, ["i-1"])

    def test_locked(self):
        "is not one that another program writes to"
        path = os.path.join(self.folder, "instances.db")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("begin exclusive")
        with mock.patch("instance_book.sqlite3.connect", lambda path, **_: sqlite3.Connection(path, timeout=0.1)), self.assertRaises(sqlite3.OperationalError):
            Book(path)
        self.assertFalse(os.path.exists(path + ".damaged"))
