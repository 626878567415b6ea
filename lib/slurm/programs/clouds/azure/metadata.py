"""Azure's instance metadata service. https://learn.microsoft.com/azure/virtual-machines/instance-metadata-service"""

import json
import urllib.parse
import urllib.request

METADATA = "http://169.254.169.254"
# It must not be asked through a proxy.
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def metadata(path, version, query=None, urls=None):
    """Text of an answer; urls: addresses that stand in for the usual ones."""
    words = urllib.parse.urlencode({"api-version": version, **(query or {})})
    url = "%s/metadata/%s?%s" % ((urls or {}).get("metadata", METADATA), path, words)
    with OPENER.open(urllib.request.Request(url, headers={"Metadata": "true"}), timeout=10) as answer:
        return answer.read().decode()


def compute(urls=None):
    """What Azure says of this machine: name, vmSize, tagsList, osProfile …"""
    return json.loads(metadata("instance/compute", "2021-02-01", urls=urls))
