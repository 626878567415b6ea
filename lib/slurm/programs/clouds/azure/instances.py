"""The cluster's virtual machines: make, find, wait for addresses, end.

Each VM joins the flexible scale set of its pool, which is one InfiniBand partition. Azure answers a request before it has looked for
capacity: whether there is any is seen when a VM runs, or has failed. VMs of racks are there already (racks.py).
"""

import time
from concurrent.futures import ThreadPoolExecutor

from azure_client import AzureError, Client
from instance import Instance
from racks import NODE, NONE_FREE, alone, assigned, claimed_tags, free_of, is_rack, of_rack, rack_sets, released_tags
from vm_request import node_of, virtual_machine

COMPUTE, NETWORK = "2025-04-01", "2024-05-01"
AT_ONCE = 16
# Until a VM runs that Azure has accepted; one that takes longer is left to Slurm's ResumeTimeout
ALLOCATION_SECONDS = 600
ADDRESS_TIMEOUT_SECONDS = 60
POLL_SECONDS = 5


class Instances:
    def __init__(self, cluster, client=None):
        self.cluster = cluster
        self.azure = client or Client(cluster)
        cloud = cluster.data["cloud"]
        self.group = "/subscriptions/%s/resourceGroups/%s/providers/" % (cloud["subscriptionId"], cloud["resourceGroup"])
        self._racks = rack_sets(cluster)
        self._claimed = {}  # VM of a rack -> node, of launches of this process

    @property
    def cloud_clock(self):
        return self.azure.clock

    # -- start --------------------------------------------------------------------------------------------------------

    def launch(self, order):
        """(names of VMs that run, codes of errors). What has failed, or can't be used, is deleted before this returns."""
        if is_rack(order.source):
            return self._claim(order)
        made, errors = self._make(order)
        failed = set()
        if not (order.whole and errors):
            failed, more = self._wait(order.source, made, order.whole)
            errors += more
        if order.whole and errors:
            failed = set(made)
        self.end(sorted(failed))
        return [name for name in made if name not in failed], sorted(set(errors))

    def _claim(self, order):
        """(names, codes): VMs of the racks that no node has, or none of them for a whole order that they are too few for."""
        names, errors = [], []
        with alone(self.cluster):
            pairs = assigned(order.nodes, free_of(self._of_scale_set(order.source), self.cluster.tag[0]))
            if len(pairs) < len(order.nodes):
                errors.append(NONE_FREE)
            for node, vm in [] if order.whole and errors else pairs:
                tags = claimed_tags(self.cluster, order, node, vm.get("tags"))
                try:
                    self.azure.call("PATCH", self._vm(vm["name"]), COMPUTE, {"tags": tags})
                    self._claimed[vm["name"]] = node
                    names.append(vm["name"])
                except AzureError as error:
                    errors.append(error.code)
        if order.whole and errors:
            self.end(names)
            names = []
        return sorted(names), sorted(set(errors))

    def _make(self, order):
        """(names, codes): asks for a VM per node; of a whole order no more are asked for once one is refused."""
        made, errors = [], []

        def make(node):
            if order.whole and errors:
                return
            owner = (order.job, order.user)
            name, body = virtual_machine(self.cluster, order.pool, order.source, node, order.token, owner)
            try:
                self.azure.call("PUT", self._vm(name), COMPUTE, body)
                made.append(name)
            except AzureError as error:
                errors.append(error.code)

        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(make, order.nodes))
        return sorted(made), errors

    def _wait(self, source, names, whole):
        """(names of VMs that failed, codes), once each runs or has failed, one of a whole order has, or the time is over."""
        waiting, failed, errors = set(names), set(), []
        until = time.monotonic() + ALLOCATION_SECONDS
        while waiting:
            found = {vm["name"]: vm for vm in self._of_scale_set(source)}
            for name in sorted(waiting):
                state, code = outcome(found[name]) if name in found else self._unlisted(name)
                if state == "failed":
                    failed.add(name)
                    errors.append(code)
                if state != "creating":
                    waiting.discard(name)
            if not waiting or (whole and failed) or time.monotonic() > until:
                break
            self.azure.pause(POLL_SECONDS)
        return failed, errors

    def _unlisted(self, name):
        """A list may be older than the VM."""
        return ("failed", "Gone") if self._state(name) in ("terminated", "shutting-down") else ("creating", None)

    def _of_scale_set(self, source):
        where = "'virtualMachineScaleSet/id' eq '%s'" % source["machine"]["properties"]["virtualMachineScaleSet"]["id"]
        return self.azure.pages(self.group + "Microsoft.Compute/virtualMachines", COMPUTE, {"$filter": where, "$expand": "instanceView"})

    # -- find ---------------------------------------------------------------------------------------------------------

    def of_cluster(self):
        """Live VMs: name -> Instance."""
        key, value = self.cluster.tag
        listed = self.azure.pages(self.group + "Microsoft.Compute/virtualMachines", COMPUTE)
        ours = {vm["name"]: vm for vm in listed if (vm.get("tags") or {}).get(key) == value and state_of(vm) != "Deleting"}
        addresses = self._addresses() if ours else {}
        return {name: self._described(vm, addresses.get(name)) for name, vm in ours.items()}

    def _described(self, vm, address):
        tags = vm["tags"]
        return Instance(address, tags.get("warpform:launch"), tags.get("warpform:template"), tags.get(NODE), self._failed(vm))

    def _failed(self, vm):
        """A VM that runs may be called failed for the sake of an extension of somebody else's."""
        if state_of(vm) != "Failed":
            return False
        try:
            view = self.azure.call("GET", self._vm(vm["name"]) + "/instanceView", COMPUTE)
        except AzureError as error:
            if error.status == 404:
                return True
            raise
        return "PowerState/running" not in codes(view)

    def of_launch(self, token):
        return {name: each for name, each in self.of_cluster().items() if each.launch == token}

    def paired(self, nodes, addresses):
        """(node, name, address): each VM was made for its node, or claimed for it."""
        by_node = {self._claimed.get(name) or node_of(name): name for name in addresses}
        return [(node, by_node[node], addresses[by_node[node]]) for node in nodes if node in by_node]

    def addresses(self, names):
        """name -> private address, once Azure has given it one."""
        until, wanted = time.monotonic() + ADDRESS_TIMEOUT_SECONDS, set(names)
        while wanted:
            found = {name: address for name, address in self._addresses().items() if name in wanted}
            if len(found) == len(wanted) or time.monotonic() > until:
                return found
            self.azure.pause(POLL_SECONDS)
        return {}

    def _addresses(self):
        """Of every VM of the resource group, by its name."""
        out = {}
        for interface in self.azure.pages(self.group + "Microsoft.Network/networkInterfaces", NETWORK):
            owner = (interface["properties"].get("virtualMachine") or {}).get("id", "")
            for each in interface["properties"].get("ipConfigurations", []):
                address = each["properties"].get("privateIPAddress")
                if owner and address:
                    out.setdefault(owner.rpartition("/")[2], address)
        return out

    def states(self, names):
        """name -> state: terminated where Azure has no such VM."""
        return {name: self._state(name) for name in names}

    def _state(self, name):
        try:
            state = state_of(self.azure.call("GET", self._vm(name), COMPUTE))
        except AzureError as error:
            if error.status == 404:
                return "terminated"
            raise
        return "shutting-down" if state == "Deleting" else state.lower()

    # -- end ----------------------------------------------------------------------------------------------------------

    def end(self, names):
        """Deletes VMs, with their disks and interfaces, whatever they are doing; those that are gone are fine. Azure goes on by itself.
        Those of racks are given back."""
        errors = []

        def delete(name):
            try:
                if of_rack(self._racks, name):
                    self._release(name)
                else:
                    self.azure.call("DELETE", self._vm(name), COMPUTE, query={"forceDeletion": "true"})
            except AzureError as error:
                if error.status != 404:
                    errors.append(error)

        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(delete, names))
        if errors:
            raise errors[0]

    def _release(self, name):
        """Takes the node's name from a VM, then restarts it, so that nothing runs on under that name."""
        tags = released_tags(self.cluster, self.azure.call("GET", self._vm(name), COMPUTE).get("tags"))
        if tags is not None:
            self.azure.call("PATCH", self._vm(name), COMPUTE, {"tags": tags})
        self.azure.call("POST", self._vm(name) + "/restart", COMPUTE)

    def name(self, name, node, job=None, user=None):
        """Nothing: a VM has its node's name from the first."""

    def _vm(self, name):
        return self.group + "Microsoft.Compute/virtualMachines/" + name


def state_of(vm):
    return vm["properties"].get("provisioningState", "")


def codes(view):
    return [status["code"] for status in (view or {}).get("statuses", [])]


def outcome(vm):
    """(running | creating | failed, code of the error). The view says ProvisioningState/failed/AllocationFailed."""
    said = codes(vm["properties"].get("instanceView"))
    if state_of(vm) == "Succeeded" or "PowerState/running" in said:
        return "running", None
    if state_of(vm) in ("Failed", "Deleting"):
        named = [code.split("/")[2] for code in said if code.startswith("ProvisioningState/failed/")]
        return "failed", named[0] if named else state_of(vm)
    return "creating", None
