"""The lab's network: who has which address, and DHCP, by which nodes get theirs."""

import ipaddress
import socket
import struct

NETWORK = ipaddress.ip_network("172.31.0.0/16")  # moto's default VPC, which gives instances their addresses
GATEWAY, RESOLVER, AWS = (str(NETWORK[index]) for index in (1, 2, 3))
METADATA, AMAZON_RESOLVER, CLOCK = "169.254.169.254", "169.254.169.253", "169.254.169.123"
BRIDGE, CARD, MTU = "lab0", "ens5", 9001
APT_PORT = 3142
DOMAIN = "%s.compute.internal"

# What stands in for the cloud has all addresses but those of nodes. Whatever is outside answers at once that it can't be reached.
SET_UP = """
set -eu
ip link set lo up
ip link add {bridge} type bridge
ip link set {bridge} mtu {mtu} up
for address in {gateway}/{length} {others}; do ip address add $address dev {bridge}; done
ip route add unreachable default
echo 1 > /proc/sys/net/ipv4/ip_forward
exec "$@"
""".format(
    bridge=BRIDGE,
    mtu=MTU,
    gateway=GATEWAY,
    length=NETWORK.prefixlen,
    others=" ".join("%s/32" % each for each in (RESOLVER, AWS, METADATA, AMAZON_RESOLVER, CLOCK)),
)


def mac_of(ip):
    """Locally administered, and different for each address of the network."""
    return "0a:ff:" + ":".join("%02x" % byte for byte in ipaddress.ip_address(ip).packed)


def host_name(ip):
    return "ip-" + ip.replace(".", "-")


def packed(*addresses):
    return b"".join(ipaddress.ip_address(each).packed for each in addresses)


COOKIE = b"\x63\x82\x53\x63"
DISCOVER, OFFER, REQUEST, ACK = 1, 2, 3, 5
END, PAD, TYPE = 255, 0, 53


def options_of(packet):
    """Options of a DHCP packet by their numbers (RFC 2132)."""
    found, at = {}, packet.index(COOKIE) + len(COOKIE)
    while at < len(packet) and packet[at] != END:
        if packet[at] == PAD:
            at += 1
            continue
        length = packet[at + 1]
        found[packet[at]] = packet[at + 2 : at + 2 + length]
        at += 2 + length
    return found


def lease(packet, node, region):
    """The answer to a DHCP packet of a node (RFC 2131), as a VPC gives it; None where it asks for nothing."""
    asked = options_of(packet).get(TYPE, b"\0")[0]
    kind = {DISCOVER: OFFER, REQUEST: ACK}.get(asked)
    if kind is None:
        return None
    hour = struct.pack("!I", 3600)
    answers = {
        TYPE: bytes([kind]),
        54: packed(GATEWAY),  # who answers
        51: hour,
        1: NETWORK.netmask.packed,
        3: packed(GATEWAY),  # router
        6: packed(RESOLVER),
        12: host_name(node["ip"]).encode(),
        15: (DOMAIN % region).encode(),
        26: struct.pack("!H", MTU),
    }
    head = struct.pack("!BBBB4sHH", 2, 1, 6, 0, packet[4:8], 0, 0x8000)
    body = packed("0.0.0.0", node["ip"], GATEWAY, "0.0.0.0") + packet[28:44] + bytes(64 + 128) + COOKIE
    said = b"".join(bytes([number, len(value)]) + value for number, value in answers.items())
    return (head + body + said + bytes([END])).ljust(300, b"\0")


def serve(site, log):
    """Answers nodes for good."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, BRIDGE.encode())
        listener.bind(("", 67))
        while True:
            packet = listener.recv(1500)
            mac = packet[28:34].hex(":")
            node = next((each for each in site.nodes().values() if mac_of(each["ip"]) == mac), None)
            answer = lease(packet, node, site.region) if node and COOKIE in packet else None
            if answer:
                listener.sendto(answer, ("255.255.255.255", 68))
                log("dhcp", node["name"], node["ip"])
