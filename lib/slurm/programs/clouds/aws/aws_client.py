"""boto3 clients with the retries that EC2's throttling asks for, and the one call that old boto3 does not know."""

import os
import urllib.parse
import xml.etree.ElementTree

import boto3
import botocore.auth
import botocore.awsrequest
import botocore.config
import botocore.httpsession

# `standard` mode retries throttling, 5xx and lost connections with exponential back-off and jitter (at most 20 s each).
# They do not count for credentials, which the metadata service is asked for once, for a second; a busy head may be slower.
os.environ.setdefault("AWS_METADATA_SERVICE_TIMEOUT", "10")
os.environ.setdefault("AWS_METADATA_SERVICE_NUM_ATTEMPTS", "5")
RETRIES = {"mode": "standard", "max_attempts": 10}


def client(cluster, service):
    return boto3.client(
        service,
        region_name=cluster.region,
        endpoint_url=cluster.data.get("endpointUrls", {}).get(service),
        config=botocore.config.Config(retries=RETRIES, connect_timeout=10, read_timeout=120),
    )


def query(cluster, action, parameters):
    """A signed EC2 call for actions newer than the distribution's boto3 (DescribeInstanceTopology: 1.33, Debian 12 has 1.26).

    Returns the answer as XML without namespaces; raises OSError with EC2's text for any status but 200.
    """
    url = client(cluster, "ec2").meta.endpoint_url
    body = urllib.parse.urlencode({"Action": action, "Version": "2016-11-15", **parameters})
    request = botocore.awsrequest.AWSRequest(
        "POST", url, data=body, headers={"Content-Type": "application/x-www-form-urlencoded"}
    )
    credentials = boto3.Session().get_credentials()
    botocore.auth.SigV4Auth(credentials, "ec2", cluster.region).add_auth(request)
    answer = botocore.httpsession.URLLib3Session(timeout=60).send(request.prepare())
    if answer.status_code != 200:
        raise OSError("%s: %d %s" % (action, answer.status_code, answer.text[:500]))
    root = xml.etree.ElementTree.fromstring(answer.content)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root
