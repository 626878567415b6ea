"""The programs of Azure against a stand-in of its API that keeps its rules, and their bodies against the models of Microsoft's package.

Run by suite_azure.py, with WARPFORM_CLUSTER naming the cluster.json of cluster.ts, and MODELS the Python that has azure-mgmt-compute.
"""

import copy
import json
import logging
import os
import subprocess
import tempfile
import unittest
from unittest import mock

import azure_events
import azure_notices
import database_server
import imex
import name_records
import resume_nodes
import scontrol
import secret_store
from azure_client import AzureError, Client, wait
from cloud import template_of
from cluster_file import Cluster
from fake_azure import GROUP, Azure, serve, view
from instance import Order
from instance_book import Book
from instances import Instances
from node_places import Place, nvlink_domain, place_text, strangers, told
from node_reason import cloud_ends, cloud_kind, is_replaced
from own_name import own_name
from placements import places
from racks import of_rack
from scontrol import Node
from topology_refresh import refreshed
from vm_request import node_of, virtual_machine, vm_name

HERE = os.path.dirname(os.path.abspath(__file__))
NO_LOG = logging.getLogger("none")
NO_LOG.disabled = True
TOKEN = "0123abcd" * 4
H100, SPOT, CPU = "Standard_ND96isr_H100_v5", "Standard_NC24ads_A100_v4", "Standard_D8as_v5"
NOW = 1_800_000_000


class Case(unittest.TestCase):
    def setUp(self):
        self.azure = Azure()
        self.server = serve(self.azure)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        data = Cluster.load().data
        self.cluster = Cluster(dict(data, endpointUrls={"arm": self.server.url, "metadata": self.server.url}))
        self.pauses = []
        self.instances = Instances(self.cluster, Client(self.cluster, pause=self.pauses.append))

    def order(self, nodes, pool="h100", whole=True, token=TOKEN):
        found = self.cluster.pools[pool]
        return Order(found, found["sources"][0], ["%s-dy-%d" % (pool, n + 1) for n in range(nodes)], whole, token, 0, "7", "ann")

    def asked(self, method):
        return len([path for way, path in self.azure.log if way == method and "/virtualMachines/" in path])


class Bodies(Case):
    def test_models(self):
        "are those of azure-mgmt-compute, for every pool: on demand with InfiniBand, Spot, and from a reservation group"
        made = {name: pool for name, pool in self.cluster.pools.items() if name != "gb300"}  # made by its scale set
        for name, pool in made.items():
            vm, body = virtual_machine(self.cluster, pool, pool["sources"][0], name + "-dy-1", TOKEN, ("7", "ann"))
            done = subprocess.run(
                [os.environ["MODELS"], os.path.join(HERE, "models.py")], input=json.dumps({"VirtualMachine": body}), capture_output=True, text=True, check=True
            )
            self.assertEqual(done.stdout.strip(), "", name)
            self.assertLessEqual(len(vm), 64)
        spot = self.cluster.pools["spot"]["sources"][0]["machine"]["properties"]
        self.assertEqual((spot["priority"], spot["evictionPolicy"], spot["billingProfile"]), ("Spot", "Delete", {"maxPrice": -1}))

    def test_models_see(self):
        "would be refused by that check with a key, a value or a type that the package does not have"
        pool = self.cluster.pools["h100"]
        for path, value, want in (
            (("properties", "hardwareprofile"), {}, "no such field"),
            (("properties", "priority"), "Cheap", "is none of"),
            (("properties", "storageProfile", "osDisk", "diskSizeGB"), "256", "is no int"),
            (("properties", "provisioningState"), "Succeeded", "only Azure writes it"),
        ):
            _, body = virtual_machine(self.cluster, pool, pool["sources"][0], "h100-dy-1", TOKEN)
            place = body
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
            done = subprocess.run([os.environ["MODELS"], os.path.join(HERE, "models.py")], input=json.dumps({"VirtualMachine": body}), capture_output=True, text=True, check=True)
            self.assertIn(want, done.stdout)

    def test_names(self):
        "name the node as the host, and the VM after node and launch, so that a node can come back before its last VM is gone"
        pool = self.cluster.pools["h100"]
        name, body = virtual_machine(self.cluster, pool, pool["sources"][0], "h100-dy-3", TOKEN, ("7", "ann"))
        self.assertEqual((name, node_of(name), body["properties"]["osProfile"]["computerName"]), ("h100-dy-3-0123abcd", "h100-dy-3", "h100-dy-3"))
        self.assertEqual((body["tags"]["warpform:job"], body["tags"]["warpform:user"], body["tags"]["warpform:slurm"]), ("7", "ann", "train"))
        self.assertNotIn("computerName", pool["sources"][0]["machine"]["properties"]["osProfile"])

    def test_template(self):
        "carry a mark of what they are made from, which changes with it"
        source = self.cluster.pools["h100"]["sources"][0]
        other = copy.deepcopy(source)
        other["machine"]["properties"]["storageProfile"]["imageReference"]["version"] = "24.04.1"
        self.assertEqual((len(template_of(source)), template_of(source) == template_of(other)), (16, False))


