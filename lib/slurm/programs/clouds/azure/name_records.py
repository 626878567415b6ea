"""An A record a node in the cluster's private zone. A node knows its own name: it is the host name of its VM.

https://learn.microsoft.com/rest/api/dns/privatedns/record-sets
"""

from concurrent.futures import ThreadPoolExecutor

from azure_client import AzureError, Client

API = "2024-06-01"
AT_ONCE = 8


def announce(cluster, rows):
    """rows: (node, instance, address)"""
    client = Client(cluster)
    each(cluster, rows, lambda path, address: client.call("PUT", path, API, record(cluster, address)))


def forget(cluster, rows):
    """Records that point at these addresses; one that has moved on to another stays."""
    client = Client(cluster)

    def remove(path, address):
        try:
            found = client.call("GET", path, API)
            if [each.get("ipv4Address") for each in found["properties"].get("aRecords", [])] == [address]:
                client.call("DELETE", path, API, headers={"If-Match": found["etag"]})
        except AzureError as error:
            if error.status not in (404, 412):
                raise

    each(cluster, rows, remove)


def record(cluster, address):
    return {"properties": {"ttl": cluster.data["dns"]["ttlSeconds"], "aRecords": [{"ipv4Address": address}]}}


def each(cluster, rows, what):
    if not cluster.data["dns"]:
        return
    zone = cluster.data["dns"]["zoneId"]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda row: what("%s/A/%s" % (zone, row[0]), row[2]), rows))
