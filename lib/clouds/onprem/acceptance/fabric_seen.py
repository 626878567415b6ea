"""The fabric as ibnetdiscover sees it from the ports of this host, with the names of the plan."""
import re
import subprocess


def run(*command, seconds=600):
    """Standard output of a program; what went wrong otherwise."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RuntimeError(f"{command[0]}: {error}") from error
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


# Gb/s of one lane, as rates are sold: https://www.infinibandta.org/ibta-roadmap/
GBPS_OF_LANE = {"SDR": 2.5, "DDR": 5, "QDR": 10, "FDR10": 10, "FDR": 14, "EDR": 25, "HDR": 50, "NDR": 100, "XDR": 200}


def gbps_of(rate):
    """Gb/s of a rate in ibnetdiscover's words, `4xNDR`; None where it is not known."""
    lanes, _, speed = rate.partition("x")
    return int(lanes) * GBPS_OF_LANE[speed] if speed in GBPS_OF_LANE else None


def hexadecimal(guid):
    return int(guid, 16)


def local_ports():
    """(HCA, port, GUID) of each port of this host that has an InfiniBand link."""
    found = []
    for device in run("ibstat", "-l").split():
        for number, text in re.findall(r"Port (\d+):\n((?:\t\t.*\n?)*)", run("ibstat", device)):
            guid = re.search(r"Port GUID: 0x([0-9a-f]+)", text)
            if guid and "State: Down" not in text and "Link layer: Ethernet" not in text:
                found.append((device, number, int(guid[1], 16)))
    if not found:
        raise RuntimeError("this host has no InfiniBand port with a link")
    return found


class Fabric:
    """What ibnetdiscover sees from the ports of this host: links between (device, port), devices by the names of the plan."""

    def __init__(self, plan):
        self.ports = {hexadecimal(p["guid"]): (p["node"], p["port"]) for p in plan["ports"]}
        self.switches = {hexadecimal(d["guid"]): d["name"] for d in plan["devices"] if d["guid"]}
        names = {d["name"] for d in plan["devices"]}
        self.nodes = {cable["from"][0] for cable in plan["cables"]} - names
        self.links = {}
        self.lids = {}  # of a port's GUID: (HCA and port of this host that its subnet is seen from, LID there)
        self.rates = {}  # of an end: width and speed, as "4xNDR"
        self.ends_of = {}  # of a port's GUID: the switch ports that it is seen at
        self.seen = set()
        self.unknown = set()
        # Each plane is a subnet of its own, with LIDs of its own; a port that another one sees is on the same.
        for device, number, guid in local_ports():
            if guid not in self.seen:
                self._read(run("ibnetdiscover", "-C", device, "-P", number), names, (device, number))
        self.unseen = self._planes_unseen(plan, names)

    def _planes_unseen(self, plan, names):
        """The switches of planes of which no switch was seen, by their first name; none where nothing at all was seen of the plan."""
        plane = {name: {name} for name in names}
        for cable in plan["cables"]:
            one, other = cable["from"][0], cable["to"][0]
            if one in names and other in names and plane[one] is not plane[other]:
                plane[one] |= plane[other]
                for name in plane[other]:
                    plane[name] = plane[one]
        found = {device for device, _ in self.links} & names
        unseen = {min(group): group for group in plane.values() if not group & found}
        return unseen if found else {}

    def plane_unseen(self, device):
        """The first switch of the plane that a switch is on, where none of that plane was seen."""
        return next((first for first, group in self.unseen.items() if device in group), None)

    def _read(self, text, names, local):
        at = None
        for line in text.splitlines():
            head = re.match(r'(Switch|Ca)\s+\d+ "[SH]-([0-9a-f]+)"\s+# "([^"]*)"', line)
            if head:
                guid, description = int(head[2], 16), head[3]
                if head[1] == "Switch":
                    name = self.switches.get(guid, description if description in names else None)
                    at = ("switch", name or f"unknown switch {description} 0x{guid:016x}")
                else:
                    at = ("ca", description)
                continue
            link = re.match(r'\[(\d+)\](?:\(([0-9a-f]+)\))?\s+"([SH])-([0-9a-f]+)"\[(\d+)\](?:\(([0-9a-f]+)\))?\s+#(.*)', line)
            if not link or at is None:
                continue
            rate = re.search(r"\b(\d+x[A-Z]+\d*)\s*$", line)
            if at[0] == "switch":
                end = (at[1], int(link[1]))
                if rate:
                    self.rates[end] = rate[1]
                if link[3] == "H" and link[6]:
                    self.ends_of.setdefault(int(link[6], 16), set()).add(end)
            if at[0] == "ca":
                guid = int(link[2], 16)
                self.seen.add(guid)
                end = self.ports.get(guid) or self._described(at[1], int(link[1]))
                if end is None:
                    self.unknown.add(f"{at[1]} port {link[1]} 0x{guid:016x}")
                    end = (at[1], int(link[1]))
                lid = re.match(r"\s*lid (\d+) ", link[7])
                if lid:
                    self.lids[guid] = (local, int(lid[1]))
                peer = self._switch(int(link[4], 16), link[7], names)
                self._add(end, (peer, int(link[5])))
            elif link[3] == "S":
                peer = self._switch(int(link[4], 16), link[7], names)
                self._add((at[1], int(link[1])), (peer, int(link[5])))

    def _switch(self, guid, comment, names):
        quoted = re.search(r'"([^"]*)"', comment)
        description = quoted[1] if quoted else ""
        return self.switches.get(guid) or (description if description in names else f"unknown switch {description} 0x{guid:016x}")

    def _described(self, description, port):
        """A port without a GUID in the plan: `dgx001-hca3`, `dgx001 HCA-3`, or the only port of `dgx001`."""
        match = re.match(r"([a-z0-9][a-z0-9-]*?)[- ](?:HCA-|hca|mlx5_)(\d+)$", description)
        if match and match[1] in self.nodes:
            return (match[1], int(match[2]))
        return (description, port) if description in self.nodes else None

    def _add(self, one, other):
        self.links[one] = other
        self.links[other] = one


def end_in_words(end):
    return f"{end[0]} port {end[1]}"


def unseen_in_words(fabric):
    why = "was not seen, since no port of this host is on it: run accept on a node with a port on every plane"
    return [f"the plane of {first} {why}" for first in sorted(fabric.unseen)]
