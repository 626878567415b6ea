"""Launch plan and fleet requests."""

import os
import tempfile
import unittest
from unittest import mock

import node_names
import resume_nodes
import scontrol
from clusters import cluster, source
from fleet_request import fleet_request, tags
from host_list import compress, expand
from instance_book import Book
from launch_plan import one_owner, plan
from launching import NO_LOG, Counted, jobs_of, launch


def summary(launches):
    return [(launch.units, [(pool["name"], nodes) for pool, _, nodes in launch.parts]) for launch in launches]


class LaunchPlan(unittest.TestCase):
    def test_units(self):
        "lets jobs of several nodes share a launch, in which each has all of its own or none"
        asked = ["h100-dy-1", "h100-dy-2", "h100-dy-3", "h100-dy-4"]
        jobs = [("7", asked[:2]), ("8", asked[2:])]
        (launch,) = plan(cluster(), asked, jobs, {"7": ("ann", "7"), "8": ("bob", "8")})
        self.assertEqual(summary([launch]), [([asked[:2], asked[2:]], [("h100", asked)])])
        self.assertEqual((launch.owners["h100-dy-1"], launch.owners["h100-dy-4"]), (("7", "ann"), ("8", "bob")))

    def test_array(self):
        "puts the one-node jobs of an array into one launch under the array's id"
        jobs = [(str(n), ["h100-dy-%d" % n]) for n in (11, 12, 13)]
        owners = {str(n): ("ann", "11") for n in (11, 12, 13)}
        asked = [node for _, nodes in jobs for node in nodes]
        (launch,) = plan(cluster(), asked, jobs, owners)
        self.assertEqual(summary([launch]), [(None, [("h100", asked)])])
        self.assertEqual(one_owner(launch, asked), ("11", "ann"))

    def test_thousand(self):
        "starts a thousand one-node jobs of fifty users in one launch, and knows whose each node is"
        jobs = [(str(n), ["h100-dy-%d" % n]) for n in range(1, 1001)]
        owners = {str(n): ("user%d" % (n % 50), str(n)) for n in range(1, 1001)}
        (launch,) = plan(cluster(), [node for _, nodes in jobs for node in nodes], jobs, owners)
        self.assertEqual((launch.units, len(launch.parts[0][2])), (None, 1000))
        self.assertEqual(one_owner(launch, launch.parts[0][2]), (None, None))
        self.assertEqual(launch.owners["h100-dy-7"], ("7", "user7"))

    def test_best_effort(self):
        "lets jobs of several nodes share a launch where their pool takes as many as there are"
        jobs = [("1", ["cpu-dy-1", "cpu-dy-2"]), ("2", ["cpu-dy-3", "cpu-dy-4"])]
        (launch,) = plan(cluster(), [node for _, nodes in jobs for node in nodes], jobs, {})
        self.assertEqual(summary([launch]), [(None, [("cpu", ["cpu-dy-1", "cpu-dy-2", "cpu-dy-3", "cpu-dy-4"])])])

    def test_two_pools(self):
        "splits a job over pools and ranges, and keeps it whole if one of them says so"
        asked = ["cpu-dy-1", "h100-st-1", "h100-dy-1"]
        got = summary(plan(cluster(), asked, [("1", asked)], {}))
        parts = [("cpu", ["cpu-dy-1"]), ("h100", ["h100-st-1"]), ("h100", ["h100-dy-1"])]
        self.assertEqual(got, [([asked], parts)])

    def test_strangers(self):
        "leaves out nodes of nobody, and nodes that were not asked for"
        self.assertEqual(plan(cluster(), ["login", "h100-dy-2001"], [("1", ["h100-dy-1"])], {}), [])

    def test_no_job(self):
        "starts nodes without a job as many as there are"
        self.assertEqual(summary(plan(cluster(), ["h100-dy-5"], [], {})), [(None, [("h100", ["h100-dy-5"])])])

    def test_shared_node(self):
        "starts a node that two jobs share once"
        got = summary(plan(cluster(), ["cpu-dy-1"], [("1", ["cpu-dy-1"]), ("2", ["cpu-dy-1"])], {}))
        self.assertEqual(got, [(None, [("cpu", ["cpu-dy-1"])])])


