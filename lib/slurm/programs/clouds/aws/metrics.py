"""Metrics in CloudWatch."""

import botocore.exceptions

from aws_client import client

REFUSED = (botocore.exceptions.BotoCoreError, botocore.exceptions.ClientError)


def put(cluster, namespace, values):
    """values: name -> count"""
    data = [{"MetricName": name, "Value": value, "Unit": "Count"} for name, value in values.items()]
    client(cluster, "cloudwatch").put_metric_data(Namespace=namespace, MetricData=data)
