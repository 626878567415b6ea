"""What reconcile tells CloudWatch, held against CloudWatch's own service model."""

import logging
import os
import tempfile
import unittest
from unittest import mock

import boto3
import cloud_metrics
import metrics
from botocore.stub import Stubber
from cluster_file import Cluster
from clusters import cluster
from instance_book import Book

NO_LOG = logging.getLogger("none")
NO_LOG.disabled = True


class Metrics(unittest.TestCase):
    def sent(self, prepare=lambda book: None, held=(), namespace="warpform/demo/slurm", error=None):
        client = boto3.client("cloudwatch", region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
        seen = []
        client.meta.events.register("provide-client-params.cloudwatch.PutMetricData", lambda params, **_: seen.append(params))
        with tempfile.TemporaryDirectory() as folder, Stubber(client) as stub, mock.patch.object(metrics, "client", lambda *_: client):
            book = Book(os.path.join(folder, "instances.db"))
            prepare(book)
            if error:
                stub.add_client_error("put_metric_data", error)
            else:
                stub.add_response("put_metric_data", {})
            cloud_metrics.send(Cluster(dict(cluster().data, metricsNamespace=namespace)), book, held, NO_LOG)
        return {each["MetricName"]: each["Value"] for params in seen for each in params["MetricData"]}

    def test_good(self):
        "sends zeros while all is well, so that a silent head is known from a sound one"
        self.assertEqual(self.sent(), {"LaunchesStopped": 0, "RepairsHeldBack": 0, "SyncFailed": 0})

    def test_stopped(self):
        "counts the sources whose launches are stopped, until that is lifted"
        self.assertEqual(self.sent(lambda book: book.failed("h100", 1, 3, "why"))["LaunchesStopped"], 1)
        self.assertEqual(self.sent(lambda book: book.failed("h100", 1, 2, "why"))["LaunchesStopped"], 0)

    def test_held(self):
        "tells of repairs that are held back, by a state that can't be true or by too many nodes"
        self.assertEqual(self.sent(lambda book: book.note("held back", "no mount"))["RepairsHeldBack"], 1)
        self.assertEqual(self.sent(held=["a node"])["RepairsHeldBack"], 1)

    def test_none(self):
        "asks nothing of CloudWatch where the cluster wants no metrics"
        self.assertEqual(self.sent(namespace=None), {})

    def test_refused(self):
        "goes on where CloudWatch refuses"
        self.assertEqual(len(self.sent(error="AccessDenied")), 3)
