"""Stands in for what nodes ask Azure: instance metadata, the wire server, the resource manager, Blob Storage and Key Vault.

Whoever asks shows a token of an identity that the VM has, and may do what the role assignments of the stack say: a role that is missing there is missing
here. Virtual machines, interfaces and records are those of the stand-in that the programs' own tests use.
"""

import json
import pathlib
import re
import sys
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "slurm/azure"))
import fake_azure  # noqa: E402
from machines import machine_id  # noqa: E402

API_VERSIONS = ("2018-02-01", "2020-07-01", "2021-02-01", "2021-08-01", "2021-03-01", "2019-06-01", "2020-09-01")
# Actions of the roles that Azure has, of those that the library assigns. https://learn.microsoft.com/azure/role-based-access-control/built-in-roles
BUILT_IN = {
    "Storage Blob Data Reader": ["blob/read"],
    "Storage Blob Data Contributor": ["blob/read", "blob/write"],
    "Monitoring Metrics Publisher": ["metrics/write"],
    "Key Vault Secrets User": ["secret/read"],
    "Key Vault Secrets Officer": ["secret/read", "secret/write"],
}
# https://learn.microsoft.com/azure/role-based-access-control/permissions/compute
COMPUTE, NETWORK, DNS = "Microsoft.Compute/virtualMachines", "Microsoft.Network/networkInterfaces", "Microsoft.Network/privateDnsZones/A"
JOINS = ("Microsoft.Network/virtualNetworks/subnets/join/action", "Microsoft.Network/networkInterfaces/join/action", "Microsoft.ManagedIdentity/userAssignedIdentities/assign/action")
DATABASES = "Microsoft.DBforMySQL"
VERBS = {"GET": "read", "PUT": "write", "PATCH": "write", "DELETE": "delete"}
PLACEMENT_GROUP = "f67c14ab-e92c-408c-ae2d-da15866ec79a"
GOAL_STATE = """<?xml version="1.0" encoding="utf-8"?>
<GoalState><Version>2012-11-30</Version><Incarnation>1</Incarnation>
 <Machine><ExpectedState>Started</ExpectedState></Machine>
 <Container><ContainerId>{0}</ContainerId><RoleInstanceList><RoleInstance><InstanceId>{0}</InstanceId><State>Started</State>
  <Configuration></Configuration></RoleInstance></RoleInstanceList></Container></GoalState>
"""


class Cloud(fake_azure.Azure):
    """The resource manager, whose VMs boot in the lab."""

    def __init__(self, machines, first_address):
        super().__init__()
        self.machines, self.first_address = machines, first_address

    def make(self, name, body):
        status, answer = super().make(name, body)
        network, number = self.first_address.rsplit(".", 1)
        address = "%s.%d" % (network, int(number) + len(self.bodies))
        self.vms[name]["address"] = address
        self.machines.boot(name, body, address)
        return status, answer

    def database(self, method, query, body, headers, name):
        """The password is that of the real server's administrator."""
        before = self.databases.get(name, {}).get("password")
        answer = super().database(method, query, body, headers, name)
        password = self.databases[name]["password"]
        if password != before:
            self.machines.run("database", "mysql", "-e", "ALTER USER slurm@'%%' IDENTIFIED BY '%s'" % password)
        return answer

    def vm(self, method, query, body, headers, name):
        answer = super().vm(method, query, body, headers, name)
        if method == "DELETE":
            self.machines.end(name)
        return answer