class Calls(unittest.TestCase):
    def test_thousand_one_by_one(self):
        "starts 1,000 nodes of 1,000 jobs by one call"
        self.assertEqual(launch(jobs_of(1, 1000))[:2], ([1000], 1000))

    def test_thousand_in_jobs(self):
        "starts 1,000 nodes of 125 jobs by one call, and 2,000 of 250 by two"
        self.assertEqual(launch(jobs_of(8, 125))[:2], ([1000], 1000))
        self.assertEqual(launch(jobs_of(8, 250))[:2], ([1000, 1000], 2000))

    def test_too_little(self):
        "fits whole jobs into what a source has, and takes the rest to the next one"
        calls, on, started = launch(jobs_of(8, 8), {"on-demand": 40, "spot": 16})
        self.assertEqual(on, 56)
        for job in range(8):  # a job's nodes are on together, or none of them
            mine = [name for name in jobs_of(8, 8)[job][1] if name in started]
            self.assertIn(len(mine), (0, 8))
        self.assertLessEqual(len(calls), 20)

    def test_none(self):
        "gives up on a source after some calls in vain, however many jobs wait"
        calls, on, _ = launch(jobs_of(2, 500), {"on-demand": 0, "spot": 0})
        self.assertEqual(on, 0)
        self.assertLessEqual(len(calls), 60)


class Jobs(unittest.TestCase):
    def test_many(self):
        "asks whose 30,000 jobs are in calls that Linux takes, and starts their nodes where Slurm does not say"
        jobs, asked = [str(10_000_000 + n) for n in range(30_000)], []

        def squeue(*arguments, **_):
            asked.append(max(len(each) for each in arguments))
            if len(asked) == 2:
                raise scontrol.SlurmError("busy")
            return "".join("%s|%s|ann\n" % (job, job) for job in arguments[-1].split(","))

        with mock.patch.object(scontrol, "run", squeue):
            owners = resume_nodes.job_owners(jobs)
        self.assertLess(max(asked), 128 * 1024)
        self.assertEqual((owners[jobs[0]], len(jobs) - len(owners)), (("ann", jobs[0]), resume_nodes.JOBS_PER_CALL))


class DeadLaunch(unittest.TestCase):
    def test_announced(self):
        "tells instances their names whose resume program died after it had entered them in the book"
        told = []
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(node_names, "announce", lambda _, rows: told.extend(rows)), mock.patch.object(scontrol, "update"):
            book = Book(os.path.join(folder, "instances.db"))
            token, _ = book.claim(["h100-dy-1", "h100-dy-2"], "h100")
            book.launched([("h100-dy-1", "i-1", "10.0.0.1")])
            with mock.patch("instance_book.process_mark", lambda _: None):
                resume_nodes.Resume(cluster(), book, Counted({}), NO_LOG).recover()
            self.assertEqual((told, list(book.nodes()), book.launching()), ([("h100-dy-1", "i-1", "10.0.0.1")], ["h100-dy-1"], set()))


    def test_others(self):
        "cleans the others up where one can't be, as where the cloud refuses its names"
        told = []

        def announce(_, rows):
            if rows[0][0] == "h100-dy-1":
                raise OSError("refused")
            told.extend(rows)

        with tempfile.TemporaryDirectory() as folder, mock.patch.object(node_names, "announce", announce), mock.patch.object(scontrol, "update"):
            book = Book(os.path.join(folder, "instances.db"))
            for name in ("h100-dy-1", "h100-dy-2"):
                book.claim([name], "h100")
                book.launched([(name, "i-" + name[-1], "10.0.0.1")])
            with mock.patch("instance_book.process_mark", lambda _: None):
                resume_nodes.Resume(cluster(), book, Counted({}), NO_LOG).recover()
            self.assertEqual((told, len(book.launching())), ([("h100-dy-2", "i-2", "10.0.0.1")], 1))