class Databases(Case):
    """The password of a managed database, by the program `secret`."""

    def setUp(self):
        super().setUp()
        folder = tempfile.mkdtemp()
        self.own = os.path.join(folder, "database-password")
        self.azure.databases["accounts"] = {"state": "Ready", "password": "Wf1-first"}
        self.name = "mysql:%sMicrosoft.DBforMySQL/flexibleServers/accounts@file:%s" % (GROUP, self.own)
        for name, value in (("MANAGER", self.server.url), ("NOTED", os.path.join(folder, "noted")), ("PAUSE_SECONDS", 0)):
            patch = mock.patch.object(database_server, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def read(self):
        """What `secret read` does with it, on a head that keeps it in a file."""
        token = mock.patch.object(secret_store, "token", lambda resource=None: "token" if resource == self.server.url else "other")
        with token, open(os.devnull, "w") as quiet, mock.patch("sys.stderr", quiet):
            value = secret_store.Store().value_of(self.name)
        with open(self.own, "wb") as file:
            file.write(value)
        return value.decode()

    def patches(self):
        return len([method for method, _ in self.azure.log if method == "PATCH"])

    def test_set_once(self):
        "is made on the head, set at the server, and set again by no later boot"
        password = self.read()
        self.assertRegex(password, r"^Wf1[\w-]{43}$")
        self.assertEqual(self.azure.databases["accounts"]["password"], password)
        self.assertEqual((self.read(), self.patches()), (password, 1))

    def test_new_head(self):
        "is another one on a head that is new, and that of the server too"
        first = self.read()
        os.remove(self.own)
        second = self.read()
        self.assertNotEqual(first, second)
        self.assertEqual((self.azure.databases["accounts"]["password"], self.patches()), (second, 2))

    def test_restored(self):
        "is set at a server that is new, such as one that was restored"
        self.read()
        self.azure.databases["restored"] = {"state": "Ready", "password": "old"}
        self.name = self.name.replace("/accounts@", "/restored@")
        password = self.read()
        self.assertEqual([of["password"] for of in self.azure.databases.values()], [password, password])

    def test_operation(self):
        "is taken once the update has succeeded, where the head may ask for it, and by the server's state where it may not"
        for operations in ("Succeeded", "forbidden"):
            self.azure.operations = operations
            os.path.exists(self.own) and os.remove(self.own)
            self.read()
        self.assertEqual(self.patches(), 2)

    def test_failed(self):
        "is not held for set where the update failed, and is set by the next try"
        self.azure.operations = "Failed"
        with self.assertRaisesRegex(OSError, "did not take its password: Failed"):
            self.read()
        self.azure.operations = None
        password = self.read()
        self.assertEqual((self.azure.databases["accounts"]["password"], self.patches()), (password, 2))

    def test_refused(self):
        "waits, as for every secret, while the head's role is not known everywhere"
        self.azure.databases.clear()
        with self.assertRaises(secret_store.Store.refused):
            self.read()
        self.assertFalse(os.path.exists(database_server.NOTED))


class Launches(Case):
    def test_whole(self):
        "makes all VMs of a job in the scale set of the pool, and waits until they run"
        names, errors = self.instances.launch(self.order(5))
        self.assertEqual((names, errors), (sorted(vm_name("h100-dy-%d" % n, TOKEN) for n in range(1, 6)), []))
        self.assertEqual(self.azure.running(), names)
        addresses = self.instances.addresses(names)
        rows = self.instances.paired(["h100-dy-5", "h100-dy-1", "h100-dy-9"], addresses)
        self.assertEqual([row[:2] for row in rows], [("h100-dy-5", "h100-dy-5-0123abcd"), ("h100-dy-1", "h100-dy-1-0123abcd")])
        self.assertTrue(all(address.startswith("10.0.0.") for _, _, address in rows))

    def test_allocation_failed(self):
        "gives up a whole job where capacity ends in the middle, deletes what was made, and says AllocationFailed"
        self.azure.room = {H100: 3}
        self.assertEqual(self.instances.launch(self.order(5)), ([], ["AllocationFailed"]))
        self.assertEqual((self.azure.vms, self.azure.room), ({}, {H100: 3}))

    def test_some(self):
        "keeps the VMs that there is capacity for where any will do, and deletes those that failed"
        self.azure.room = {CPU: 2}
        names, errors = self.instances.launch(self.order(4, "cpu", whole=False))
        self.assertEqual((len(names), errors, len(self.azure.vms)), (2, ["AllocationFailed"], 2))

    def test_quota(self):
        "stops asking for a job's VMs when the first is refused for want of quota, and leaves none"
        self.azure.refuse = {H100: (409, "QuotaExceeded")}
        with mock.patch("instances.AT_ONCE", 1):
            self.assertEqual(self.instances.launch(self.order(16)), ([], ["QuotaExceeded"]))
        self.assertEqual((self.asked("PUT"), self.azure.vms), (1, {}))

    def test_throttled(self):
        "asks again as long as Azure asks it to wait, and gives up after eight times"
        self.azure.throttled = 3
        self.assertEqual(self.instances.launch(self.order(1))[1], [])
        self.assertEqual(len([pause for pause in self.pauses if pause < 2]), 3)
        self.azure.throttled = 100
        with self.assertRaises(AzureError) as raised:
            self.instances.of_cluster()
        self.assertEqual((raised.exception.status, raised.exception.code, self.azure.throttled), (429, "TooManyRequests", 92))

    def test_waits(self):
        "waits what Retry-After says, at most a minute, and else longer and longer"
        self.assertTrue(7 <= wait("7", 0) < 8 and 60 <= wait("900", 0) < 61)
        self.assertTrue(0.5 <= wait(None, 0) <= 1 and 8 <= wait(None, 4) <= 16)

    def test_slow(self):
        "leaves VMs to Slurm's timeout that are neither running nor failed after ten minutes"
        self.azure.creating = {H100}
        with mock.patch("instances.ALLOCATION_SECONDS", 0):
            names, errors = self.instances.launch(self.order(2))
        self.assertEqual((len(names), errors, self.azure.running()), (2, [], []))

    def test_gone(self):
        "counts a VM as failed that is taken away while it is waited for, as a Spot VM may be"
        self.azure.creating = {SPOT}
        pauses = iter([lambda: self.azure.evict("spot-dy-1-0123abcd"), lambda: self.azure.creating.clear()])
        self.instances.azure.pause = lambda _: next(pauses, lambda: None)()
        self.assertEqual(self.instances.launch(self.order(2, "spot", whole=False)), (["spot-dy-2-0123abcd"], ["Gone"]))


    def test_unlisted(self):
        "waits for a VM that is there and not in the list yet, and does not count it as failed"
        self.azure.unlisted = {"h100-dy-2-0123abcd"}
        self.instances.azure.pause = lambda _: self.azure.unlisted.clear()
        self.assertEqual(self.instances.launch(self.order(2)), (["h100-dy-1-0123abcd", "h100-dy-2-0123abcd"], []))


class Finds(Case):
    def test_of_cluster(self):
        "finds this cluster's VMs on all pages, with address, launch, template and node, and no others"
        self.instances.launch(self.order(5))
        stranger = dict(self.azure.vms["h100-dy-1-0123abcd"], name="other", tags={"warpform:slurm": "other"})
        untagged = {key: value for key, value in dict(stranger, name="untagged").items() if key != "tags"}
        self.azure.vms.update({"other": stranger, "untagged": untagged})
        found = self.instances.of_cluster()
        self.assertEqual(len(found), 5)
        one = found["h100-dy-2-0123abcd"]
        self.assertEqual((one.launch, one.name, one.failed), (TOKEN, "h100-dy-2", False))
        self.assertEqual(one.template, template_of(self.cluster.pools["h100"]["sources"][0]))
        self.assertEqual(list(self.instances.of_launch("another")), [])
        self.assertLess(abs(self.instances.cloud_clock - __import__("time").time()), 5)

    def test_failed(self):
        "tells a VM that failed to start from one that runs although Azure calls it failed, for an extension's sake"
        self.instances.launch(self.order(2))
        for name, seen in (("h100-dy-1-0123abcd", view("ProvisioningState/failed/AllocationFailed")), ("h100-dy-2-0123abcd", view("ProvisioningState/failed/VMExtensionProvisioningError", "PowerState/running"))):
            self.azure.vms[name]["properties"].update(provisioningState="Failed", instanceView=seen)
        found = self.instances.of_cluster()
        self.assertEqual([found[name].failed for name in sorted(found)], [True, False])

    def test_states(self):
        "knows a VM that is gone from one that is being deleted"
        self.instances.launch(self.order(2))
        self.azure.vms["h100-dy-2-0123abcd"]["properties"]["provisioningState"] = "Deleting"
        states = self.instances.states(["h100-dy-1-0123abcd", "h100-dy-2-0123abcd", "h100-dy-3-0123abcd"])
        self.assertEqual(list(states.values()), ["creating", "shutting-down", "terminated"])
        self.assertEqual(len(self.instances.of_cluster()), 1)

    def test_end(self):
        "deletes VMs, also where one is gone already"
        names, _ = self.instances.launch(self.order(3))
        self.azure.evict(names[1])
        self.instances.end(names)
        self.assertEqual(self.azure.vms, {})

    def test_records(self):
        "keeps an address record for each node, and takes none away that has moved on"
        name_records.announce(self.cluster, [("h100-dy-1", "vm1", "10.0.0.4"), ("h100-dy-2", "vm2", "10.0.0.5")])
        name_records.announce(self.cluster, [("h100-dy-2", "vm3", "10.0.0.6")])
        name_records.forget(self.cluster, [("h100-dy-1", "vm1", "10.0.0.4"), ("h100-dy-2", "vm2", "10.0.0.5"), ("h100-dy-3", "vm4", "10.0.0.7")])
        self.assertEqual(self.azure.records, {"h100-dy-2": "10.0.0.6"})


    def test_many_records(self):
        "takes the records of 1,000 nodes away with ten reads, of which Azure allows 500 in five minutes"
        rows = [("h100-dy-%d" % n, "vm%d" % n, "10.1.%d.%d" % divmod(n, 250)) for n in range(1000)]
        self.azure.records = {node: address for node, _, address in rows}
        self.azure.records["h100-dy-5"] = "10.9.9.9"
        self.azure.log.clear()
        name_records.forget(self.cluster, rows)
        reads = [path for method, path in self.azure.log if method == "GET" and "privateDnsZones" in path]
        self.assertEqual((self.azure.records, len(reads)), ({"h100-dy-5": "10.9.9.9"}, 10))


class Resumes(Case):
    def resume(self, nodes, jobs):
        """(nodes that have a VM, what was given back and why)"""
        given = []
        update = lambda names, **fields: given.append((names, fields["Reason"])) if "Reason" in fields else None  # noqa: E731
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(scontrol, "update", update), mock.patch.object(
            scontrol, "nodes", return_value={}
        ), mock.patch.object(resume_nodes, "job_owners", lambda ids: {i: ("ann", i) for i in ids}):
            book = Book(os.path.join(folder, "instances.db"))
            resume_nodes.Resume(self.cluster, book, self.instances, NO_LOG).run(nodes, jobs)
            return {name: entry[0] for name, entry in book.nodes().items()}, given

    def test_job(self):
        "gives each node of a job its own VM, its record, and nothing back"
        nodes = ["h100-dy-%d" % n for n in (2, 10, 11)]
        held, given = self.resume(nodes, [("7", nodes)])
        self.assertEqual({node: node_of(vm) for node, vm in held.items()}, {node: node for node in nodes})
        self.assertEqual((sorted(self.azure.records), given), (sorted(nodes), []))

    def test_no_capacity(self):
        "gives the nodes of a job back with Azure's own word where there is no capacity, and leaves nothing running"
        self.azure.room = {H100: 1}
        nodes = ["h100-dy-1", "h100-dy-2"]
        held, given = self.resume(nodes, [("7", nodes)])
        self.assertEqual((held, self.azure.vms, self.azure.records), ({}, {}, {}))
        self.assertIn(("h100-dy-[1-2]", "warpform: on-demand AllocationFailed"), given)


class Racks(Case):
    """GB300: VMs that their scale set has made."""

    def setUp(self):
        super().setUp()
        folder = tempfile.mkdtemp()
        paths = dict(self.cluster.data["paths"], state=folder, stateMount=None)
        self.cluster = Cluster(dict(self.cluster.data, paths=paths))
        self.instances = Instances(self.cluster, Client(self.cluster, pause=self.pauses.append))
        self.pool = self.cluster.pools["gb300"]
        self.source = self.pool["sources"][0]
        self.vms = self.azure.racks(self.source["machine"]["properties"]["virtualMachineScaleSet"]["id"], 36)

    def order(self, numbers, whole=False, token=TOKEN):
        return Order(self.pool, self.source, ["gb300-st-%d" % n for n in numbers], whole, token, 0, None, None)

    def nodes(self):
        return {vm["tags"]["warpform:node"]: name for name, vm in self.azure.vms.items() if "warpform:node" in vm["tags"]}

    def test_claims(self):
        "give each node a VM of its own, by tags beside those that it has, and make none"
        names, errors = self.instances.launch(self.order(range(1, 37)))
        self.assertEqual((names, errors, self.asked("PUT")), (self.vms, [], 0))
        self.assertEqual(sorted(self.nodes(), key=lambda name: int(name.split("-")[-1])), ["gb300-st-%d" % n for n in range(1, 37)])
        self.assertEqual(self.azure.vms[self.vms[0]]["tags"]["team"], "llm")
        rows = self.instances.paired(["gb300-st-2"], self.instances.addresses(names))
        self.assertEqual(rows, [("gb300-st-2", self.nodes()["gb300-st-2"], self.azure.vms[self.nodes()["gb300-st-2"]]["address"])])
        found = self.instances.of_cluster()
        self.assertEqual((len(found), found[self.nodes()["gb300-st-7"]].name), (36, "gb300-st-7"))

    def test_model(self):
        "are an update of azure-mgmt-compute"
        self.instances.launch(self.order([1]))
        body = {"tags": self.azure.vms[self.nodes()["gb300-st-1"]]["tags"]}
        done = subprocess.run([os.environ["MODELS"], os.path.join(HERE, "models.py")], input=json.dumps({"VirtualMachineUpdate": body}), capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.strip(), "")

    def test_too_few(self):
        "take none for a job that all of its nodes are needed for, and those that there are for others; those that do not run are not there"
        for name in self.vms[2:]:
            self.azure.vms[name]["properties"]["provisioningState"] = "Updating"
        self.assertEqual(self.instances.launch(self.order([1, 2, 3], whole=True)), ([], ["NoFreeVirtualMachine"]))
        self.assertEqual(self.nodes(), {})
        self.assertEqual(self.instances.launch(self.order([1, 2, 3])), (self.vms[:2], ["NoFreeVirtualMachine"]))

    def test_at_once(self):
        "do not give one VM to two nodes, where Slurm starts programs at once"
        from concurrent.futures import ThreadPoolExecutor

        each = [Instances(self.cluster, Client(self.cluster, pause=self.pauses.append)) for _ in range(6)]
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda n: each[n].launch(self.order(range(6 * n + 1, 6 * n + 7))), range(6)))
        self.assertEqual((len(self.nodes()), len(set(self.nodes().values()))), (36, 36))

    def test_released(self):
        "are given back by a restart and deleted by nothing; a node gets the VM again that it was"
        self.instances.launch(self.order([1, 2, 3]))
        mine = self.nodes()["gb300-st-3"]
        self.instances.end([self.nodes()["gb300-st-1"], mine])
        self.assertEqual((sorted(self.nodes()), len(self.azure.restarted), self.asked("DELETE"), len(self.azure.vms)), (["gb300-st-2"], 2, 0, 36))
        self.assertEqual(sorted(self.azure.vms[mine]["tags"]), ["team", "warpform:cluster", "warpform:last-node"])
        self.assertEqual(len(self.instances.of_cluster()), 1)
        self.instances.launch(self.order([3, 4], token="f" * 32))
        self.assertEqual(self.nodes()["gb300-st-3"], mine)

    def test_others(self):
        "are told from VMs of the head's own by the name that Azure gives them"
        self.assertEqual([of_rack({"train-gb300"}, name) for name in ("train-gb300_0a1b2c3d", "gb300-st-1-0123abcd", "train-gb300", "train-h100_0a1b2c3d")], [True, False, False, False])

    def test_own_name(self):
        "learn their node from the tag, and are none before they have it"
        machine = {"osProfile": {"computerName": "train-gb3000001"}, "tagsList": [{"name": "team", "value": "llm"}]}
        self.assertIsNone(own_name(self.cluster, machine))
        machine["tagsList"].append({"name": "warpform:node", "value": "gb300-st-7"})
        self.assertEqual(own_name(self.cluster, machine), "gb300-st-7")

    def test_domain(self):
        "tell the NVLink domain that all GPUs share: the rack and its part, and nothing before NVLink is up"
        gpu = "GPU 00000008:01:00.0\n    Fabric\n        State                 : Completed\n        CliqueId              : %s\n        ClusterUUID           : %s\n"
        rack = "a1b2c3d4-e5f6-7890-abcd-ef1234567890"
        self.assertEqual(nvlink_domain(gpu % (1, rack) * 4), rack + ".1")
        for text in ("", gpu % (1, rack) + gpu % (2, rack), gpu % (0, "00000000-0000-0000-0000-000000000000"), gpu % ("N/A", "N/A")):
            self.assertIsNone(nvlink_domain(text))

    def test_topology(self):
        "make each NVLink domain a switch, within which IMEX runs for a job, and keep nodes that have told nothing on one of their pool"
        self.instances.launch(self.order(range(1, 37)))
        nodes = self.nodes()
        domain = lambda n: "aaaa.1" if n % 2 else "bbbb.1"  # noqa: E731
        lines = [shown(name, extra=place_text({"name": vm, "placementGroupId": "g1"}, ["0x8011"], domain(int(name.split("-")[-1])))) for name, vm in nodes.items() if name != "gb300-st-36"]
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(scontrol, "run", lambda *_: "\n".join(lines)):
            book = Book(os.path.join(folder, "instances.db"))
            for name, vm in nodes.items():
                book.adopt(name, vm, "10.0.0.4", "gb300")
            text, placed = refreshed(self.cluster, book, set(nodes))
        self.assertEqual(placed, 35)
        self.assertEqual(text.splitlines()[1:], [
            "SwitchName=nvlink-aaaa.1 Nodes=gb300-st-[1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31,33,35]",
            "SwitchName=nvlink-bbbb.1 Nodes=gb300-st-[2,4,6,8,10,12,14,16,18,20,22,24,26,28,30,32,34]",
            "SwitchName=pool-gb300 Nodes=gb300-st-36",
            "SwitchName=root Switches=nvlink-aaaa.1,nvlink-bbbb.1,pool-gb300"])
        expand = lambda text: ["gb300-st-" + n for n in text.partition("[")[2].strip("]").split(",")]  # noqa: E731
        with mock.patch.object(imex.host_list, "expand", expand):
            self.assertEqual(imex.peers("gb300-st-1", ["gb300-st-%d" % n for n in range(1, 6)], text), ["gb300-st-1", "gb300-st-3", "gb300-st-5"])


