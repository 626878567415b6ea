"""cluster.json as the programs see it: which pool, range and capacity sources a node name belongs to.

The file's fields are documented in lib/slurm/cluster-file.ts, which is their only definition.
"""

import json
import os
import re

PATH = "/etc/warpform/cluster.json"
FORMAT = 1


def is_mounted(path):
    """Bind mounts of the same disk too, which os.path.ismount does not see."""
    with open("/proc/self/mountinfo", encoding="utf-8") as file:
        return any(line.split()[4].replace("\\040", " ") == path for line in file)


class Cluster:
    """One cluster.json, with the look-ups that more than one program needs."""

    def __init__(self, data):
        if data.get("format") != FORMAT:
            raise SystemExit("cluster.json has format %r, these programs know %d" % (data.get("format"), FORMAT))
        self.data = data
        self.name = data["clusterName"]
        self.region = data["region"]
        self.tag = (data["clusterTag"]["key"], data["clusterTag"]["value"])
        self.pools = {pool["name"]: pool for pool in data["pools"]}
        self._ranges = {}
        for pool in data["pools"]:
            for span in pool["ranges"]:
                self._ranges.setdefault(span["prefix"], []).append((pool, span))

    @classmethod
    def load(cls, path=None):
        with open(path or os.environ.get("WARPFORM_CLUSTER", PATH), encoding="utf-8") as file:
            return cls(json.load(file))

    def place_of(self, node):
        """(pool, range) of a node name, or None for a name that is not this cluster's."""
        match = re.fullmatch(r"(.*?)(\d+)", node)
        for pool, span in self._ranges.get(match.group(1), []) if match else []:
            if span["first"] <= int(match.group(2)) <= span["last"]:
                return pool, span
        return None

    def is_static(self, node):
        place = self.place_of(node)
        return place is not None and place[1]["kind"] == "static"

    def names(self, span):
        """All node names of a range."""
        return ["%s%d" % (span["prefix"], n) for n in range(span["first"], span["last"] + 1)]

    def sources_of(self, pool, span):
        """Capacity sources of a range in the order to try."""
        return [pool["sources"][n] for n in span["sources"]]

    def state_file(self, name):
        """Path of a file on the state volume; nothing may work on the empty folder below a volume that is not mounted."""
        mount = self.data["paths"].get("stateMount")
        if mount and not is_mounted(mount):
            raise SystemExit("the state volume is not mounted at %s; nothing is done without it" % mount)
        return os.path.join(self.data["paths"]["state"], name)
