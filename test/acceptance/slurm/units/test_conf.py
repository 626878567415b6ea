"""Lines that stay for nodes which leave, and sync's steps."""

import importlib.machinery
import importlib.util
import os
import sys
import tempfile
import unittest
from unittest import mock

import conf_check
import host_list
import install_conf
from conf_check import changed, setting
from conf_lines import nodes_in, with_kept, with_partitions
from install_conf import InstallConf, read_files

HERE = os.path.dirname(os.path.abspath(__file__))
SYNC = os.path.join(HERE, "..", "..", "..", "..", "lib", "slurm", "set-up", "sync")
OLD = "# old\nNodeName=work-dy-[1-8] CPUs=16 State=CLOUD\nNodeName=gone-dy-[1-2] CPUs=4 State=CLOUD\nPartitionName=work Nodes=work-dy-[1-8]\n"
NEW = "# new\nNodeName=work-dy-[1-6] CPUs=16 State=CLOUD\nPartitionName=work Nodes=work-dy-[1-6]\n"


def expand(text):
    """`a-[1-3]`; scontrol knows every form."""
    prefix, _, rest = text.partition("[")
    first, _, last = rest.rstrip("]").partition("-")
    return ["%s%d" % (prefix, n) for n in range(int(first), int(last) + 1)] if rest else [text]


def load_sync():
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("sync_program", SYNC)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("sync_program", loader))
    loader.exec_module(module)
    return module


class Kept(unittest.TestCase):
    def test_kept(self):
        "keeps the old line of a node that leaves while it has jobs, and nothing of the partitions"
        text = with_kept(NEW, OLD, ["work-dy-8", "gone-dy-1"], expand, ",".join)
        *_, first, second = text.splitlines()
        self.assertEqual((first, second), ("NodeName=work-dy-8 CPUs=16 State=CLOUD", "NodeName=gone-dy-1 CPUs=4 State=CLOUD"))
        self.assertTrue(text.startswith(NEW.rstrip("\n")))

    def test_none(self):
        "takes the new text as it is once no node leaves"
        self.assertEqual(with_kept(NEW, OLD, [], expand, ",".join), NEW)

    def test_partitions(self):
        "keeps a partition that leaves while it has jobs, closed to others, of the nodes that there are, and not as the default"
        old = OLD + "PartitionName=old Nodes=work-dy-[5-8],gone-dy-[1-2] Default=YES State=UP MaxTime=60\nPartitionName=gone Nodes=gone-dy-[1-2] State=UP\n"
        text = with_partitions(with_kept(NEW, old, ["gone-dy-1"], expand, ",".join), old, ["gone", "old"], host_list.expand, host_list.compress)
        *_, first, second = text.splitlines()
        self.assertEqual(first, "PartitionName=old MaxTime=60 Nodes=work-dy-[5-6],gone-dy-1 State=DRAIN")
        self.assertEqual(second, "PartitionName=gone Nodes=gone-dy-1 State=DRAIN")
        again = with_partitions(with_kept(NEW, text, ["gone-dy-1"], expand, ",".join), text, ["gone", "old"], host_list.expand, host_list.compress)
        self.assertEqual(again, text)
        self.assertEqual(with_partitions(NEW, old, [], host_list.expand, host_list.compress), NEW)

    def test_closing(self):
        "asks which of the partitions that leave still have jobs, waiting ones of several partitions too"
        conf = InstallConf.__new__(InstallConf)
        conf.live = {"slurm.conf": "PartitionName=a Nodes=n\nPartitionName=b Nodes=n\nPartitionName=c Nodes=n\nPartitionName=work Nodes=n\n"}
        conf.shipped = {"slurm.conf": NEW}
        with mock.patch.object(install_conf.scontrol, "run", return_value="work\nb,work\na\n"):
            self.assertEqual(conf.closing(), ["a", "b"])

    def test_topology(self):
        "knows which nodes a topology places"
        self.assertEqual(nodes_in("# Nodes=x\nSwitchName=a Nodes=n-[1-2]\nSwitchName=r Switches=a\n", expand), {"n-1", "n-2"})
        self.assertEqual(nodes_in("BlockName=b Nodes=n-[3-4]\nBlockSizes=2\n", expand), {"n-3", "n-4"})

    def test_changed(self):
        "asks slurmctld on a state of its own"
        text = changed("ClusterName=c\nstatesavelocation=/real\nResumeProgram=/real\n", {"StateSaveLocation": "/tmp/x", "ResumeProgram": "/bin/true"})
        self.assertEqual((setting(text, "StateSaveLocation"), setting(text, "ResumeProgram")), ("/tmp/x", "/bin/true"))
        self.assertNotIn("/real", text)


