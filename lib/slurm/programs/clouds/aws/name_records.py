"""Makes node and instance known to each other: one S3 object an instance, which the node reads, an A record a node."""

from concurrent.futures import ThreadPoolExecutor

import botocore.exceptions

from aws_client import client

KEYS_PER_CALL = 1000
# ChangeResourceRecordSets takes 1,000 records, and an UPSERT counts twice.
# https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DNSLimitations.html
RECORDS_PER_CALL = 500
UPLOADS_AT_ONCE = 16


def announce(cluster, rows):
    """rows: (node, instance, address)"""
    s3, objects = client(cluster, "s3"), cluster.data["objects"]

    def upload(row):
        s3.put_object(Bucket=objects["bucket"], Key=key(cluster, row[1]), Body=row[0].encode())

    with ThreadPoolExecutor(UPLOADS_AT_ONCE) as pool:
        list(pool.map(upload, rows))
    records(cluster, "UPSERT", [(node, address) for node, _, address in rows])


def forget(cluster, rows):
    """Takes the objects and records away again."""
    s3, objects = client(cluster, "s3"), cluster.data["objects"]
    for n in range(0, len(rows), KEYS_PER_CALL):
        keys = [{"Key": key(cluster, row[1])} for row in rows[n : n + KEYS_PER_CALL]]
        s3.delete_objects(Bucket=objects["bucket"], Delete={"Objects": keys, "Quiet": True})
    records(cluster, "DELETE", [(node, address) for node, _, address in rows])


def key(cluster, instance):
    return "%snodes/%s" % (cluster.data["objects"]["prefix"], instance)


def records(cluster, action, addresses):
    zone = cluster.data["dns"]
    if not zone:
        return
    route53 = client(cluster, "route53")
    for n in range(0, len(addresses), RECORDS_PER_CALL):
        changes = [
            {
                "Action": action,
                "ResourceRecordSet": {
                    "Name": "%s.%s" % (node, zone["domain"]),
                    "Type": "A",
                    "TTL": zone["ttlSeconds"],
                    "ResourceRecords": [{"Value": address}],
                },
            }
            for node, address in addresses[n : n + RECORDS_PER_CALL]
        ]
        try:
            route53.change_resource_record_sets(HostedZoneId=zone["zoneId"], ChangeBatch={"Changes": changes})
        except botocore.exceptions.ClientError as error:
            # A record that is not there (or has moved on to another address) needs no deleting, but fails the whole batch.
            if action != "DELETE" or error.response["Error"]["Code"] != "InvalidChangeBatch":
                raise
            for node, address in addresses[n : n + RECORDS_PER_CALL] if len(changes) > 1 else []:
                records(cluster, action, [(node, address)])


