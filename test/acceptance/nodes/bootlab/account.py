"""An account that the stack has been applied to, at moto:  python -m bootlab.account STATE

Makes what programs on machines ask for, and prints what the lab needs to know: network and instances. Run in the lab's network, by a Python that
has boto3.
"""

import base64
import json
import pathlib
import sys

import boto3
from botocore.config import Config

from . import groups
from .amazon import MOTO_PORT
from .files import read_json
from .metadata import ACCOUNT
from .terraform import Stack


def client(service, region):
    patient = Config(retries={"max_attempts": 20, "mode": "standard"}, s3={"addressing_style": "path"})
    keys = {"aws_access_key_id": "lab", "aws_secret_access_key": "lab"}
    return boto3.client(service, region_name=region, endpoint_url="http://127.0.0.1:%d" % MOTO_PORT, config=patient, **keys)


def tags_of(tags):
    return [{"Key": key, "Value": value} for key, value in tags.items()]


class Account:
    def __init__(self, site, stack):
        self.site, self.stack, self.region, self.launches = site, stack, site["region"], []
        self.ec2, self.s3, self.route53, self.secrets = (client(each, self.region) for each in ("ec2", "s3", "route53", "secretsmanager"))
        self.vpc = self.ec2.describe_vpcs(Filters=[{"Name": "is-default", "Values": ["true"]}])["Vpcs"][0]["VpcId"]
        subnets = self.ec2.describe_subnets(Filters=[{"Name": "vpc-id", "Values": [self.vpc]}])["Subnets"]
        self.subnet = min(subnets, key=lambda each: each["CidrBlock"])["SubnetId"]
        self.image = self.ec2.register_image(Name="lab", RootDeviceName="/dev/sda1", Architecture="x86_64")["ImageId"]

    def named(self, resource, name):
        """Its name, or one with its prefix."""
        key = "bucket" if "bucket" in resource or "bucket_prefix" in resource else "name"
        return self.stack.text(resource.get(key) or resource.get(key + "_prefix", name.lower() + "-") + "lab")

    def foundations(self):
        """What user data and objects refer to."""
        for name, resource in self.stack.of("aws_s3_bucket").items():
            bucket = self.named(resource, name)
            self.s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": self.region})
            self.stack.made("aws_s3_bucket", name, bucket=bucket, id=bucket, arn="arn:aws:s3:::" + bucket)
        for name, resource in self.stack.of("aws_secretsmanager_secret").items():
            arn = self.secrets.create_secret(Name=self.named(resource, name))["ARN"]
            self.stack.made("aws_secretsmanager_secret", name, arn=arn, id=arn)
        for name, value in self.site.get("secrets", {}).items():
            self.secrets.create_secret(Name=name, SecretString=value)
        for name, resource in self.stack.of("aws_route53_zone").items():
            of_vpc = {"VPC": {"VPCRegion": self.region, "VPCId": self.vpc}, "HostedZoneConfig": {"PrivateZone": True}}
            zone = self.route53.create_hosted_zone(Name=self.stack.text(resource["name"]), CallerReference=name, **of_vpc)["HostedZone"]
            identifier = zone["Id"].rpartition("/")[2]
            self.stack.made("aws_route53_zone", name, id=identifier, zone_id=identifier, name=resource["name"])
        for name, resource in self.stack.of("aws_ebs_volume").items():
            volume = self.ec2.create_volume(AvailabilityZone=self.region + "a", Size=resource["size"])["VolumeId"]
            self.stack.made("aws_ebs_volume", name, id=volume)
        for name, resource in self.stack.of("aws_kms_key").items():
            self.stack.made("aws_kms_key", name, arn="arn:aws:kms:%s:%s:key/lab" % (self.region, ACCOUNT), key_id="lab")

    def templates(self):
        for name, resource in self.stack.of("aws_launch_template").items():
            template = self.stack.resolved(resource)
            data = {"ImageId": self.image, "InstanceType": template["instance_type"], "UserData": template["user_data"]}
            of_instance = [each["tags"] for each in template["tag_specifications"] if each["resource_type"] == "instance"]
            data["TagSpecifications"] = [{"ResourceType": "instance", "Tags": tags_of(tags)} for tags in of_instance]
            made = self.ec2.create_launch_template(LaunchTemplateName=template["name"], LaunchTemplateData=data)["LaunchTemplate"]
            self.stack.made("aws_launch_template", name, id=made["LaunchTemplateId"], latest_version=1, name=template["name"])
            tags = {key: value for each in of_instance for key, value in each.items()}
            self.launches.append({"tags": tags, "groups": groups.groups_of(self.stack, "aws_launch_template", name)})

    def described(self, node):
        """Type, tags, user data and volumes of a machine: of the stack's resource that it is, or of the site's own words."""
        if "from" not in node:
            content = (pathlib.Path(self.site["folder"]) / node["userData"]).read_bytes()
            return {"instanceType": "m7i.large", "tags": {}, "userData": content, "hopLimit": 1, "metadataTags": True}
        kind, _, name = node["from"].partition(".")
        resource = self.stack.resolved(self.stack.of(kind)[name])
        data = base64.b64decode(resource["user_data"] if kind == "aws_launch_template" else resource["user_data_base64"])
        metadata = resource["metadata_options"]
        attachments = [each for each in self.stack.of("aws_volume_attachment").values() if name in each["instance_id"]]
        return {
            "instanceType": resource["instance_type"],
            "tags": {**resource.get("tags", {}), **node.get("tags", {})},
            "userData": data,
            "hopLimit": metadata["http_put_response_hop_limit"],
            "metadataTags": metadata.get("instance_metadata_tags") == "enabled",
            "volumes": [{"id": self.stack.text(each["volume_id"]), "gib": 4} for each in attachments],
            "interface": resource.get("primary_network_interface", {}).get("network_interface_id"),
            "groups": groups.groups_of(self.stack, kind, name),
        }

    def instance(self, node):
        # whoever is made by an interface of its own refers to it before anybody knows its address
        for name in self.stack.of("aws_network_interface"):
            self.stack.values.setdefault("aws_network_interface.%s.id" % name, name)
        found = self.described(node)
        launch = {"ImageId": self.image, "InstanceType": found["instanceType"], "SubnetId": self.subnet, "MinCount": 1, "MaxCount": 1}
        tagged = [{"ResourceType": "instance", "Tags": tags_of({"Name": node["name"], **found["tags"]})}]
        made = self.ec2.run_instances(**launch, TagSpecifications=tagged)["Instances"][0]
        if found.get("interface"):
            self.stack.made("aws_network_interface", found.pop("interface"), private_ip=made["PrivateIpAddress"])
        path = pathlib.Path(self.site["state"]) / "user-data" / node["name"]
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(found["userData"])
        return {**found, "userData": str(path), "id": made["InstanceId"], "ip": made["PrivateIpAddress"]}

    def records(self):
        for resource in self.stack.of("aws_route53_record").values():
            record = self.stack.resolved(resource)
            values = [{"Value": each} for each in record["records"]]
            content = {"Name": record["name"], "Type": record["type"], "TTL": record["ttl"], "ResourceRecords": values}
            self.route53.change_resource_record_sets(HostedZoneId=record["zone_id"], ChangeBatch={"Changes": [{"Action": "UPSERT", "ResourceRecordSet": content}]})

    def objects(self):
        """In an order in which each knows the ones that it lists."""
        left = dict(self.stack.of("aws_s3_object"))
        while left:
            ready = [name for name, each in left.items() if not any("aws_s3_object.%s." % other in each.get("content", "") for other in left)]
            for name in ready:
                each = left.pop(name)
                content = base64.b64decode(each["content_base64"]) if "content_base64" in each else self.stack.text(each["content"]).encode()
                put = self.s3.put_object(Bucket=self.stack.text(each["bucket"]), Key=each["key"], Body=content)
                self.stack.made("aws_s3_object", name, etag=put["ETag"].strip('"'), key=each["key"])


def main(state):
    site = read_json(pathlib.Path(state) / "site.json")
    text = (pathlib.Path(site["folder"]) / site["stack"]).read_text() if "stack" in site else '{"resource": {}}'
    account = Account(site, Stack(text))
    account.foundations()
    account.templates()
    instances = {node["name"]: account.instance(node) for node in site["nodes"]}
    account.records()
    account.objects()
    of_groups = {"rules": groups.rules_of(account.stack), "launches": account.launches}
    print(json.dumps({"vpc": account.vpc, "subnet": account.subnet, "instances": instances, **of_groups}))


if __name__ == "__main__":
    main(sys.argv[1])
