"""Instances that programs on machines launch, as machines of the lab:  python -m bootlab.launcher STATE

Whatever EC2 holds for running is on, whatever it no longer does is off. Run in the lab's network, by a Python that has boto3.
"""

import base64
import binascii
import pathlib
import sys
import time
import traceback

from . import fleet, groups
from .account import client
from .files import read_json


def user_data(ec2, instance):
    """Once or twice in base64, as moto was given it."""
    said = ec2.describe_instance_attribute(InstanceId=instance, Attribute="userData")["UserData"].get("Value", "")
    content = said.encode()
    for _ in range(2):
        try:
            content = base64.b64decode(content, validate=True)
        except binascii.Error:
            break
    return content


def running(ec2):
    pages = ec2.get_paginator("describe_instances").paginate(Filters=[{"Name": "instance-state-name", "Values": ["pending", "running"]}])
    return {each["InstanceId"]: each for page in pages for reservation in page["Reservations"] for each in reservation["Instances"]}


def launched(ec2, state, instance, shape):
    """A machine of the site's shape for what is launched."""
    identifier = instance["InstanceId"]
    path = state / "user-data" / identifier
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(user_data(ec2, identifier))
    tags = {each["Key"]: each["Value"] for each in instance.get("Tags", ())}
    of_ec2 = {"id": identifier, "ip": instance["PrivateIpAddress"], "instanceType": instance["InstanceType"], "tags": tags}
    of_ec2["groups"] = groups.of_launched(read_json(state / "launches.json"), tags)
    return {**shape, **of_ec2, "name": identifier, "userData": str(path), "hopLimit": 2, "metadataTags": True}


def follow(ec2, state, shape, on):
    """Brings the lab to where EC2 is; `on` are those that have been switched on. One that can't be now keeps no other from it, and is tried again."""
    wanted = {identifier: each for identifier, each in running(ec2).items() if identifier not in shape["fixed"]}
    for identifier in on - wanted.keys():
        fleet.cut(state, identifier)
        on.discard(identifier)
    for identifier in wanted.keys() - on:
        try:
            fleet.add(state, launched(ec2, state, wanted[identifier], shape["node"]))
            fleet.start(state, identifier)
            on.add(identifier)
        except Exception:
            said(identifier)
            fleet.cut(state, identifier)


def said(what):
    """For the log, and whoever asks the lab what went wrong."""
    print("%s: %s" % (what, traceback.format_exc()), flush=True)


def main(state):
    state = pathlib.Path(state)
    site, fixed = read_json(state / "site.json"), set(read_json(state / "fixed.json"))
    ec2, on = client("ec2", site["region"]), set()
    while True:
        try:
            follow(ec2, state, {"node": site["launch"], "fixed": fixed}, on)
        except Exception:  # a call that fails now is made again
            said("a round")
        time.sleep(1)


if __name__ == "__main__":
    main(sys.argv[1])
