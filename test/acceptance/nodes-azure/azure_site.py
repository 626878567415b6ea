"""What the lab is given: the stack's Terraform JSON with every reference filled in, as an apply would fill it."""

import base64
import hashlib
import json
import re
import subprocess
import uuid

from machines import ASSET_TAG, encoded, machine_id, overlay

SUBSCRIPTION = "00000000-0000-0000-0000-000000000001"
# The group that the stand-in of the programs' own tests answers for
GROUP = "train"
SCOPE = "/subscriptions/%s/resourceGroups/%s/providers/" % (SUBSCRIPTION, GROUP)
KINDS = {
    "key_vault": "Microsoft.KeyVault/vaults/%s",
    "linux_virtual_machine": "Microsoft.Compute/virtualMachines/%s",
    "managed_disk": "Microsoft.Compute/disks/%s",
    "network_interface": "Microsoft.Network/networkInterfaces/%s",
    "orchestrated_virtual_machine_scale_set": "Microsoft.Compute/virtualMachineScaleSets/%s",
    "monitor_action_group": "Microsoft.Insights/actionGroups/%s",
    "monitor_data_collection_endpoint": "Microsoft.Insights/dataCollectionEndpoints/%s",
    "monitor_data_collection_rule": "Microsoft.Insights/dataCollectionRules/%s",
    "monitor_workspace": "Microsoft.Monitor/accounts/%s",
    "mysql_flexible_server": "Microsoft.DBforMySQL/flexibleServers/%s",
    "private_dns_zone": "Microsoft.Network/privateDnsZones/%s",
    "storage_account": "Microsoft.Storage/storageAccounts/%s",
    "user_assigned_identity": "Microsoft.ManagedIdentity/userAssignedIdentities/%s",
    "virtual_network": "Microsoft.Network/virtualNetworks/%s",
}
CALLS = {
    "base64encode": lambda text: encoded(text),
    "sha256": lambda text: hashlib.sha256(text.encode()).hexdigest(),
}


class Stack:
    """The resources of a stack, with attributes that only Azure knows in a plausible form."""

    def __init__(self, path, addresses):
        self.path, self.data = path, json.loads(path.read_text())
        self.addresses = addresses  # of interfaces and load balancers, by their names

    def all(self, kind):
        return {name: self.filled(each) for name, each in self.data["resource"].get("azurerm_" + kind, {}).items()}

    def filled(self, value):
        if isinstance(value, dict):
            return {key: self.filled(each) for key, each in value.items() if key != "//"}
        if isinstance(value, list):
            return [self.filled(each) for each in value]
        return self.text(value).replace("$${", "${").replace("%%{", "%{") if isinstance(value, str) else value

    def text(self, value):
        return re.sub(r"\$?\$\{([^{}]*)\}", lambda match: match.group(0) if match.group(0).startswith("$$") else self.expression(match.group(1).strip()), value)

    def expression(self, words):
        if words == "uuid()":
            return str(uuid.uuid4())
        call = re.fullmatch(r"(\w+)\((.*)\)", words)
        if call:
            return CALLS[call.group(1)](self.text("${%s}" % call.group(2)).replace("$${", "${").replace("%%{", "%{"))
        if words.startswith("local."):
            return self.text(self.data["locals"][words[6:]])
        if words.startswith("data.azurerm_client_config."):
            return {"subscription_id": SUBSCRIPTION, "tenant_id": str(uuid.UUID(int=9))}[words.rpartition(".")[2]]
        kind, name, attribute = re.fullmatch(r"azurerm_(\w+)\.([\w-]+)\.(\w+)", words).groups()
        return self.attribute(kind, name, attribute)

    def attribute(self, kind, name, attribute):
        resource = self.data["resource"]["azurerm_" + kind][name]
        if isinstance(resource.get(attribute), str):
            return self.text(resource[attribute])
        if attribute == "role_definition_resource_id":
            return SCOPE + "Microsoft.Authorization/roleDefinitions/" + name
        if attribute in ("client_id", "principal_id"):
            return str(uuid.uuid5(uuid.NAMESPACE_URL, name + attribute))
        if attribute == "primary_blob_endpoint":
            return "https://%s.blob.core.windows.net/" % self.text(resource["name"])
        if attribute == "metrics_ingestion_endpoint":
            return "https://%s.%s.metrics.ingest.monitor.azure.com" % (self.text(resource["name"]), self.text(resource["location"]))
        if attribute == "immutable_id":
            return self.text(resource["name"])
        if attribute == "vault_uri":
            return "https://%s.vault.azure.net/" % self.text(resource["name"])
        if attribute == "private_ip_address":
            return self.addresses[self.text(resource["name"])]
        if attribute == "fqdn":
            return "%s.mysql.database.azure.com" % self.text(resource["name"])
        if attribute == "id" and kind == "storage_container":
            return "%s/blobServices/default/containers/%s" % (self.text(resource["storage_account_id"]), resource["name"])
        if attribute == "id" and kind == "subnet":
            return SCOPE + "Microsoft.Network/virtualNetworks/%s/subnets/%s" % (self.text(resource["virtual_network_name"]), resource["name"])
        if attribute == "id" and kind in KINDS:
            return SCOPE + KINDS[kind] % self.text(resource["name"])
        raise KeyError("%s.%s.%s is not in the lab" % (kind, name, attribute))


