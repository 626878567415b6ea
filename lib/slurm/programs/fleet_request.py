"""The CreateFleet request for some nodes of one pool from one capacity source. Pure: names in, keyword arguments out."""

# MinTargetCapacity, which makes a fleet all-or-nothing, goes up to 1000 instances
# https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_OnDemandOptionsRequest.html
INSTANCES_PER_FLEET = 1000

TARGET_TYPES = {"block": "capacity-block", "reservation": "on-demand", "on-demand": "on-demand", "spot": "spot"}


def template_of(source):
    return "%(id)s:%(version)s" % source["launchTemplate"]


def tags(cluster, pool, source, token, job, user, nodes):
    """Tags of each instance: the cluster's own, what it is launched from, then who it runs for (a cost report groups by them)."""
    out = dict(cluster.data["tags"])
    out[cluster.tag[0]] = cluster.tag[1]
    out["Name"] = nodes[0] if len(nodes) == 1 else "%s-%s" % (cluster.name, pool["name"])
    out["warpform:pool"] = pool["name"]
    out["warpform:launch"] = token
    out["warpform:template"] = template_of(source)
    if job:
        out["warpform:job"] = job
    if user:
        out["warpform:user"] = user
    return [{"Key": key, "Value": value} for key, value in sorted(out.items())]


def fleet_request(source, count, whole, client_token, instance_tags):
    """whole: all of `count` or none. One Availability Zone in any case, since EFA traffic can't leave it."""
    template = source["launchTemplate"]
    config = {"LaunchTemplateSpecification": {"LaunchTemplateId": template["id"], "Version": template["version"]}}
    if source["subnetIds"]:
        config["Overrides"] = [{"SubnetId": subnet} for subnet in source["subnetIds"]]
    request = {
        "Type": "instant",
        "ClientToken": client_token,
        "LaunchTemplateConfigs": [config],
        "TargetCapacitySpecification": {
            "TotalTargetCapacity": count,
            "DefaultTargetCapacityType": TARGET_TYPES[source["kind"]],
        },
        "TagSpecifications": [{"ResourceType": kind, "Tags": instance_tags} for kind in ("instance", "volume")],
    }
    together = {"SingleInstanceType": True, "SingleAvailabilityZone": True}
    if whole:
        together["MinTargetCapacity"] = count
    if source["kind"] == "spot":
        request["SpotOptions"] = {"AllocationStrategy": "price-capacity-optimized", **together}
    elif source["kind"] != "block":  # a block takes no options: it is one place, and holds what it holds
        request["OnDemandOptions"] = together
    return request