class Topology(unittest.TestCase):
    """What slurmctld is given, of a cluster whose topology is refreshed."""

    PLACED = "BlockName=b Nodes=%s\nBlockSizes=2\n"

    def candidate(self, live, leaving, shipped=PLACED % "work-dy-[1-6]"):
        conf = InstallConf.__new__(InstallConf)
        conf.cluster, conf.book, conf.log = mock.Mock(), mock.Mock(), mock.Mock()
        conf.cluster.data = {"topology": {"refresh": True}, "pools": [{"ranges": ["work-dy-[1-6]"]}]}
        conf.cluster.names = expand
        conf.shipped, conf.live = {"slurm.conf": NEW, "topology.conf": shipped}, {"slurm.conf": OLD, "topology.conf": live}
        placed = lambda cluster, book, names: ("as the cloud says of %d" % len(names), 0)
        with (
            mock.patch.object(install_conf, "refreshed", placed),
            mock.patch.object(install_conf.host_list, "expand", expand),
            mock.patch.object(install_conf.host_list, "compress", ",".join),
        ):
            return conf.candidate(leaving)["topology.conf"]

    def test_given_back(self):
        "places no node any more that has left, nor one less than slurm.conf has"
        self.assertEqual(self.candidate(self.PLACED % "work-dy-[1-8]", []), "as the cloud says of 6")
        self.assertEqual(self.candidate(self.PLACED % "work-dy-[1-6]", ["work-dy-8"]), "as the cloud says of 7")

    def test_same(self):
        "keeps what a refresh has found as long as the nodes are the same"
        found = self.PLACED % "work-dy-[1-6]" + "# found\n"
        self.assertEqual(self.candidate(found, []), found)


class Live(unittest.TestCase):
    def test_others(self):
        "reads its own files among the folders and files of the distribution's packages"
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "plugstack.conf.d"))  # Ubuntu 24.04's slurm-client has it
            for name, content in (("slurm.conf", b"ours"), ("slurmdbd.conf", b"\xff")):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(content)
            self.assertEqual(read_files(folder, ["slurm.conf", "gres.conf"]), {"slurm.conf": "ours"})


class NewHead(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.etc, self.shipped, self.state = (os.path.join(folder.name, name) for name in ("slurm", "shipped", "state"))
        for path in (self.etc, self.shipped, self.state):
            os.makedirs(path)
        self.write(self.shipped, NEW)

    def write(self, folder, text, name="slurm.conf"):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)

    def keep(self, **files):
        conf = InstallConf.__new__(InstallConf)
        conf.kept, conf.log = os.path.join(self.state, "etc"), mock.Mock()
        conf.keep({name.replace("_", "."): text for name, text in files.items()})

    def first(self):
        """The files that a head's first set-up leaves in /etc/slurm."""
        cluster = mock.Mock(data={"paths": {"slurmEtc": self.etc}}, state_file=lambda name: os.path.join(self.state, name))
        with mock.patch.object(install_conf, "SHIPPED", self.shipped), mock.patch.object(install_conf.Cluster, "load", lambda: cluster), mock.patch("sys.argv", ["x", "--first"]):
            install_conf.main()
        return read_files(self.etc, os.listdir(self.etc))

    def test_kept(self):
        "begins with what the head before it had last, with nodes that are leaving, and not with what an apply ships meanwhile"
        self.keep(slurm_conf=OLD, topology_conf="old")
        self.keep(slurm_conf=OLD)
        self.assertEqual(self.first(), {"slurm.conf": OLD})

    def test_first(self):
        "begins with what is shipped where there was none, and leaves alone what is there"
        self.assertEqual(self.first(), {"slurm.conf": NEW})
        self.write(self.etc, "# written by warpform\n")
        self.keep(slurm_conf=OLD)
        self.assertEqual(self.first(), {"slurm.conf": "# written by warpform\n"})


