"""The instance metadata service, version 2 alone:
https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-categories.html
"""

import json
import pathlib
import secrets
import socket
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler

from . import address, auto_scaling

ACCOUNT = "123456789012"
TTL = "X-aws-ec2-metadata-token-ttl-seconds"
CREDENTIAL_HOURS = 6


def credentials(node):
    now = time.time()
    stamp = lambda seconds: time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
    key = {"AccessKeyId": "ASIA" + node["id"][-16:].upper(), "SecretAccessKey": "lab", "Token": "lab"}
    return json.dumps({"Code": "Success", "Type": "AWS-HMAC", "LastUpdated": stamp(now), "Expiration": stamp(now + CREDENTIAL_HOURS * 3600), **key})


def interface(node, site):
    mac, cidr, full = address.mac_of(node["ip"]), str(address.NETWORK), "%s.%s" % (address.host_name(node["ip"]), address.DOMAIN % site.region)
    cloud = site.read()
    return {
        mac: {
            "device-number": "0",
            "interface-id": "eni-" + node["id"][2:],
            "mac": mac,
            "owner-id": ACCOUNT,
            "local-hostname": full,
            "local-ipv4s": node["ip"],
            "security-group-ids": "sg-lab",
            "subnet-id": cloud["subnet"],
            "subnet-ipv4-cidr-block": cidr,
            "vpc-id": cloud["vpc"],
            "vpc-ipv4-cidr-block": cidr,
            "vpc-ipv4-cidr-blocks": cidr,
        }
    }


def meta_data(node, site):
    """The tree below /latest/meta-data: folders are dictionaries, files texts."""
    zone = site.region + "a"
    full = "%s.%s" % (address.host_name(node["ip"]), address.DOMAIN % site.region)
    tree = {
        "ami-id": "ami-lab",
        "hostname": full,
        "instance-action": "none",
        "instance-id": node["id"],
        "instance-life-cycle": "on-demand",
        "instance-type": node["instanceType"],
        "local-hostname": full,
        "local-ipv4": node["ip"],
        "mac": address.mac_of(node["ip"]),
        "block-device-mapping": {"ami": "/dev/sda1", "root": "/dev/sda1"},
        "events": {"maintenance": {"history": "[]", "scheduled": "[]"}},
        "iam": {
            "info": json.dumps({"Code": "Success", "InstanceProfileArn": "arn:aws:iam::%s:instance-profile/%s" % (ACCOUNT, node["role"])}),
            "security-credentials": {node["role"]: credentials(node)},
        },
        "network": {"interfaces": {"macs": interface(node, site)}},
        "placement": {"availability-zone": zone, "availability-zone-id": "use2-az1", "region": site.region},
        "services": {"domain": "amazonaws.com", "partition": "aws"},
    }
    if node["metadataTags"]:
        tree["tags"] = {"instance": node["tags"]}
    target = auto_scaling.target_of(site.state, node["name"])
    if target:
        tree["autoscaling"] = {"target-lifecycle-state": target}
    return tree


def identity(node, site):
    return json.dumps(
        {
            "accountId": ACCOUNT,
            "architecture": "x86_64",
            "availabilityZone": site.region + "a",
            "imageId": "ami-lab",
            "instanceId": node["id"],
            "instanceType": node["instanceType"],
            "privateIp": node["ip"],
            "region": site.region,
        }
    )


def listing(folder, above):
    """Names in a folder, folders with a slash; roles, though they hold a file each, have none."""
    return "\n".join(name + ("/" if isinstance(each, dict) and above != "macs" else "") for name, each in folder.items())


def answer(node, path, site):
    """Status and content of a path, without its query."""
    parts = [urllib.parse.unquote(each) for each in path.partition("?")[0].split("/") if each]
    if not parts:
        return 200, "1.0\n2021-03-23\n2021-07-15\nlatest"
    if parts[1:] == ["user-data"]:
        return (200, pathlib.Path(node["userData"]).read_bytes()) if node.get("userData") else (404, "")
    at = {"meta-data": meta_data(node, site), "dynamic": {"instance-identity": {"document": identity(node, site)}}}
    for part in parts[1:]:
        if not isinstance(at, dict) or part not in at:
            return 404, ""
        at = at[part]
    if len(parts) == 1:
        return 200, "dynamic\nmeta-data" + ("\nuser-data" if node.get("userData") else "")
    return 200, listing(at, parts[-1]) if isinstance(at, dict) else at


def handler(site):
    tokens = {}  # with the time until which each is valid

    class Metadata(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 60

        def say(self, status, content="", headers=()):
            content = content if isinstance(content, bytes) else content.encode()
            self.send_response(status)
            for name, value in (*headers, ("Content-Type", "text/plain"), ("Content-Length", str(len(content)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def node(self):
            return site.by_address(self.client_address[0])

        def do_PUT(self):
            node, seconds = self.node(), self.headers.get(TTL, "")
            if node is None or self.path != "/latest/api/token" or not seconds.isdigit():
                return self.say(400)
            if "X-Forwarded-For" in self.headers:
                return self.say(403)
            # EC2 lets the answer with the token go over so many routers and no more
            self.connection.setsockopt(socket.IPPROTO_IP, socket.IP_TTL, node["hopLimit"])
            token = secrets.token_hex(28)
            tokens[token] = time.monotonic() + int(seconds)
            self.say(200, token, [(TTL, seconds)])

        def do_GET(self):
            node = self.node()
            if node is None:
                return self.say(404)
            if tokens.get(self.headers.get("X-aws-ec2-metadata-token"), 0) < time.monotonic():
                return self.say(401)
            self.say(*answer(node, self.path, site))

        def log_message(self, *_):
            pass

    return Metadata
