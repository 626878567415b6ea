"""Takes over slurm.conf and the files beside it from what the last apply shipped. Run as root, by sync and at the head's set-up.

- Nodes that leave the configuration are drained. While they run jobs, or their instances are not terminated yet, slurm.conf keeps
  their lines, so that the jobs go on; the program then ends with 75 and is run again. So do partitions, closed to new jobs.
- The real slurmctld is asked first (conf_check). What it refuses never replaces the live files.
- A slurmctld that does not come back with the new files gets the old ones again.
- A new head begins with what the one before it had last, so that these hold of an apply that replaces it, too.
- A topology that is refreshed follows the nodes: slurmctld 24.11 ends with a fatal error over a block without its nodes.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time

import conf_check
import host_list
import scontrol
import whole_file
from cluster_file import Cluster
from conf_lines import nodes_in, partitions_in, with_kept, with_partitions
from instance_book import Book
from node_reason import LEAVING
from program_log import open_log
from repairs import OFF
from topology_refresh import refreshed

SHIPPED = "/etc/warpform/etc"
# Beside the book
KEPT = "etc"
NOT_OVER = 75  # EX_TEMPFAIL of sysexits.h
ANSWER_SECONDS = 60
LAUNCH_SECONDS = 120


def read_files(folder, names):
    """name -> text of those that are there; the distribution's packages have folders and secrets beside them."""
    out = {}
    for name in sorted(names):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                out[name] = file.read()
    return out


def write_files(folder, files):
    os.makedirs(folder, exist_ok=True)
    for name, text in files.items():
        whole_file.write(os.path.join(folder, name), text)


def digest(files):
    return hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()


def answers(seconds=0):
    until = time.monotonic() + seconds
    while True:
        if " is UP" in scontrol.run("ping", check=False):
            return True
        if time.monotonic() >= until:
            return False
        time.sleep(1)


def database_answers():
    try:
        return bool(scontrol.run("-n", "show", "cluster", command="sacctmgr"))
    except scontrol.SlurmError:
        return False


