"""Stands in for the parts of Azure that the programs ask: metadata, virtual machines, interfaces and private DNS, with faults on demand.

Like the resource manager, it answers a PUT before there is capacity: the VM is Creating, and then runs or has failed. Lists come in pages.
"""

import itertools
import json
import re
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = 3
RECORDS_A_PAGE = 100
GROUP = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/train/providers/"


class Fault(Exception):
    def __init__(self, status, code, headers=None):
        super().__init__(code)
        self.status, self.code, self.headers = status, code, headers or {}


class Azure:
    def __init__(self):
        self.vms, self.records, self.log, self.bodies = {}, {}, [], []
        self.room = {}  # VM size -> VMs that there is capacity for; none named, no limit
        self.refuse = {}  # VM size -> (status, code) of the answer to a PUT
        self.throttled = 0  # answers of 429 to come
        self.restarted = []  # VMs, in order
        self.creating = set()  # sizes whose VMs stay Creating
        self.unlisted = set()  # VMs that lists do not show yet
        self.events = []
        self.databases = {}  # name -> {"state", "password"}; a new password is taken a while after it was accepted
        self.operations = None  # whether the update of a database may be asked for: its last status, "forbidden", or None where Azure names none
        self.lock, self.numbers = threading.Lock(), itertools.count(4)

    # -- what a test asks and does --------------------------------------------------------------------------------------

    def running(self):
        return sorted(name for name, vm in self.vms.items() if power(vm) == "running")

    def evict(self, name):
        del self.vms[name]

    # -- requests -------------------------------------------------------------------------------------------------------

    def answer(self, method, path, query, body, headers):
        """(status, answer)"""
        with self.lock:
            self.log.append((method, path))
            if path.startswith("/metadata/"):
                return 200, self.metadata(path, query, headers)
            if headers.get("Authorization") != "Bearer token":
                raise Fault(401, "AuthenticationFailed")
            if "api-version" not in query:
                raise Fault(400, "MissingApiVersionParameter")
            if self.throttled:
                self.throttled -= 1
                raise Fault(429, "TooManyRequests", {"Retry-After": "0"})
            kind = path[len(GROUP) :]
            for pattern, handle in ROUTES:
                match = re.fullmatch(pattern, kind)
                if match and path.startswith(GROUP):
                    return getattr(self, handle)(method, query, body, headers, *match.groups())
            raise Fault(404, "ResourceNotFound")

    def metadata(self, path, query, headers):
        if headers.get("Metadata") != "true":
            raise Fault(400, "BadRequest")
        if path.endswith("/oauth2/token"):
            assert query["resource"] == "https://management.azure.com/" and query["client_id"], query
            return {"access_token": "token", "expires_on": str(int(time.time()) + 3600)}
        if path.endswith("/scheduledevents"):
            return {"DocumentIncarnation": 1, "Events": self.events}
        return {"name": "h100-dy-1-0123abcd", "vmSize": "Standard_ND96isr_H100_v5", "osProfile": {"computerName": "h100-dy-1"}}

    def list_vms(self, method, query, body, headers):
        vms = [vm for name, vm in self.vms.items() if name not in self.unlisted]
        if "$filter" in query:
            wanted = re.fullmatch(r"'virtualMachineScaleSet/id' eq '(.*)'", query["$filter"]).group(1)
            vms = [vm for vm in vms if vm["properties"]["virtualMachineScaleSet"]["id"] == wanted]
        elif "$expand" in query:
            raise Fault(400, "InvalidParameter")
        for vm in vms:
            self.advance(vm)
        shown = vms if "$expand" in query else [without_view(vm) for vm in vms]
        return 200, page(shown, query, GROUP + "Microsoft.Compute/virtualMachines")

    def advance(self, vm):
        """A VM that is Creating gets capacity, or fails, when it is looked at."""
        size, properties = vm["properties"]["hardwareProfile"]["vmSize"], vm["properties"]
        if properties["provisioningState"] != "Creating" or size in self.creating:
            return
        if power(vm) == "running":  # it has booted
            properties["provisioningState"] = "Succeeded"
        elif self.room.get(size, 1) > 0:
            self.room[size] = self.room.get(size, 10**6) - 1
            properties["instanceView"] = view("ProvisioningState/creating", "PowerState/running")
        else:
            properties["provisioningState"] = "Failed"
            properties["instanceView"] = view("ProvisioningState/failed/AllocationFailed")

    def vm(self, method, query, body, headers, name):
        if method == "PUT":
            return self.make(name, body)
        if name not in self.vms:
            raise Fault(404, "ResourceNotFound")
        if method == "PATCH":
            assert list(body) == ["tags"], body
            self.vms[name]["tags"] = body["tags"]
            return 200, without_view(self.vms[name])
        if method == "DELETE":
            assert query.get("forceDeletion") == "true", query
            vm = self.vms.pop(name)
            size = vm["properties"]["hardwareProfile"]["vmSize"]
            if size in self.room and power(vm) == "running":
                self.room[size] += 1
            return 202, None
        return 200, without_view(self.vms[name])

    def make(self, name, body):
        self.bodies.append(body)
        size = body["properties"]["hardwareProfile"]["vmSize"]
        if size in self.refuse:
            raise Fault(*self.refuse[size])
        if name in self.vms:
            raise Fault(409, "Conflict")
        vm = json.loads(json.dumps(dict(body, name=name, id=GROUP + "Microsoft.Compute/virtualMachines/" + name)))
        vm["properties"].update(provisioningState="Creating", instanceView=view("ProvisioningState/creating"))
        vm["address"] = "10.0.0.%d" % next(self.numbers)
        self.vms[name] = vm
        return 201, without_view(vm)

    def restart(self, method, query, body, headers, name):
        if name not in self.vms:
            raise Fault(404, "ResourceNotFound")
        self.restarted.append(name)
        return 202, None

    def racks(self, scale_set, count):
        """VMs that a scale set has made, with names of Azure's own."""
        for number in range(count):
            name = "train-gb300_%08x" % (number * 0x9E3779B1 % 2**32)
            of = {"hardwareProfile": {"vmSize": "Standard_ND128isr_GB300_v6"}, "osProfile": {"computerName": "train-gb3%06d" % number}, "virtualMachineScaleSet": {"id": scale_set}}
            running = {"provisioningState": "Succeeded", "instanceView": view("ProvisioningState/succeeded", "PowerState/running")}
            at = {"id": GROUP + "Microsoft.Compute/virtualMachines/" + name, "address": "10.0.1.%d" % number}
            self.vms[name] = {"name": name, "tags": {"team": "llm"}, "properties": {**of, **running}, **at}
        return sorted(self.vms)

    def view(self, method, query, body, headers, name):
        if name not in self.vms:
            raise Fault(404, "ResourceNotFound")
        return 200, self.vms[name]["properties"]["instanceView"]

    def interfaces(self, method, query, body, headers):
        rows = [
            {"name": name, "properties": {"virtualMachine": {"id": vm["id"]}, "ipConfigurations": [{"properties": {"privateIPAddress": vm["address"]}}]}}
            for name, vm in self.vms.items()
        ]
        rows.append({"name": "a-free-one", "properties": {"ipConfigurations": [{"properties": {"privateIPAddress": "10.0.0.2"}}]}})
        return 200, page(rows, query, GROUP + "Microsoft.Network/networkInterfaces")

    def database(self, method, query, body, headers, name):
        of = self.databases.get(name)
        if of is None:
            raise Fault(404, "ResourceNotFound")
        if method == "PATCH":
            assert list(body) == ["properties"] and list(body["properties"]) == ["administratorLoginPassword"], list(body)
            self.bodies.append(body)
            of.update(state="Updating", next=body["properties"]["administratorLoginPassword"], looks=2)
            operation = "http://HOST" + GROUP + "Microsoft.DBforMySQL/locations/eastus/azureAsyncOperation/1?api-version=1"
            return (202, None) if self.operations is None else (202, None, {"Azure-AsyncOperation": operation})
        of["looks"] = of.get("looks", 0) - 1
        if of["looks"] <= 0 and "next" in of:
            of.update(state="Ready", password=of.pop("next"))
        return 200, {"properties": {"state": of["state"]}}

    def operation(self, method, query, body, headers):
        if self.operations == "forbidden":
            raise Fault(403, "AuthorizationFailed")
        return 200, {"status": self.operations}

    def list_records(self, method, query, body, headers):
        rows = [{"name": name, "etag": "etag-" + address, "properties": {"aRecords": [{"ipv4Address": address}]}} for name, address in self.records.items()]
        return 200, page(rows, query, GROUP + "Microsoft.Network/privateDnsZones/zone/A", RECORDS_A_PAGE)

    def record(self, method, query, body, headers, name):
        if method == "PUT":
            self.records[name] = body["properties"]["aRecords"][0]["ipv4Address"]
            return 201, body
        if name not in self.records:
            raise Fault(404, "NotFound")
        if method == "DELETE":
            if headers.get("If-Match") != "etag-" + self.records[name]:
                raise Fault(412, "PreconditionFailed")
            del self.records[name]
            return 200, None
        return 200, {"etag": "etag-" + self.records[name], "properties": {"aRecords": [{"ipv4Address": self.records[name]}]}}