class FleetRequest(unittest.TestCase):
    def test_on_demand(self):
        "asks on demand for all or nothing in one zone"
        got = fleet_request(source("on-demand", "lt-1"), 16, True, "t", [])
        together = {"SingleInstanceType": True, "SingleAvailabilityZone": True, "MinTargetCapacity": 16}
        self.assertEqual(got["OnDemandOptions"], together)
        self.assertEqual(got["TargetCapacitySpecification"], {"TotalTargetCapacity": 16, "DefaultTargetCapacityType": "on-demand"})

    def test_best_effort(self):
        "names no least capacity when some nodes are better than none"
        got = fleet_request(source("on-demand", "lt-1"), 16, False, "t", [])
        self.assertNotIn("MinTargetCapacity", got["OnDemandOptions"])

    def test_spot(self):
        "asks spot with the options of spot"
        got = fleet_request(source("spot", "lt-1"), 2, True, "t", [])
        self.assertEqual(got["SpotOptions"]["MinTargetCapacity"], 2)
        self.assertNotIn("OnDemandOptions", got)

    def test_types(self):
        "offers types in order of preference in each subnet, and lets nodes of one job be of several"
        several = source("on-demand", "lt-1", instanceTypes=["g6.4xlarge", "gr6.4xlarge"], subnetIds=["subnet-1", "subnet-2"])
        got = fleet_request(several, 4, True, "t", [])
        tried = [(o["InstanceType"], o["Priority"], o["SubnetId"]) for o in got["LaunchTemplateConfigs"][0]["Overrides"]]
        want = [("g6.4xlarge", 0.0), ("gr6.4xlarge", 1.0)]
        self.assertEqual(tried, [(name, order, subnet) for name, order in want for subnet in ("subnet-1", "subnet-2")])
        self.assertEqual(got["OnDemandOptions"]["AllocationStrategy"], "prioritized")
        self.assertFalse(got["OnDemandOptions"]["SingleInstanceType"])
        spot = fleet_request(dict(several, kind="spot", subnetIds=[]), 4, True, "t", [])
        self.assertEqual(spot["SpotOptions"]["AllocationStrategy"], "capacity-optimized-prioritized")
        self.assertEqual(len(spot["LaunchTemplateConfigs"][0]["Overrides"]), 2)

    def test_block(self):
        "gives a Capacity Block its own type and no options, which EC2 refuses there"
        got = fleet_request(source("block", "lt-1"), 2, True, "t", [])
        self.assertEqual(got["TargetCapacitySpecification"]["DefaultTargetCapacityType"], "capacity-block")
        self.assertFalse({"OnDemandOptions", "SpotOptions"} & set(got))

    def test_tags(self):
        "tags the cluster, pool, launch, job and user; a single node by its name"
        demo = cluster()
        got = {t["Key"]: t["Value"] for t in tags(demo, demo.pools["h100"], demo.pools["h100"]["sources"][1], "tok", "7", "ann", ["h100-dy-3"])}
        want = {
            "team": "a",
            "warpform:cluster": "demo",
            "Name": "h100-dy-3",
            "warpform:pool": "h100",
            "warpform:launch": "tok",
            "warpform:template": "lt-od:3",
            "warpform:job": "7",
            "warpform:user": "ann",
        }
        self.assertEqual(got, want)


class HostList(unittest.TestCase):
    def test_expand(self):
        "expands the names of its own pools without asking scontrol, and leaves every other form to it"
        with mock.patch.object(scontrol, "run", side_effect=AssertionError):
            self.assertEqual(expand("h100-dy-[1-3,7],login,cpu-dy-10"), ["h100-dy-1", "h100-dy-2", "h100-dy-3", "h100-dy-7", "login", "cpu-dy-10"])
            self.assertEqual(expand(""), [])
        for other in ("n[001-003]", "rack[1-2]node[1-4]", "n[1-2]x"):
            with mock.patch.object(scontrol, "run", return_value="a b") as asked:
                self.assertEqual(expand(other), ["a", "b"])
                asked.assert_called_once_with("show", "hostnames", other)

    def test_compress(self):
        "writes runs as ranges, single nodes plain, and leaves other names alone"
        nodes = ["a-1", "a-2", "a-3", "a-10", "b-7", "login"]
        self.assertEqual(compress(nodes), "login,a-[1-3,10],b-7")

    def test_leading_zero(self):
        "does not take a leading zero for part of the number"
        self.assertEqual(compress(["n01", "n02"]), "n0[1-2]")