class Services:
    def __init__(self, site, machines):
        self.site, self.machines = site, machines
        self.cloud = Cloud(machines, site["launch"]["firstAddress"])
        self.secrets, self.ready = {}, set()
        self.cloud.databases = {name: {"state": "Ready", "password": None} for name in site["databases"]}
        self.cloud.operations = "Succeeded"

    def address_of(self, name):
        """Of a record in the private zone that the head has written."""
        label, _, zone = name.partition(".")
        return self.cloud.records.get(label) if zone == self.site["zone"] else None

    def answer(self, node, host, method, path, query, body, headers):
        """(status, bytes, headers)"""
        if host == "168.63.129.16":
            return self.wire(node, method, query)
        if host == "169.254.169.254":
            return self.metadata(node, path, query, headers)
        identity, resource = self.identity(headers)
        if host == "management.azure.com":
            return self.manager(identity, resource, method, path, query, body, headers)
        if host.endswith(".metrics.ingest.monitor.azure.com"):
            return self.metrics(node, identity, resource, path, body, headers)
        if host.endswith(".blob.core.windows.net"):
            return self.blob(identity, resource, host.split(".")[0], path, headers)
        return self.vault(identity, resource, host.split(".")[0], method, path, query, body)

    # -- who asks -------------------------------------------------------------------------------------------------------

    def identity(self, headers):
        word, _, token = headers.get("Authorization", "").partition(" ")
        return tuple(urllib.parse.unquote(token).split("|")) if word == "Bearer" and "|" in urllib.parse.unquote(token) else (None, None)

    def may(self, identity, action, scope):
        """Whether a role of the identity has an action there or above."""
        for role in self.site["roles"]:
            if role["identity"] == identity and (scope + "/").lower().startswith(role["scope"].rstrip("/").lower() + "/"):
                if action in role["actions"] + BUILT_IN.get(role["name"], []):
                    return True
        return False

    # -- what VMs find in every network ---------------------------------------------------------------------------------

    def wire(self, node, method, query):
        if query.get("comp") == "goalstate":
            return 200, GOAL_STATE.format(machine_id(node["name"])).encode(), {"Content-Type": "text/xml"}
        if query.get("comp") == "health" and method == "POST":
            self.ready.add(node["name"])
            return 200, b"", {}
        if query.get("comp") == "versions":
            return 200, b"<Versions><Preferred><Version>2015-04-05</Version></Preferred><Supported><Version>2012-11-30</Version></Supported></Versions>", {}
        return 404, b"", {}

    def metadata(self, node, path, query, headers):
        """https://learn.microsoft.com/azure/virtual-machines/instance-metadata-service"""
        if headers.get("Metadata", "").lower() != "true" or "X-Forwarded-For" in headers:
            return reply(400, {"error": "Bad request. Required metadata header not specified"})
        if query.get("api-version") not in API_VERSIONS:
            return reply(400, {"error": "Bad request. api-version is invalid or was not specified in the request.", "newest-versions": list(API_VERSIONS)})
        parts = [part for part in path.split("/") if part][1:]
        if parts == ["identity", "oauth2", "token"]:
            return self.token(node, query)
        if parts == ["scheduledevents"]:
            return reply(200, {"DocumentIncarnation": 1, "Events": self.machines.events()})
        found = self.described(node)
        for part in parts[1:] if parts[:1] == ["instance"] else [None]:
            found = found[int(part)] if isinstance(found, list) and part.isdigit() and int(part) < len(found) else found.get(part) if isinstance(found, dict) else None
        if found is None:
            return reply(404, {"error": "Not found"})
        if query.get("format") == "text":
            return (200, str(found).encode(), {"Content-Type": "text/plain"}) if isinstance(found, str) else reply(400, {"error": "Bad request. Requested node is no leaf"})
        return reply(200, found) if isinstance(found, (dict, list)) else reply(404, {"error": "Not found"})

    def described(self, node):
        of, shape = node["tags"], self.site
        return {
            "compute": {
                "azEnvironment": "AzurePublicCloud", "location": shape["region"], "name": of["vm"], "offer": "ubuntu-hpc", "publisher": "microsoft-dsvm",
                "sku": "2404", "version": "24.04", "osType": "Linux", "provider": "Microsoft.Compute", "resourceGroupName": shape["group"], "subscriptionId": shape["subscription"],
                "vmId": machine_id(node["name"]), "vmSize": node["instanceType"], "zone": "1", "placementGroupId": PLACEMENT_GROUP, "tags": "", "tagsList": [], "userData": "",
                "osProfile": {"adminUsername": "warpform", "computerName": of["computerName"], "disablePasswordAuthentication": "true"},
                "publicKeys": [{"keyData": shape["publicKey"], "path": "/home/warpform/.ssh/authorized_keys"}],
            },
            "network": {
                "interface": [{
                    "ipv4": {"ipAddress": [{"privateIpAddress": node["ip"], "publicIpAddress": ""}], "subnet": [{"address": shape["subnet"].split("/")[0], "prefix": shape["subnet"].split("/")[1]}]},
                    "ipv6": {"ipAddress": []},
                    "macAddress": node["mac"].replace(":", "").upper(),
                }]
            },
        }  # fmt: skip

    def token(self, node, query):
        client, resource = query.get("client_id"), query.get("resource", "")
        identity = self.site["identities"].get(client)
        if identity is None or identity not in node["tags"]["identities"]:
            return reply(400, {"error": "invalid_request", "error_description": "Identity not found"})
        token = urllib.parse.quote("%s|%s" % (identity, resource.rstrip("/")), safe="")
        return reply(200, {"access_token": token, "client_id": client, "expires_in": "86400", "expires_on": str(int(time.time()) + 86400), "resource": resource, "token_type": "Bearer"})

    # -- services -------------------------------------------------------------------------------------------------------

    def manager(self, identity, resource, method, path, query, body, headers):
        if resource != "https://management.azure.com":
            return failure(401, "InvalidAuthenticationTokenAudience")
        wanted = actions(method, path, body)
        missing = [action for action in wanted if not self.may(identity, action, path)]
        if missing:
            return failure(403, "AuthorizationFailed", "The client does not have authorization to perform action '%s' over scope '%s'" % (missing[0], path))
        known = {**dict(headers.items()), "Authorization": "Bearer token"}
        try:
            status, answer, *more = self.cloud.answer(method, path, query, json.loads(body) if body else None, known)
        except fake_azure.Fault as fault:
            return failure(fault.status, fault.code)
        of_azure = lambda text: text.replace("http://HOST", "https://management.azure.com")
        text = b"" if answer is None else of_azure(json.dumps(answer)).encode()
        return status, text, {"Content-Type": "application/json", **{name: of_azure(value) for name, value in (more[0] if more else {}).items()}}

    def blob(self, identity, resource, account, path, headers):
        if resource != "https://storage.azure.com" or headers.get("x-ms-version", "") < "2017-11-09":
            return failure(403, "AuthenticationFailed")
        container, _, key = path.strip("/").partition("/")
        if not self.may(identity, "blob/read", self.site["scope"] + "Microsoft.Storage/storageAccounts/%s/blobServices/default/containers/%s" % (account, container)):
            return failure(403, "AuthorizationPermissionMismatch")
        text = self.site["blobs"].get(account, {}).get("%s/%s" % (container, urllib.parse.unquote(key)))
        return (200, text.encode(), {"Content-Type": "text/plain"}) if text is not None else failure(404, "BlobNotFound")

    def metrics(self, node, identity, resource, path, body, headers):
        """Remote write of Prometheus: protobuf in snappy."""
        rule = re.fullmatch(r"/dataCollectionRules/([^/]+)/streams/Microsoft-PrometheusMetrics/api/v1/write", path)
        if resource != "https://monitor.azure.com" or rule is None:
            return failure(401, "InvalidToken")
        if not self.may(identity, "metrics/write", self.site["scope"] + "Microsoft.Insights/dataCollectionRules/" + rule.group(1)):
            return failure(403, "Forbidden")
        if headers.get("Content-Encoding") != "snappy" or not body:
            return failure(400, "BadRequest")
        with open(self.machines.state / ("metrics-" + node["name"]), "ab") as file:
            file.write(uncompressed(body))
        return 200, b"", {}

    def vault(self, identity, resource, vault, method, path, query, body):
        name = re.fullmatch(r"/secrets/([^/]+)", path)
        if resource != "https://vault.azure.net" or name is None or "api-version" not in query:
            return failure(401, "Unauthorized")
        if not self.may(identity, "secret/write" if method == "PUT" else "secret/read", self.site["scope"] + "Microsoft.KeyVault/vaults/" + vault):
            return failure(403, "Forbidden")
        key = (vault, name.group(1))
        if method == "PUT":
            self.secrets[key] = json.loads(body)["value"]
        if key not in self.secrets:
            return failure(404, "SecretNotFound")
        return reply(200, {"value": self.secrets[key], "id": "https://%s.vault.azure.net/secrets/%s/1" % key, "attributes": {"enabled": True}})


