"""The cluster's instances in EC2: start a fleet, find, wait for addresses, end."""

import email.utils
import time

import botocore.exceptions

from aws_client import client
from fleet_request import fleet_request, tags
from instance import Instance

IDS_PER_CALL = 1000
# https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Filtering.html
VALUES_PER_FILTER = 200
LIVE = ("pending", "running", "stopping", "stopped")
# Errors inside a fleet's answer that pass by themselves, as throttling does; everything else means: next source.
TRANSIENT = ("RequestLimitExceeded", "InternalError", "InternalFailure", "ServiceUnavailable", "Unavailable")
TRANSIENT_TRIES = 4
ADDRESS_TIMEOUT_SECONDS = 60


class Instances:
    def __init__(self, cluster):
        self.cluster = cluster
        self.ec2 = client(cluster, "ec2")
        self.cloud_clock = None  # EC2's time at the last list

    def launch(self, order):
        """One CreateFleet for the nodes of an order; (instance ids, error codes)."""
        pool, source = order.pool, order.source
        instance_tags = tags(self.cluster, pool, source, order.token, order.job, order.user, order.nodes)
        client_token = "%s-%d-%d" % (order.token, pool["sources"].index(source), order.call)
        return self.start(fleet_request(source, len(order.nodes), order.whole, client_token, instance_tags))

    def start(self, request):
        """CreateFleet; (instance ids, error codes). Repeats what failed for a passing reason under a new token."""
        ids, errors, target = [], [], request["TargetCapacitySpecification"]["TotalTargetCapacity"]
        for attempt in range(TRANSIENT_TRIES):
            token = request["ClientToken"] if attempt == 0 else "%s-%d" % (request["ClientToken"], attempt)
            try:
                answer = self.ec2.create_fleet(**dict(request, ClientToken=token))
            except botocore.exceptions.ClientError as error:  # throttling was retried below this call already
                return ids, [error.response["Error"]["Code"]]
            ids = [i for group in answer.get("Instances", []) for i in group["InstanceIds"]]
            errors = sorted({error["ErrorCode"] for error in answer.get("Errors", [])})
            if len(ids) >= target or ids or not any(code in TRANSIENT for code in errors):
                break
            time.sleep(2**attempt)
        return ids, errors if len(ids) < target else []

    def find(self, filters):
        """Live instances by tag: id -> Instance."""
        query = [{"Name": key, "Values": values} for key, values in filters.items()]
        query.append({"Name": "instance-state-name", "Values": list(LIVE)})
        pages = list(
            self.ec2.get_paginator("describe_instances").paginate(Filters=query, PaginationConfig={"PageSize": IDS_PER_CALL})
        )
        date = pages[-1].get("ResponseMetadata", {}).get("HTTPHeaders", {}).get("date") if pages else None
        self.cloud_clock = email.utils.parsedate_to_datetime(date).timestamp() if date else None
        return {i["InstanceId"]: described(i) for page in pages for r in page["Reservations"] for i in r["Instances"]}

    def of_cluster(self):
        return self.find({"tag:" + self.cluster.tag[0]: [self.cluster.tag[1]]})

    def of_launch(self, token):
        return self.find({"tag:warpform:launch": [token], "tag:" + self.cluster.tag[0]: [self.cluster.tag[1]]})

    @staticmethod
    def paired(nodes, addresses):
        """(node, id, address): which instance becomes which node. They are all alike."""
        return [(node, i, addresses[i]) for node, i in zip(nodes, sorted(addresses))]

    def addresses(self, ids):
        """id -> private address, once EC2 tells it; instances that end at once are left out."""
        found, until = {}, time.monotonic() + ADDRESS_TIMEOUT_SECONDS
        missing = list(ids)
        while missing:
            gone = set()
            for n in range(0, len(missing), IDS_PER_CALL):
                for i in self._describe(missing[n : n + IDS_PER_CALL]):
                    if i["State"]["Name"] in ("shutting-down", "terminated"):
                        gone.add(i["InstanceId"])
                    elif i.get("PrivateIpAddress"):
                        found[i["InstanceId"]] = i["PrivateIpAddress"]
            missing = [i for i in missing if i not in found and i not in gone]
            if not missing or time.monotonic() > until:
                break
            time.sleep(1)
        return found

    def states(self, ids):
        """id -> state name; None for an id that EC2 does not know (any more, or yet)."""
        found = {i["InstanceId"]: i["State"]["Name"] for i in self._known(list(ids))}
        return {i: found.get(i) for i in ids}

    def _describe(self, ids):
        try:
            answer = self.ec2.describe_instances(InstanceIds=ids)
        except botocore.exceptions.ClientError as error:
            if error.response["Error"]["Code"] == "InvalidInstanceID.NotFound":  # one that is not everywhere yet hides all
                return self._known(ids)
            raise
        return [i for r in answer["Reservations"] for i in r["Instances"]]

    def _known(self, ids):
        """Those of the ids that EC2 knows: in a filter, an unknown one is no error."""
        out = []
        for n in range(0, len(ids), VALUES_PER_FILTER):
            answer = self.ec2.describe_instances(Filters=[{"Name": "instance-id", "Values": ids[n : n + VALUES_PER_FILTER]}])
            out += [i for r in answer["Reservations"] for i in r["Instances"]]
        return out

    def end(self, ids):
        """TerminateInstances; ids that EC2 no longer knows are fine."""
        ids = list(ids)
        for n in range(0, len(ids), IDS_PER_CALL):
            self._end(ids[n : n + IDS_PER_CALL])

    def _end(self, ids):
        try:
            self.ec2.terminate_instances(InstanceIds=ids)
        except botocore.exceptions.ClientError as error:
            if error.response["Error"]["Code"] != "InvalidInstanceID.NotFound":
                raise
            if len(ids) > 1:  # one unknown id fails the whole call
                known = [i["InstanceId"] for i in self._known(ids)]
                for some in [known] if len(known) < len(ids) else [[i] for i in ids]:
                    self.end(some)

    def name(self, instance, node, job=None, user=None):
        tags = {"Name": node, "warpform:job": job, "warpform:user": user}
        self.ec2.create_tags(Resources=[instance], Tags=[{"Key": key, "Value": value} for key, value in tags.items() if value])


def described(instance):
    tags_of = {tag["Key"]: tag["Value"] for tag in instance.get("Tags", [])}
    template = tags_of.get("warpform:template")
    if template is None and "aws:ec2launchtemplate:id" in tags_of:
        template = "%s:%s" % (tags_of["aws:ec2launchtemplate:id"], tags_of.get("aws:ec2launchtemplate:version"))
    return Instance(instance.get("PrivateIpAddress"), tags_of.get("warpform:launch"), template, tags_of.get("Name"))
