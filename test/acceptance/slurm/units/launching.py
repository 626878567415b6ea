"""The real resume program against an EC2 that only counts: which CreateFleet calls jobs make."""

import logging
import os
import tempfile
from unittest import mock

import node_names
import resume_nodes
import scontrol
from clusters import cluster
from instance_book import Book
from instances import Instances

NO_LOG = logging.getLogger("none")
NO_LOG.disabled = True


class Counted(Instances):
    """`room`: instances that a purchase option still has; none named, no limit."""

    def __init__(self, room):
        self.cluster, self.room, self.asked, self.on = cluster(), dict(room), [], {}

    def start(self, request):
        target = request["TargetCapacitySpecification"]
        count, kind = target["TotalTargetCapacity"], target["DefaultTargetCapacityType"]
        self.asked.append(count)
        got = min(count, self.room.get(kind, count))
        if got < count and "MinTargetCapacity" in request.get("OnDemandOptions", request.get("SpotOptions", {})):
            got = 0
        ids = ["i-%d-%d" % (len(self.asked), n) for n in range(got)]
        self.on.update(dict.fromkeys(ids, kind))
        if kind in self.room:
            self.room[kind] -= got
        return ids, [] if got == count else ["InsufficientInstanceCapacity"]

    def addresses(self, ids):
        return {each: "10.0.0.1" for each in ids}

    def end(self, ids):
        for each in ids:
            kind = self.on.pop(each, None)
            if kind in self.room:
                self.room[kind] += 1

    def of_launch(self, token):
        return {}


def jobs_of(nodes, count):
    """[(job, node names)]: so many jobs of so many nodes each."""
    return [(str(job + 1), ["h100-dy-%d" % (job * nodes + n + 1) for n in range(nodes)]) for job in range(count)]


def launch(jobs, room=None):
    """(sizes of the CreateFleet calls, instances that are on, names of the nodes that have one)"""
    ec2, given_back = Counted(room or {}), []
    owners = {job: ("ann", job) for job, _ in jobs}
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(node_names, "announce"), mock.patch.object(
        scontrol, "update", lambda names, **_: given_back.append(names)
    ), mock.patch.object(scontrol, "nodes", return_value={}), mock.patch.object(resume_nodes, "job_owners", lambda _: owners):
        book = Book(os.path.join(folder, "instances.db"))
        resume_nodes.Resume(cluster(), book, ec2, NO_LOG).run([name for _, names in jobs for name in names], jobs)
        started = {name for name, entry in book.nodes().items() if entry[0]}
    return ec2.asked, len(ec2.on), started