class Notices(Case):
    def look(self, looks, reason="", machine="h100-dy-1-0123abcd"):
        """looks: events of each look; what was asked of Slurm, in order."""
        node, calls = Node("h100-dy-1", {"ALLOCATED"}, "10.0.0.4", reason), []

        def update(_, **fields):
            nonlocal node
            node = node._replace(reason=fields.get("Reason", "" if fields["State"] == "RESUME" else node.reason))
            calls.append(fields)

        with mock.patch.object(scontrol, "nodes", lambda _: {"h100-dy-1": node}), mock.patch.object(scontrol, "update", update):
            texts = iter(json.dumps({"DocumentIncarnation": 1, "Events": events}) for events in looks)
            notices = azure_notices.Notices("h100-dy-1", machine, NO_LOG, lambda: next(texts))
            for _ in looks:
                notices.look(NOW)
        return calls

    def event(self, kind, before="Sat, 21 Nov 2026 12:00:30 GMT", resources=("h100-dy-1-0123abcd",)):
        return {"EventId": "e", "EventType": kind, "ResourceType": "VirtualMachine", "Resources": list(resources), "EventStatus": "Scheduled", "NotBefore": before}

    def test_preempt(self):
        "drains a Spot VM that is evicted, once, with the time, over any other drain"
        want = "warpform azure [interrupted]: Azure will preempt this VM, at 2026-11-21T12:00:30Z"
        for reason in ("", "looks odd"):
            self.assertEqual(self.look([[self.event("Preempt")]] * 3, reason), [{"State": "DRAIN", "Reason": want}])
        self.assertEqual((cloud_kind(want), is_replaced(want)), ("interrupted", True))
        self.assertEqual(cloud_ends(want), 1795262430)

    def test_taken_back(self):
        "lifts the drain of maintenance that is over or was taken back, and no drain of others"
        calls = self.look([[self.event("Reboot")], []])
        self.assertEqual([call["State"] for call in calls], ["DRAIN", "RESUME"])
        self.assertIn("warpform azure [scheduled]: Azure will reboot this VM", calls[0]["Reason"])

    def test_begun(self):
        "takes an event that has begun for one of now"
        self.assertIn("at 2027-01-15T08:00:00Z", self.look([[self.event("Redeploy", "")]])[0]["Reason"])

    def test_others(self):
        "leaves a node alone for a freeze, and for what happens to another VM of the scale set"
        self.assertEqual(self.look([[self.event("Freeze"), self.event("Preempt", resources=["h100-dy-2-0123abcd"])]]), [])

    def test_own_name(self):
        "knows the node by the host name of its VM, and is no node under another"
        machine = {"osProfile": {"computerName": "h100-dy-1"}}
        self.assertEqual(own_name(self.cluster, machine), "h100-dy-1")
        self.assertIsNone(own_name(self.cluster, {"osProfile": {"computerName": "h100-dy-99"}}))