def uncompressed(block):
    """A block of snappy: in it, a name that shares a part with an earlier one is cut up. https://github.com/google/snappy/blob/main/format_description.txt"""
    at, whole = 0, bytearray()
    while block[at] & 0x80:  # the length, seven bits per byte
        at += 1
    at += 1
    while at < len(block):
        kind, rest = block[at] & 3, block[at] >> 2
        at += 1
        if kind == 0:
            more = max(0, rest - 59)
            length = (int.from_bytes(block[at : at + more], "little") if more else rest) + 1
            whole += block[at + more : at + more + length]
            at += more + length
            continue
        wide = {1: 1, 2: 2, 3: 4}[kind]
        offset = int.from_bytes(block[at : at + wide], "little") | ((rest >> 3) << 8 if kind == 1 else 0)
        at += wide
        for _ in range((rest & 7) + 4 if kind == 1 else rest + 1):
            whole.append(whole[-offset])
    return bytes(whole)


def actions(method, path, body):
    """What the role of whoever asks must have."""
    if "/privateDnsZones/" in path:
        return ["%s/%s" % (DNS, VERBS[method])]
    if DATABASES in path:
        # an update is of a place of the subscription, where a role on the server alone may ask for nothing
        return ["%s/%s/%s" % (DATABASES, "flexibleServers" if "/flexibleServers/" in path else "locations/azureAsyncOperation", VERBS[method])]
    if path.endswith("/networkInterfaces"):
        return [NETWORK + "/read"]
    if path.endswith("/instanceView"):
        return [COMPUTE + "/instanceView/read"]
    return ["%s/%s" % (COMPUTE, VERBS[method]), *(JOINS if method == "PUT" else ())]


def reply(status, answer):
    return status, json.dumps(answer).encode(), {"Content-Type": "application/json"}


def failure(status, code, message="as the stand-in has it"):
    return reply(status, {"error": {"code": code, "message": message}})
