"""Run on a node at boot: prints the name that the head has given this instance, once the head has written it down.

Resume puts `<prefix>nodes/<instance id>` into the cluster's bucket; the node learns its id from the metadata service and
polls that key, because at boot it can't be told apart from its siblings in any other way.
"""

import sys
import time

import botocore.exceptions

from aws_client import client
from cluster_file import Cluster
from metadata import metadata

POLL_SECONDS = 2
# Without s3:ListBucket, a key that is not there is answered with AccessDenied.
NOT_YET = ("NoSuchKey", "404", "AccessDenied", "403")


def own_name(cluster, instance):
    s3, objects = client(cluster, "s3"), cluster.data["objects"]
    until = time.monotonic() + cluster.data["timeouts"]["resumeSeconds"]
    while time.monotonic() < until:
        try:
            answer = s3.get_object(Bucket=objects["bucket"], Key="%snodes/%s" % (objects["prefix"], instance))
            return answer["Body"].read().decode().strip()
        except botocore.exceptions.ClientError as error:
            if error.response["Error"]["Code"] not in NOT_YET:
                raise
        time.sleep(POLL_SECONDS)
    return None


def main():
    cluster = Cluster.load()
    instance = metadata("instance-id")
    name = own_name(cluster, instance)
    if not name:
        sys.exit("%s was given no name within %d s" % (instance, cluster.data["timeouts"]["resumeSeconds"]))
    print(name)
