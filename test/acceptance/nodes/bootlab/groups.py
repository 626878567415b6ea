"""Security groups: what a machine's card lets in, as EC2 does it by the rules of the stack. Packets of what is refused are dropped without a word."""

import re
import subprocess

from . import address
from .files import first_process, read_json

# What is refused is counted in a chain of its own, which a change of the rules leaves as it is.
CHAIN, REFUSED = "lab-groups", "lab-refused"
OF_GROUP = re.compile(r"aws_security_group\.([^.}]+)")


def rules_of(stack):
    """What the stack's ingress rules let in, by the names of its resources."""
    vpcs = {each["cidr_block"] for each in stack.of("aws_vpc").values() if "cidr_block" in each}
    found = []
    for rule in stack.of("aws_vpc_security_group_ingress_rule").values():
        source = {"group": OF_GROUP.search(rule["referenced_security_group_id"]).group(1)} if "referenced_security_group_id" in rule else {}
        if "cidr_ipv4" in rule:
            cidr = rule["cidr_ipv4"]
            source = {"block": str(address.NETWORK) if cidr in vpcs or "aws_vpc." in cidr else cidr}
        ports = [rule["from_port"], rule["to_port"]] if "from_port" in rule else None
        found.append({"of": OF_GROUP.search(rule["security_group_id"]).group(1), **source, "protocol": rule["ip_protocol"], "ports": ports})
    return found


def groups_of(stack, kind, name):
    """Groups of what a resource starts: an instance, or those that a launch template describes."""
    resource = stack.of(kind)[name]
    given = resource.get("vpc_security_group_ids", [])
    for card in resource.get("network_interfaces", []):
        given = [*given, *card.get("security_groups", [])]
    if "primary_network_interface" in resource:
        card = re.search(r"aws_network_interface\.([^.}]+)", resource["primary_network_interface"]["network_interface_id"]).group(1)
        given = [*given, *stack.of("aws_network_interface")[card]["security_groups"]]
    return sorted({OF_GROUP.search(each).group(1) for each in given})


def of_launched(templates, tags):
    """Groups of an instance that was launched: of the launch templates whose tags it has. Its name is one that the head gives it."""
    fitting = [each["groups"] for each in templates if {**each["tags"], "Name": None}.items() <= {**tags, "Name": None}.items()]
    if not fitting or any(each != fitting[0] for each in fitting):
        raise RuntimeError("%d launch templates have the tags of an instance: %s" % (len(fitting), tags))
    return fitting[0]


def chain_of(cloud, node):
    """Text for iptables-restore: the first lines are what no group refuses, the last what it refuses of connections that begin."""
    lines = ["-i lo -j ACCEPT", "-m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT", "-s %s -p udp --sport 67 -j ACCEPT" % address.GATEWAY]
    for rule in (each for each in cloud["rules"] if each["of"] in node["groups"]):
        members = [each["ip"] for each in cloud["nodes"].values() if rule.get("group") in each.get("groups", ())]
        ports = "" if rule["protocol"] == "-1" else " -p %s --dport %d:%d" % (rule["protocol"], *rule["ports"])
        lines += ["-s %s%s -j ACCEPT" % (source, ports) for source in ([rule["block"]] if "block" in rule else members)]
    lines += ["-p tcp --syn -j %s" % REFUSED, "-j DROP"]
    return "*filter\n:%s - [0:0]\n%sCOMMIT\n" % (CHAIN, "".join("-A %s %s\n" % (CHAIN, each) for each in lines))


def enforce(state, powered=None):
    """On every machine that is on and has groups, with those that the lab has now; `powered` is one whose systemd does not run yet, and its
    first process. The programs are those of the machine's own root."""
    cloud = read_json(state / "cloud.json")
    name, process = powered or (None, None)
    for node in cloud["nodes"].values() if cloud.get("rules") else ():
        first = process if node["name"] == name else first_process(state, node["name"])
        if first is None or "groups" not in node:
            continue
        inside = ["nsenter", "--net=/proc/%d/ns/net" % first, "chroot", node["lower"][-1]]
        script = "iptables -N %s 2> /dev/null && iptables -A %s -j DROP; iptables-restore --noflush && { iptables -C INPUT -j %s 2> /dev/null || iptables -I INPUT -j %s; }" % (REFUSED, REFUSED, CHAIN, CHAIN)
        done = subprocess.run([*inside, "sh", "-c", script], input=chain_of(cloud, node), text=True, capture_output=True)
        if done.returncode and (node["name"] == name or first_process(state, node["name"]) == first):
            raise RuntimeError("no security groups on %s: %s" % (node["name"], done.stderr[-500:]))