class InstallConf:
    def __init__(self, cluster, book, log, restart, shipped=SHIPPED):
        self.cluster, self.book, self.log, self.restart = cluster, book, log, restart
        self.etc, self.kept = cluster.data["paths"]["slurmEtc"], cluster.state_file(KEPT)
        self.shipped = read_files(shipped, os.listdir(shipped))
        self.live = self.read_live()

    def read_live(self):
        return read_files(self.etc, self.shipped)

    def run(self):
        """0: taken over; 75: but for nodes that leave; 1: refused."""
        running = answers()
        leaving = self.leave() if running else []
        closing = self.closing() if running else []
        if (leaving or closing) and self.book.noted("conf shipped") == digest(self.shipped):
            self.log.info("waits for %s", ", ".join([host_list.compress(leaving), *closing]).strip(", "))
            return NOT_OVER
        wanted = self.candidate(leaving, closing)
        if wanted != self.live or not running:
            if not self.install(wanted):
                return 1
        self.book.note("conf shipped", digest(self.shipped))
        self.keep(wanted)
        return NOT_OVER if leaving or closing else 0

    def leave(self):
        """Drains the nodes that Slurm has and cluster.json does not; those that still have an instance."""
        nodes, entries = scontrol.nodes(), self.book.nodes()
        gone = {name: node for name, node in nodes.items() if self.cluster.place_of(name) is None}
        undrained = [name for name, node in gone.items() if "DRAIN" not in node.state]
        if undrained:
            self.log.warning("%s left the configuration", host_list.compress(undrained))
            scontrol.update(host_list.compress(undrained), State="DRAIN", Reason=LEAVING)
        return [name for name, node in gone.items() if name in entries or not node.state & OFF]

    def closing(self):
        """Partitions that Slurm has and the new files do not, whose jobs wait or run."""
        gone = partitions_in(self.live.get("slurm.conf", "")) - partitions_in(self.shipped.get("slurm.conf", ""))
        used = scontrol.run("-h", "-a", "-o", "%P", command="squeue").replace(",", "\n").split() if gone else []
        return sorted(gone & set(used))

    def candidate(self, leaving, closing=()):
        files = dict(self.shipped)
        for name in ("slurm.conf", "gres.conf"):
            if name in files and name in self.live:
                files[name] = with_kept(files[name], self.live[name], leaving, host_list.expand, host_list.compress)
        if closing:
            files["slurm.conf"] = with_partitions(files["slurm.conf"], self.live["slurm.conf"], closing, host_list.expand, host_list.compress)
        if self.cluster.data["topology"].get("refresh"):
            files["topology.conf"] = self.topology(leaving)
        return files

    def topology(self, leaving):
        """What the refresh has found, where it places the very nodes of slurm.conf; else as the cloud says now, else as shipped."""
        wanted = {name for pool in self.cluster.data["pools"] for span in pool["ranges"] for name in self.cluster.names(span)}
        live = self.live.get("topology.conf", "")
        same_size = [line for line in live.splitlines() if line.startswith("BlockSizes")] == [
            line for line in self.shipped["topology.conf"].splitlines() if line.startswith("BlockSizes")
        ]
        if nodes_in(live, host_list.expand) == wanted | set(leaving) and same_size:
            return live
        try:
            return refreshed(self.cluster, self.book, wanted | set(leaving))[0]
        except Exception as error:  # the cloud is asked again in five minutes
            self.log.warning("topology as shipped: %s", error)
            return self.shipped["topology.conf"]

    def install(self, files):
        if self.book.noted("conf refused") == digest(files):
            self.log.warning("refused before, and not changed since: %s", self.book.noted("conf fault"))
            return False
        fault = conf_check.find_fault(files, self.etc)
        if fault:
            return self.refuse(files, "slurmctld would not start: " + fault)
        if self.wants_database(files) and not database_answers():
            self.log.error("the database does not answer, in which new types of GPUs are entered; it is tried again")
            return False
        before = {name: self.live[name] for name in files if name in self.live}
        self.wait_for_launches()
        write_files(self.etc, files)
        if self.back_up():
            scontrol.run("reconfigure", check=False)  # nodes fetch what is theirs
            self.log.info("slurmctld took over %s", ", ".join(name for name in files if files[name] != self.live.get(name)))
            return True
        write_files(self.etc, before)
        if not self.back_up():  # something else is wrong, such as the database on a new cluster
            self.log.error("slurmctld did not come back, nor with the old files, which are live again; it is tried again")
            return False
        return self.refuse(files, "slurmctld did not come back; with the old files it did")

    def keep(self, files):
        """On the state volume, for a head that takes this one's place while nodes and partitions are still leaving."""
        try:
            os.makedirs(self.kept, exist_ok=True)
            there = read_files(self.kept, os.listdir(self.kept))
            if there != files:
                write_files(self.kept, files)
            for name in set(there) - set(files):
                os.unlink(os.path.join(self.kept, name))
        except OSError as error:  # a full disk; it is tried again with the next change
            self.log.warning("no copy of the files for another head: %s", error)

    def wants_database(self, files):
        """slurmctld does not start with a resource that the database does not have and can't be told of."""
        new, old = (conf_check.setting(each.get("slurm.conf", ""), "AccountingStorageTRES") for each in (files, self.live))
        return bool(set(new.split(",")) - set(old.split(",")) - {""})

    def refuse(self, files, fault):
        self.book.note("conf refused", digest(files))
        self.book.note("conf fault", fault)
        self.log.error("the live files stay as they are: %s", fault)
        return False

    def back_up(self):
        """slurmctld with the files as they are now; a restart reads new nodes in every release, and running jobs go on."""
        return subprocess.call(self.restart, shell=True) == 0 and answers(ANSWER_SECONDS)

    def wait_for_launches(self):
        """A restart would end resume programs, whose instances would be launched in vain."""
        until = time.monotonic() + LAUNCH_SECONDS
        while self.book.launching() and time.monotonic() < until:
            time.sleep(2)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--restart", default="systemctl restart slurmctld", help="command that restarts slurmctld")
    parser.add_argument("--first", action="store_true", help="only where there is no slurm.conf of ours yet, and without a slurmctld")
    options = parser.parse_args()
    cluster = Cluster.load()
    if options.first:
        etc = cluster.data["paths"]["slurmEtc"]
        if "written by warpform" not in read_files(etc, ["slurm.conf"]).get("slurm.conf", ""):
            kept = cluster.state_file(KEPT)
            first = kept if os.path.exists(os.path.join(kept, "slurm.conf")) else SHIPPED
            write_files(etc, read_files(first, os.listdir(first)))
        return
    book = Book(cluster.state_file("instances.db"))
    sys.exit(InstallConf(cluster, book, open_log(cluster, "install-conf"), options.restart).run())
