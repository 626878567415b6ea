"""EC2's instance metadata service, version 2: a token first, then the value."""

import urllib.error
import urllib.request

METADATA = "http://169.254.169.254/latest/"


def metadata(path):
    put = urllib.request.Request(METADATA + "api/token", method="PUT", headers={"X-aws-ec2-metadata-token-ttl-seconds": "60"})
    with urllib.request.urlopen(put, timeout=5) as answer:
        token = answer.read().decode()
    get = urllib.request.Request(METADATA + "meta-data/" + path, headers={"X-aws-ec2-metadata-token": token})
    with urllib.request.urlopen(get, timeout=5) as answer:
        return answer.read().decode()


def metadata_if_any(path):
    """None where the service has no such entry."""
    try:
        return metadata(path)
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise
