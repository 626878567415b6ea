"""An A record a node in the cluster's private zone. A node knows its own name: it is the host name of its VM.

https://learn.microsoft.com/rest/api/dns/privatedns/record-sets
"""

from concurrent.futures import ThreadPoolExecutor

from azure_client import AzureError, Client

API = "2024-06-01"
AT_ONCE = 8
# Azure allows 500 reads of private DNS in 5 minutes, and 1,000 writes: more records than these are read by their list, 100 a page.
# https://learn.microsoft.com/azure/azure-resource-manager/management/request-limits-and-throttling
READ_ALONE = 20


def announce(cluster, rows):
    """rows: (node, instance, address)"""
    client = Client(cluster)
    each(cluster, rows, lambda path, address: client.call("PUT", path, API, record(cluster, address)))


def forget(cluster, rows):
    """Records that point at these addresses; one that has moved on to another stays."""
    client = Client(cluster)
    listed = by_path(cluster, client) if len(rows) > READ_ALONE and cluster.data["dns"] else None

    def remove(path, address):
        try:
            found = client.call("GET", path, API) if listed is None else listed.get(path, NONE)
            if [each.get("ipv4Address") for each in found["properties"].get("aRecords", [])] == [address]:
                client.call("DELETE", path, API, headers={"If-Match": found["etag"]})
        except AzureError as error:
            if error.status not in (404, 412):
                raise

    each(cluster, rows, remove)


# What the list says of a record that is not there
NONE = {"properties": {}}


def by_path(cluster, client):
    """Every address record of the zone."""
    path = cluster.data["dns"]["zoneId"] + "/A"
    return {"%s/%s" % (path, each["name"]): each for each in client.pages(path, API)}


def record(cluster, address):
    return {"properties": {"ttl": cluster.data["dns"]["ttlSeconds"], "aRecords": [{"ipv4Address": address}]}}


def each(cluster, rows, what):
    if not cluster.data["dns"]:
        return
    zone = cluster.data["dns"]["zoneId"]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda row: what("%s/A/%s" % (zone, row[0]), row[2]), rows))