def shown(name, vm=None, group="g1", key="0x8011", state="IDLE+CLOUD", reason="", extra=None):
    """A line of `scontrol -o show nodes`."""
    said = extra or (vm and place_text({"name": vm, "placementGroupId": group}, [key]))
    return "NodeName=%s Arch=x86_64 CoresPerSocket=48 NodeAddr=10.0.0.4 State=%s ThreadsPerCore=1 %s%s" % (
        name, state, "Extra=%s " % said if said else "", "Reason=%s [root@2026-11-21T12:00:00]" % reason if reason else "")


class Places(Case):
    """Placement groups, which nodes tell of themselves."""

    def nodes(self, groups, keys=None):
        """A pool's nodes, one per group; with the VMs of TOKEN."""
        names = ["h100-dy-%d" % (n + 1) for n in range(len(groups))]
        return [shown(name, vm_name(name, TOKEN), group, (keys or {}).get(name, "0x8011")) for name, group in zip(names, groups)]

    def places(self, lines):
        ids = [vm_name("h100-dy-%d" % (n + 1), TOKEN) for n in range(len(lines))]
        with mock.patch.object(scontrol, "run", lambda *_: "\n".join(lines)):
            return places(self.cluster, ids)

    def test_told(self):
        "are a line of JSON that names the VM, and nothing without a placement group or one partition key"
        text = place_text({"name": "vm-1", "placementGroupId": "g1"}, ["0x8011"])
        self.assertNotIn(" ", text)
        self.assertEqual(told(shown("n1", extra=text)), {"n1": Place("vm-1", "g1", "0x8011")})
        for described, keys in (({"name": "vm-1", "placementGroupId": ""}, ["0x8011"]), ({"name": "vm-1"}, ["0x8011"]), ({"name": "vm-1", "placementGroupId": "g1"}, []), ({"name": "vm-1", "placementGroupId": "g1"}, ["0x8011", "0x8012"])):
            self.assertIsNone(place_text(described, keys))
        self.assertEqual(told("\n".join([shown("n1", extra="ours"), shown("n2", extra="{1}"), shown("n3", extra="[1]"), shown("n4")])), {})

    def test_one_group(self):
        "leave topology.conf alone while all nodes of a pool are in one group"
        self.assertEqual(self.places(self.nodes(["g1"] * 3)), {})

    def test_groups(self):
        "are a switch each, under the pool's name, once there are several"
        found = self.places(self.nodes(["g1", "g2", "g1"]))
        self.assertEqual([found[vm_name("h100-dy-%d" % n, TOKEN)] for n in (1, 2, 3)], [(["h100-g1-0x8011"], None), (["h100-g2-0x8011"], None), (["h100-g1-0x8011"], None)])

    def test_former(self):
        "are not those of a VM that was the node before"
        lines = self.nodes(["g1", "g2"]) + [shown("h100-dy-3", vm_name("h100-dy-3", "ffffffff"), "g3")]
        self.assertEqual(sorted(self.places(lines)), ["h100-dy-1-0123abcd", "h100-dy-2-0123abcd"])

    def test_topology(self):
        "become topology.conf's switches, with the nodes that are off on one of their pool"
        lines = self.nodes(["g1", "g2", "g1"])
        names = ["h100-dy-%d" % (n + 1) for n in range(16)]
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(scontrol, "run", lambda *_: "\n".join(lines)):
            book = Book(os.path.join(folder, "instances.db"))
            for name in names[:3]:
                book.adopt(name, vm_name(name, TOKEN), "10.0.0.4", "h100")
            text, placed = refreshed(self.cluster, book, set(names))
        self.assertEqual(placed, 3)
        self.assertEqual(text.splitlines()[1:], [
            "SwitchName=h100-g1-0x8011 Nodes=h100-dy-[1,3]", "SwitchName=h100-g2-0x8011 Nodes=h100-dy-2", "SwitchName=pool-h100 Nodes=h100-dy-[4-16]",
            "SwitchName=root Switches=h100-g1-0x8011,h100-g2-0x8011,pool-h100"])

    def test_strangers(self):
        "show which nodes have another key than most of their group, and nothing where two keys are equally frequent, or of another group"
        key = {"a": "0x8011", "b": "0x8011", "c": "0x8012"}
        self.assertEqual(strangers({name: Place(name, "g1", key[name]) for name in key}), {"c": "partition key 0x8012, and 2 nodes of its placement group have 0x8011"})
        self.assertEqual(strangers({name: Place(name, "g1", key[name]) for name in "ac"}), {})
        self.assertEqual(strangers({name: Place(name, "g2" if name == "c" else "g1", key[name]) for name in key}), {})

    def watch(self, lines):
        calls = []
        update = lambda name, **fields: calls.append((name, fields))  # noqa: E731
        with mock.patch.object(scontrol, "run", lambda *_: "\n".join(lines)), mock.patch.object(scontrol, "update", update):
            azure_events.watch_partitions(NO_LOG)
        return calls

    def test_drained(self):
        "drain a node with another key, once, and give it back when that is over; drains of others stay"
        why = "warpform fabric: partition key 0x8012, and 2 nodes of its placement group have 0x8011"
        lines = self.nodes(["g1"] * 3, {"h100-dy-3": "0x8012"})
        self.assertEqual(self.watch(lines), [("h100-dy-3", {"State": "DRAIN", "Reason": why})])
        third = ("h100-dy-3", "h100-dy-3-0123abcd", "g1")
        for state, reason in (("IDLE+CLOUD+DRAIN", why), ("IDLE+CLOUD+DRAIN", "looks odd"), ("IDLE+CLOUD+POWERED_DOWN", "")):
            self.assertEqual(self.watch([*lines[:2], shown(*third, key="0x8012", state=state, reason=reason)]), [])
        self.assertEqual(self.watch([*lines[:2], shown(*third, state="IDLE+CLOUD+DRAIN", reason=why)]), [("h100-dy-3", {"State": "RESUME"})])

    def test_teller(self):
        "are told once, as soon as there are keys, and again as long as slurmctld does not answer"
        calls, texts = [], [None, "{}", "{}", "{2}"]

        def update(name, **fields):
            calls.append((name, fields))
            if len(calls) == 1:
                raise scontrol.SlurmError("down")

        teller = azure_notices.Teller("h100-dy-1", lambda: texts.pop(0), NO_LOG)
        with mock.patch.object(scontrol, "update", update):
            teller.tell()
            self.assertEqual(calls, [])
            with self.assertRaises(scontrol.SlurmError):
                teller.tell()
            teller.tell()
            teller.tell()
        self.assertEqual((calls, texts), ([("h100-dy-1", {"Extra": "{}"})] * 2, ["{2}"]))

    def test_place_of(self):
        "are not known while a device comes or goes"
        def gone(_):
            raise azure_notices.CheckFailed("gone")

        with mock.patch.object(azure_notices, "full_keys", gone):
            self.assertIsNone(azure_notices.place_of({"name": "vm-1", "placementGroupId": "g1"}))