class Launching:
    """A book in which a launch is at work for some questions."""

    def __init__(self, questions, did):
        self.left, self.did = questions, did

    def noted(self, _):
        return None

    def launching(self):
        self.did.append("asked")
        self.left -= 1
        return ["work-dy-1"] if self.left > 0 else []


SLURMCTLD = """#!/bin/sh
echo "once" >> %(asked)s
if grep -q accounting_storage/slurmdbd "$3"; then echo "slurmctld: %(says)s"; [ -n "%(waits)s" ] && exec sleep 60; exit 1; fi
if grep -q Broken "$3"; then echo "fatal: Broken"; exit 1; fi
echo "Running as primary controller"
exec sleep 60
"""


class WithoutDatabase(unittest.TestCase):
    """The check's own slurmctld reaches no database."""

    def fault(self, says, text="", waits=""):
        """(fault, how often slurmctld was asked)"""
        with tempfile.TemporaryDirectory() as folder:
            asked, program = os.path.join(folder, "asked"), os.path.join(folder, "slurmctld")
            with open(program, "w") as file:
                file.write(SLURMCTLD % {"asked": asked, "says": says, "waits": waits})
            os.chmod(folder, 0o755)
            os.chmod(program, 0o755)
            conf = "SlurmUser=root\nStateSaveLocation=/nowhere\nAccountingStorageType=accounting_storage/slurmdbd\n" + text
            with mock.patch.dict(os.environ, {"WARPFORM_SLURM_BIN": folder}):
                fault = conf_check.find_fault({"slurm.conf": conf}, folder)
            with open(asked) as file:
                return fault, len(file.readlines())

    def test_left_out(self):
        "leaves out what slurmctld would ask its database, on a state that was never saved and for a new type of GPU, and still finds what is wrong"
        young = "fatal: slurmdbd and/or database must be up at slurmctld start time"
        new = "fatal: Problem adding tres to the database, can't continue until database is able to make new tres"
        self.assertEqual(self.fault(young), (None, 2))
        self.assertEqual(self.fault(new), (None, 2))
        self.assertEqual(self.fault("error: Retrying initial connection to slurmdbd", waits="yes"), (None, 2))
        self.assertEqual(self.fault(new, "Broken=yes\n"), ("Broken", 2))
        self.assertEqual(self.fault("fatal: Unable to process configuration file"), ("Unable to process configuration file", 1))

    def test_text(self):
        "takes the settings of accounting out, and nothing else of a partition's line"
        text = "ClusterName=c\nAccountingStorageTRES=gres/gpu\nPartitionName=a Nodes=n TRESBillingWeights=CPU=1,gres/gpu=8 MaxTime=1\n"
        self.assertEqual(conf_check.without_database(text), "ClusterName=c\nPartitionName=a Nodes=n MaxTime=1\n")


class Restart(unittest.TestCase):
    def install(self, questions):
        """What was done, in order."""
        did = []
        conf = InstallConf.__new__(InstallConf)
        conf.book, conf.log, conf.etc, conf.live = Launching(questions, did), mock.Mock(), "/etc/slurm", {"slurm.conf": OLD}
        clock = iter(range(0, 10_000, 10))
        with (
            mock.patch.object(install_conf.conf_check, "find_fault", return_value=""),
            mock.patch.object(install_conf, "write_files", lambda *_: did.append("wrote")),
            mock.patch.object(install_conf.scontrol, "run"),
            mock.patch.object(install_conf.time, "sleep"),
            mock.patch.object(install_conf.time, "monotonic", lambda: next(clock)),
            mock.patch.object(InstallConf, "back_up", lambda _: did.append("restarted") or True),
        ):
            self.assertTrue(conf.install({"slurm.conf": NEW}))
        return did

    def outcome(self, new, back, database=True):
        """(success, what was noted, files that were written)"""
        noted, wrote, comes = {}, [], iter(back)
        conf = InstallConf.__new__(InstallConf)
        conf.book, conf.log, conf.etc, conf.live = mock.Mock(), mock.Mock(), "/etc/slurm", {"slurm.conf": OLD}
        conf.book.noted, conf.book.note, conf.book.launching = noted.get, noted.__setitem__, list
        with (
            mock.patch.object(install_conf.conf_check, "find_fault", return_value=None),
            mock.patch.object(install_conf, "write_files", lambda _, files: wrote.append(files["slurm.conf"])),
            mock.patch.object(install_conf, "database_answers", lambda: database),
            mock.patch.object(install_conf.scontrol, "run"),
            mock.patch.object(InstallConf, "back_up", lambda _: next(comes)),
        ):
            return conf.install({"slurm.conf": new}), sorted(noted), wrote

    def test_not_the_files(self):
        "refuses for good only files with which slurmctld does not come back while it does with the old ones"
        self.assertEqual(self.outcome(NEW, [False, True]), (False, ["conf fault", "conf refused"], [NEW, OLD]))
        self.assertEqual(self.outcome(NEW, [False, False]), (False, [], [NEW, OLD]))

    def test_database(self):
        "waits with a new type of GPU for the database, without which slurmctld would not start, and with nothing else"
        new = NEW + "AccountingStorageTRES=gres/gpu,gres/gpu:h100\n"
        self.assertEqual(self.outcome(new, [True], database=False), (False, [], []))
        self.assertEqual(self.outcome(new, [True]), (True, [], [new]))
        self.assertEqual(self.outcome(NEW, [True], database=False), (True, [], [NEW]))

    def test_launches(self):
        "restarts slurmctld once the launches that run have ended, which a restart would break off"
        self.assertEqual(self.install(3), ["asked"] * 3 + ["wrote", "restarted"])

    def test_endless(self):
        "waits two minutes for them and no longer"
        self.assertLess(self.install(1_000).count("asked"), 15)


