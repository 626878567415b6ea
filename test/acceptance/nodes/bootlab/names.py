"""DNS as a VPC's resolver answers it: AWS's own names, Route 53's private zones, instances, and what a check adds."""

import http.client
import ipaddress
import re
import socket
import socketserver
import struct
import threading
import time

from . import address

OF_AWS = re.compile(r"(^|\.)(amazonaws\.com|api\.aws)$")
TYPES = {1: "A", 5: "CNAME", 12: "PTR", 16: "TXT", 28: "AAAA", 33: "SRV"}
SECONDS = 5  # how long an answer may be kept
UNKNOWN = 3  # NXDOMAIN
PATIENCE = 1.5  # seconds that a query waits for newer records


class Zones:
    """Records of all hosted zones that moto has, at most a second old; while moto is too busy to answer, the last that it said: Route 53 goes on
    answering from what it has, too (https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/global-services.html)."""

    def __init__(self, port):
        self.port, self.at, self.known, self.zones, self.reading, self.failed = port, 0.0, [], [], threading.Lock(), None

    def ask(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        signed = "AWS4-HMAC-SHA256 Credential=lab/20260101/us-east-1/route53/aws4_request"
        connection.request("GET", "/2013-04-01/hostedzone" + path, headers={"Host": "route53.amazonaws.com", "Authorization": signed})
        return connection.getresponse().read().decode()

    def read(self):
        listed = self.ask("")
        sets = [each for zone in re.findall(r"<Id>/hostedzone/(\w+)", listed) for each in self.ask("/%s/rrset" % zone).split("<ResourceRecordSet>")[1:]]
        self.known = [(tag("Name", each).rstrip(".").lower(), tag("Type", each), re.findall(r"<Value>(.*?)</Value>", each)) for each in sets]
        self.zones = [name.rstrip(".").lower() for name in re.findall("<Name>(.*?)</Name>", listed)]
        self.at = time.monotonic()

    def refresh(self):
        try:
            self.read()
        except (OSError, http.client.HTTPException) as error:
            self.failed = error
        finally:
            self.reading.release()

    def records(self):
        """Nobody waits longer than clients do: a query has five seconds, and two tries."""
        if time.monotonic() - self.at > 1 and self.reading.acquire(blocking=False):
            threading.Thread(target=self.refresh, daemon=True).start()
        ends = time.monotonic() + (PATIENCE if self.at else 30)
        while self.reading.locked() and time.monotonic() < ends:
            time.sleep(0.01)
        if not self.at:
            raise RuntimeError("no record is known yet") from self.failed
        return self.known


def tag(name, text):
    return re.search("<%s>(.*?)</%s>" % (name, name), text).group(1)


def outside(name, zones, region):
    """Whether somebody else than the VPC would have to answer. Not so for a service (RFC 8552) without a domain, which is asked for as it stands before
    the domains that are searched: no top-level domain begins with an underscore."""
    own = (*zones, address.DOMAIN % region, "in-addr.arpa")
    return not any(name == each or name.endswith("." + each) for each in own) and not name.rpartition(".")[2].startswith("_")


def instance_records(nodes, region):
    for node in nodes.values():
        full = "%s.%s" % (address.host_name(node["ip"]), address.DOMAIN % region)
        yield full, "A", [node["ip"]]
        yield ipaddress.ip_address(node["ip"]).reverse_pointer, "PTR", [full]


def look_up(name, kind, records):
    """Values; none where the name has another type of record; None where nobody knows it."""
    if OF_AWS.search(name):
        return [address.AWS] if kind == "A" else []
    of_name = [(of_kind, values) for known, of_kind, values in records if known == name]
    if not of_name:
        return None
    return next((values for of_kind, values in of_name if of_kind == kind), [])


def encoded(name):
    labels = [each.encode() for each in name.strip(".").split(".")]
    return b"".join(bytes([len(each)]) + each for each in labels) + b"\0"


def question_of(query):
    """Name, type and end of the one question that a query has (RFC 1035)."""
    labels, at = [], 12
    while query[at]:
        labels.append(query[at + 1 : at + 1 + query[at]].decode().lower())
        at += 1 + query[at]
    (number,) = struct.unpack_from("!H", query, at + 1)
    return ".".join(labels), TYPES.get(number, str(number)), at + 5


def data_of(kind, value):
    if kind == "A":
        return address.packed(value)
    if kind == "TXT":
        return bytes([len(value)]) + value.encode()
    if kind == "SRV":
        *numbers, target = value.split()
        return struct.pack("!HHH", *(int(each) for each in numbers)) + encoded(target)
    return encoded(value)


def answer(query, values):
    _, kind, end = question_of(query)
    code = UNKNOWN if values is None else 0
    head = query[:2] + struct.pack("!HHHHH", 0x8580 | code, 1, len(values or []), 0, 0)
    found = b""
    for value in values or []:
        data = data_of(kind, value)
        found += b"\xc0\x0c" + query[end - 4 : end] + struct.pack("!IH", SECONDS, len(data)) + data
    return head + query[12:end] + found


class Resolver:
    def __init__(self, site, log, port):
        self.site, self.log, self.zones = site, log, Zones(port)

    def reply(self, query, who):
        name, kind, _ = question_of(query)
        added = [(each["name"].lower(), each["type"], each["values"]) for each in self.site.read()["records"]]
        records = [*added, *self.zones.records(), *instance_records(self.site.nodes(), self.site.region)]
        values = look_up(name, kind, records)
        if values is None:
            self.log("outside" if outside(name, self.zones.zones, self.site.region) else "absent", self.site.name_at(who), name)
        return answer(query, values)

    def servers(self, ip):
        """One for datagrams, and one for connections, at an address."""
        resolver = self

        class Datagram(socketserver.BaseRequestHandler):
            def handle(self):
                query, listener = self.request
                listener.sendto(resolver.reply(query, self.client_address[0]), self.client_address)

        class Stream(socketserver.StreamRequestHandler):
            timeout = 5

            def handle(self):
                (length,) = struct.unpack("!H", self.rfile.read(2))
                said = resolver.reply(self.rfile.read(length), self.client_address[0])
                self.wfile.write(struct.pack("!H", len(said)) + said)

        for kind, handler in ((socketserver.ThreadingUDPServer, Datagram), (socketserver.ThreadingTCPServer, Stream)):
            server = kind((ip, 53), handler)
            server.daemon_threads = True
            yield server


def clock():
    """Answers NTP with the machine's own time (RFC 5905)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind((address.CLOCK, 123))
        since_1900 = 2208988800
        while True:
            packet, who = listener.recvfrom(256)
            now = struct.pack("!Q", int((time.time() + since_1900) * 2**32))
            # no leap second, version 4, server, stratum 1; poll as asked, precision about a microsecond
            head = struct.pack("!BBBb", 0x24, 1, packet[2], -20) + bytes(8) + b"LAB\0"
            listener.sendto(head + now + packet[40:48] + now + now, who)