class Rooms(unittest.TestCase):
    def test_same(self):
        "brings the modules and functions of AWS's room, with the same parameters"
        import ast

        rooms = os.path.join(HERE, "..", "..", "..", "..", "lib", "slurm", "programs", "clouds")

        def public(cloud, module):
            with open(os.path.join(rooms, cloud, module)) as file:
                tree = ast.parse(file.read())
            found = {}
            for node in tree.body:
                if isinstance(node, ast.FunctionDef):
                    found[node.name] = [each.arg for each in node.args.args]
                if isinstance(node, ast.ClassDef) and node.name == "Instances":
                    found.update({"Instances." + each.name: len([one for one in each.args.args if one.arg != "self"]) for each in node.body if isinstance(each, ast.FunctionDef) and not each.name.startswith("_")})
            return found

        asked = {
            "instances.py": ["Instances." + name for name in ("launch", "paired", "of_cluster", "of_launch", "addresses", "states", "end", "name")],
            "name_records.py": ["announce", "forget"],
            "reservations.py": ["dates"],
            "placements.py": ["places"],
            "metrics.py": ["put"],
            "own_name.py": ["own_name", "main"],
        }
        for module, names in asked.items():
            aws, azure = public("aws", module), public("azure", module)
            for name in names:
                self.assertIn(name, azure, module)
                if name != "own_name":
                    self.assertEqual(azure[name], aws[name], "%s of %s" % (name, module))


if __name__ == "__main__":
    unittest.main()
