"""Runs on the lab's head:  instance_watch.py ENDPOINT MAP  prints {instance id: address} of what EC2 says is on, at each change.

MAP is written with {address: instance id} for metadata_service.py.
"""

import json
import os
import sys
import time

import boto3

ec2 = boto3.client(
    "ec2", endpoint_url=sys.argv[1], region_name="us-east-1", aws_access_key_id="x", aws_secret_access_key="x"
)
before = None
while True:
    pages = ec2.get_paginator("describe_instances").paginate(
        Filters=[{"Name": "instance-state-name", "Values": ["pending", "running"]}]
    )
    on = {i["InstanceId"]: i["PrivateIpAddress"] for p in pages for r in p["Reservations"] for i in r["Instances"]}
    if on != before:
        with open(sys.argv[2] + ".new", "w") as file:
            json.dump({address: i for i, address in on.items()}, file)
        os.replace(sys.argv[2] + ".new", sys.argv[2])
        print(json.dumps(on), flush=True)
        before = on
    time.sleep(0.25)
