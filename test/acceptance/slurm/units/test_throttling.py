"""A launch of 1,000 nodes whose calls the cloud refuses for their rate: nothing is left on that no node has."""

import os
import tempfile
import unittest
from unittest import mock

import botocore.exceptions
import node_names
import resume_nodes
import scontrol
from clusters import cluster
from instance_book import Book
from launching import NO_LOG, Counted

ALL = ["h100-dy-[1-1000]"]



class Throttled(Counted):
    """EC2 refuses calls of these names for their rate, after all of boto's own tries."""

    def __init__(self, *refused):
        super().__init__({})
        self.refused = set(refused)

    def call(self, name, answer):
        if name in self.refused:
            raise botocore.exceptions.ClientError({"Error": {"Code": "RequestLimitExceeded"}}, name)
        return answer()

    def addresses(self, ids):
        return self.call("addresses", lambda: {each: "10.0.0.1" for each in ids})

    def of_launch(self, token):
        return self.call("of_launch", lambda: dict(self.on))

    def end(self, ids):
        self.call("end", lambda: super(Throttled, self).end(ids))


class Throttling(unittest.TestCase):
    def run_resume(self, ec2):
        folder, given_back = tempfile.TemporaryDirectory(), []
        self.addCleanup(folder.cleanup)
        names = ["h100-dy-%d" % (n + 1) for n in range(1000)]
        update = lambda names, **_: given_back.append(names)  # noqa: E731
        for what in (
            mock.patch.object(node_names, "announce", lambda *_: ec2.call("announce", lambda: None)),
            mock.patch.object(node_names, "forget"),
            mock.patch.object(scontrol, "update", update),
            mock.patch.object(scontrol, "nodes", return_value={}),
            mock.patch.object(resume_nodes, "job_owners", lambda _: {}),
        ):
            what.start()
            self.addCleanup(what.stop)
        book = Book(os.path.join(folder.name, "instances.db"))
        resume_nodes.Resume(cluster(), book, ec2, NO_LOG).run(names, [("1", names)])
        return book, given_back

    def test_ended(self):
        "ends all of 1,000 instances whose addresses or names EC2 or Route 53 refuse for their rate, and gives their nodes back"
        for refused in ("addresses", "announce"):
            with self.subTest(refused):
                ec2 = Throttled(refused)
                book, given_back = self.run_resume(ec2)
                self.assertEqual((sum(ec2.asked), ec2.on, book.launching(), given_back[:1]), (1000, {}, set(), ALL))

    def test_recovered(self):
        "ends them at the next reconcile where EC2 has refused that too, and gives the nodes back then"
        ec2 = Throttled("addresses", "of_launch", "end")
        book, given_back = self.run_resume(ec2)
        self.assertEqual((len(ec2.on), len(book.launching())), (1000, 1))
        ec2.refused = set()
        with mock.patch("instance_book.process_mark", lambda _: None):
            resume_nodes.Resume(cluster(), book, ec2, NO_LOG).recover()
        self.assertEqual((ec2.on, book.launching(), book.nodes(), given_back[:1]), ({}, set(), {}, ALL))