def synthesized(program, folder, *words):
    subprocess.run(["node", "--import", "tsx", str(program), str(folder), *words], cwd=program.parents[3], check=True)
    return folder / "stacks/nodes/cdk.tf.json"


def roles(stack):
    """Who may do what where: the assignments of the stack, custom roles by their actions."""
    custom = {stack.attribute("role_definition", name, "role_definition_resource_id"): each["permissions"][0]["actions"] for name, each in stack.all("role_definition").items()}
    principals = {stack.attribute("user_assigned_identity", name, "principal_id"): stack.attribute("user_assigned_identity", name, "id") for name in stack.all("user_assigned_identity")}
    return [
        {"identity": principals[each["principal_id"]], "scope": each["scope"], "name": each.get("role_definition_name", ""), "actions": custom.get(each.get("role_definition_id"), [])}
        for each in stack.all("role_assignment").values()
    ]


def azure(stack, public_key, shape):
    """What the stand-ins of Azure's services know."""
    blobs = {}
    for each in stack.all("storage_blob").values():
        key = "%s/%s" % (each["storage_container_name"], each["name"])
        blobs.setdefault(each["storage_account_name"], {})[key] = each["source_content"]
    identities = {stack.attribute("user_assigned_identity", name, "client_id"): stack.attribute("user_assigned_identity", name, "id") for name in stack.all("user_assigned_identity")}
    (zone,) = (each for each in stack.all("private_dns_zone").values() if each["name"].endswith(".internal"))
    (network,) = stack.all("virtual_network").values()
    (subnet,) = (each for each in stack.all("subnet").values() if "delegation" not in each)
    return {
        "subscription": SUBSCRIPTION, "group": GROUP, "scope": SCOPE, "region": network["location"], "zone": zone["name"], "network": network["address_space"][0],
        "subnet": subnet["address_prefixes"][0], "identities": identities, "roles": roles(stack), "blobs": blobs,
        "databases": [each["name"] for each in stack.all("mysql_flexible_server").values()], "publicKey": public_key, "launch": shape,
    }  # fmt: skip


def records(stack):
    """What the stack itself writes into the private zone."""
    rows = [{"name": "%s.%s" % (each["name"], each["zone_name"]), "type": "A", "values": each["records"]} for each in stack.all("private_dns_a_record").values()]
    for each in stack.all("private_dns_srv_record").values():
        values = ["%(priority)d %(weight)d %(port)d %(target)s" % record for record in each["record"]]
        rows.append({"name": "%s.%s" % (each["name"], each["zone_name"]), "type": "SRV", "values": values})
    return rows


def machine(folder, name, host, size, custom_data, identities, address, **more):
    """A VM that the stack makes."""
    tags = {"vm": name, "computerName": host, "identities": identities}
    seed = overlay(folder / "seeds" / name, host, "warpform", custom_data)
    of_azure = {"name": name, "id": ASSET_TAG, "instanceType": size, "interface": "eth0", "ip": address, "tags": tags}
    return {"release": "noble", **of_azure, **more, "overlay": [*more.get("overlay", []), seed]}


def of_host(stack, host):
    (resource,) = (each for each in stack.all("linux_virtual_machine").values() if each["computer_name"] == host)
    return resource


def login_node(stack, folder, host, address):
    """A login node; it stands for its pool's load balancer too."""
    resource = of_host(stack, host)
    return machine(folder, host, host, resource["size"], resource["custom_data"], resource["identity"]["identity_ids"], address, cgroup="v1")


def head(stack, folder, address):
    resource = of_host(stack, "slurm-head")
    disk = [{"id": "vol-" + machine_id("state").replace("-", ""), "gib": 2}]
    custom_data = resource["custom_data"]
    assert len(base64.b64decode(custom_data)) <= 65535
    return machine(folder, "head", resource["computer_name"], resource["size"], custom_data, resource["identity"]["identity_ids"], address, volumes=disk, cgroup="v1")


def fleet_node(stack, folder, name, address, **more):
    """An instance of the fleet's scale set."""
    resource = next(each for each in stack.all("orchestrated_virtual_machine_scale_set").values() if each.get("os_profile"))
    return machine(folder, name, name, resource["sku_name"], resource["os_profile"]["custom_data"], resource["identity"]["identity_ids"], address, **more)