class Sync(unittest.TestCase):
    def setUp(self):
        self.sync, self.folder = load_sync(), tempfile.mkdtemp()
        self.file = os.path.join(self.folder, "policy.json")
        self.steps = [("policy", ("head",), [self.file], ["apply"]), ("users", ("head",), [self.file], ["users"])]
        self.write("one")

    def write(self, text):
        with open(self.file, "w") as file:
            file.write(text)

    def run_steps(self, applied, codes):
        called = []

        def call(command):
            called.append(command[0])
            return codes.get(command[0], 0)

        return (*self.sync.run_steps(self.steps, applied, call), called)

    def test_repeats(self):
        "runs a step that failed again until it succeeds, and the others meanwhile"
        applied = {}
        self.assertEqual(self.run_steps(applied, {"apply": 1}), (["policy"], [], ["apply", "users"]))
        self.assertEqual(self.run_steps(applied, {"apply": 1}), (["policy"], [], ["apply"]))
        self.assertEqual(self.run_steps(applied, {}), ([], [], ["apply"]))
        self.assertEqual(self.run_steps(applied, {}), ([], [], []))

    def test_waits(self):
        "runs a step again that is not over, without calling it failed"
        applied = {}
        self.assertEqual(self.run_steps(applied, {"apply": 75}), ([], ["policy"], ["apply", "users"]))
        self.assertEqual(self.run_steps(applied, {}), ([], [], ["apply"]))

    def test_changes(self):
        "runs the steps of a file that changed"
        applied = {}
        self.run_steps(applied, {})
        self.write("two")
        self.assertEqual(self.run_steps(applied, {})[2], ["apply", "users"])

    def test_roles(self):
        "gives login and compute nodes their users only, and a cluster without accounting no policy"
        names = lambda role, kind: [step[0] for step in self.sync.wanted(role, kind)]  # noqa: E731
        self.assertEqual(names("node", "local"), ["users", "set-up"])
        self.assertEqual(names("login", "local"), ["users", "set-up"])
        self.assertNotIn("policy", names("head", "none"))
        self.assertIn("slurm.conf", names("head", "local"))

    def test_damaged(self):
        "takes a note that a crash has left damaged for none, and does what it would say again"
        for text in ("", "{", "[]", "null", "\0\0"):
            self.write(text)
            self.assertEqual(self.sync.read(self.file), {})

    def test_not_whole(self):
        "leaves slurm.conf, and nothing else, until all files of an apply are there"
        whole = self.sync.wanted("head", "local")
        left = [step[0] for step in whole if step not in self.sync.wanted("head", "local", whole=False)]
        self.assertEqual(left, ["slurm.conf"])

    def test_missing(self):
        "passes over a step whose files this cluster does not have"
        self.steps = [("x", ("head",), ["/nowhere"], ["x"])]
        self.assertEqual(self.run_steps({}, {}), ([], [], []))
