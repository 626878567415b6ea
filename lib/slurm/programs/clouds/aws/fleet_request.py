"""The CreateFleet request for some nodes of one pool from one capacity source. Pure: names in, keyword arguments out."""

from instance import instance_tags

# MinTargetCapacity, which makes a fleet all-or-nothing, goes up to 1000 instances
# https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_OnDemandOptionsRequest.html
INSTANCES_PER_FLEET = 1000

TARGET_TYPES = {"block": "capacity-block", "reservation": "on-demand", "on-demand": "on-demand", "spot": "spot"}


def template_of(source):
    return "%(id)s:%(version)s" % source["launchTemplate"]


def tags(cluster, pool, source, token, job, user, nodes):
    """Tags of each instance of a fleet, which is named after its node where it has one."""
    out = instance_tags(cluster, pool, template_of(source), token, job, user)
    out["Name"] = nodes[0] if len(nodes) == 1 else "%s-%s" % (cluster.name, pool["name"])
    return [{"Key": key, "Value": value} for key, value in sorted(out.items())]


def overrides(subnets, types):
    """What differs from the template: a type in order of preference (the lowest priority first), in each of the subnets."""
    by_type = [{"InstanceType": name, "Priority": float(order)} for order, name in enumerate(types)] or [{}]
    by_subnet = [{"SubnetId": subnet} for subnet in subnets] or [{}]
    return [each for each in (dict(a, **b) for a in by_type for b in by_subnet) if each]


def fleet_request(source, count, whole, client_token, instance_tags):
    """whole: all of `count` or none. One Availability Zone in any case, since EFA traffic can't leave it."""
    template = source["launchTemplate"]
    config = {"LaunchTemplateSpecification": {"LaunchTemplateId": template["id"], "Version": template["version"]}}
    types = source.get("instanceTypes", [])
    config_overrides = overrides(source["subnetIds"], types)
    if config_overrides:
        config["Overrides"] = config_overrides
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
    # a job may get nodes of several types: all have what its pool's first type has
    together = {"SingleInstanceType": not types, "SingleAvailabilityZone": True}
    if whole:
        together["MinTargetCapacity"] = count
    if source["kind"] == "spot":
        strategy = "capacity-optimized-prioritized" if types else "price-capacity-optimized"
        request["SpotOptions"] = {"AllocationStrategy": strategy, **together}
    elif source["kind"] != "block":  # a block takes no options: it is one place, and holds what it holds
        request["OnDemandOptions"] = {"AllocationStrategy": "prioritized", **together} if types else together
    return request
