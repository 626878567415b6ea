"""Lambda function that Terraform invokes when a pool of a Slurm cluster is destroyed: ends the pool's instances, which the head
has launched and Terraform's state does not know. It answers once no new one has come for a while, and fails, and with it the destroy,
if that takes too long.
"""

import time

import boto3

LIVE = ["pending", "running", "stopping", "stopped"]
LOOK_SECONDS = 15
# A launch that EC2 had accepted shows up within this time
QUIET_SECONDS = 75
MOST_SECONDS = 600
IDS_PER_CALL = 1000


def live(ec2, event):
    filters = [
        {"Name": "tag:" + event["tagKey"], "Values": [event["tagValue"]]},
        {"Name": "tag:warpform:pool", "Values": [event["pool"]]},
        {"Name": "instance-state-name", "Values": LIVE},
    ]
    pages = ec2.get_paginator("describe_instances").paginate(Filters=filters)
    return [i["InstanceId"] for page in pages for r in page["Reservations"] for i in r["Instances"]]


def handler(event, context, ec2=None, sleep=time.sleep, clock=time.monotonic):
    if event.get("tf", {}).get("action") != "delete":
        return {"ended": []}
    ec2, ended = ec2 or boto3.client("ec2"), set()
    started = quiet_since = clock()
    while clock() - quiet_since < QUIET_SECONDS:
        ids = live(ec2, event)
        for n in range(0, len(ids), IDS_PER_CALL):
            ec2.terminate_instances(InstanceIds=ids[n : n + IDS_PER_CALL])
        if ids:
            ended.update(ids)
            quiet_since = clock()
            print("terminates %s of pool %s" % (" ".join(ids), event["pool"]))
        if clock() - started > MOST_SECONDS:
            raise RuntimeError("pool %s still launches instances after %d s: %s" % (event["pool"], MOST_SECONDS, " ".join(ids)))
        sleep(LOOK_SECONDS)
    return {"ended": sorted(ended)}