ROUTES = (
    (r"Microsoft.Compute/virtualMachines", "list_vms"),
    (r"Microsoft.Compute/virtualMachines/([^/]+)", "vm"),
    (r"Microsoft.Compute/virtualMachines/([^/]+)/instanceView", "view"),
    (r"Microsoft.Compute/virtualMachines/([^/]+)/restart", "restart"),
    (r"Microsoft.DBforMySQL/flexibleServers/([^/]+)", "database"),
    (r"Microsoft.DBforMySQL/locations/eastus/azureAsyncOperation/1", "operation"),
    (r"Microsoft.Network/networkInterfaces", "interfaces"),
    (r"Microsoft.Network/privateDnsZones/[^/]+/A", "list_records"),
    (r"Microsoft.Network/privateDnsZones/[^/]+/A/([^/]+)", "record"),
)


def view(*codes):
    return {"statuses": [{"code": code} for code in codes]}


def power(vm):
    found = [s["code"] for s in vm["properties"]["instanceView"]["statuses"] if s["code"].startswith("PowerState/")]
    return found[0].partition("/")[2] if found else None


def without_view(vm):
    return dict(vm, properties={key: value for key, value in vm["properties"].items() if key != "instanceView"})


def page(rows, query, path, size=PAGE):
    first = int(query.get("$skiptoken", 0))
    out = {"value": rows[first : first + size]}
    if first + size < len(rows):
        words = dict(query, **{"$skiptoken": first + size})
        out["nextLink"] = "http://HOST%s?%s" % (path, urllib.parse.urlencode(words))
    return out


def serve(azure, address=("127.0.0.1", 0)):
    """A running server; its url is `server.url`."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self):
            parts = urllib.parse.urlsplit(self.path)
            query = dict(urllib.parse.parse_qsl(parts.query))
            length = int(self.headers.get("Content-Length") or 0)
            self.headers["X-Client"] = self.client_address[0]
            body = json.loads(self.rfile.read(length)) if length else None
            headers = {}
            try:
                status, answer, *more = azure.answer(self.command, parts.path, query, body, self.headers)
                headers = {name: value.replace("http://HOST", server.url) for name, value in (more[0] if more else {}).items()}
            except Fault as fault:
                status, answer, headers = fault.status, {"error": {"code": fault.code, "message": "as planned"}}, fault.headers
            data = b"" if answer is None else json.dumps(answer).replace("http://HOST", server.url).encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_PUT = do_POST = do_PATCH = do_DELETE = handle_any

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(address, Handler)
    server.url = "http://%s:%d" % server.server_address
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
