"""Runs a preflight.sh with the real AWS CLI against moto's account:  account.py SCRIPT

The ids of the script are made real first. Prints one JSON line: what the script says of an account that has all, and what of
each planted fault it says nothing."""

import json
import os
import subprocess
import sys

import boto3
from moto.server import ThreadedMotoServer

REGION = "us-east-2"
ACCOUNT = "123456789012"
script = open(sys.argv[1]).read()
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
server.start()
host, port = server.get_host_and_port()
url = "http://%s:%d" % (host, port)
os.environ.update(AWS_ENDPOINT_URL=url, AWS_ACCESS_KEY_ID="x", AWS_SECRET_ACCESS_KEY="x", AWS_DEFAULT_REGION=REGION, AWS_PAGER="")


def client(name):
    return boto3.client(name, region_name=REGION)


ec2, kms, iam, sns, s3, fsx = (client(name) for name in ("ec2", "kms", "iam", "sns", "s3", "fsx"))
elb, route53 = client("elbv2"), client("route53")


def key(*services):
    root = {"Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::%s:root" % ACCOUNT}, "Action": "kms:*", "Resource": "*"}
    more = [{"Effect": "Allow", "Principal": {"Service": list(services)}, "Action": "kms:Decrypt", "Resource": "*"}] if services else []
    return kms.create_key(Policy=json.dumps({"Version": "2012-10-17", "Statement": [root] + more}))["KeyMetadata"]["Arn"]


def group(vpc, name, *ports):
    made = ec2.create_security_group(GroupName=name, Description=name, VpcId=vpc)["GroupId"]
    for first, last in ports:
        ec2.authorize_security_group_ingress(GroupId=made, IpPermissions=[{"IpProtocol": "tcp", "FromPort": first, "ToPort": last, "IpRanges": [{"CidrIp": "10.20.0.0/16"}]}])
    return made


vpc = ec2.create_vpc(CidrBlock="10.20.0.0/16")["Vpc"]["VpcId"]
ec2.modify_vpc_attribute(VpcId=vpc, EnableDnsHostnames={"Value": True})
compute = ec2.create_subnet(VpcId=vpc, CidrBlock="10.20.0.0/24", AvailabilityZone="us-east-2a")["Subnet"]["SubnetId"]
second = ec2.create_subnet(VpcId=vpc, CidrBlock="10.20.1.0/24", AvailabilityZone="us-east-2b")["Subnet"]["SubnetId"]
table = ec2.create_route_table(VpcId=vpc)["RouteTable"]["RouteTableId"]
address = ec2.allocate_address(Domain="vpc")["AllocationId"]
nat = ec2.create_nat_gateway(SubnetId=second, AllocationId=address)["NatGateway"]["NatGatewayId"]
main = ec2.describe_route_tables(Filters=[{"Name": "association.main", "Values": ["true"]}, {"Name": "vpc-id", "Values": [vpc]}])["RouteTables"][0]["RouteTableId"]
for of in (table, main):
    ec2.create_route(RouteTableId=of, DestinationCidrBlock="0.0.0.0/0", NatGatewayId=nat)
ec2.associate_route_table(RouteTableId=table, SubnetId=compute)
gateway = ec2.create_vpc_endpoint(VpcId=vpc, ServiceName="com.amazonaws.us-east-2.s3", VpcEndpointType="Gateway", RouteTableIds=[table])["VpcEndpoint"]["VpcEndpointId"]
ec2.create_vpc_endpoint(VpcId=vpc, ServiceName="com.amazonaws.us-east-2.ssm", VpcEndpointType="Interface", SubnetIds=[compute])
zone = route53.create_hosted_zone(Name="given.internal", CallerReference="1", HostedZoneConfig={"PrivateZone": True}, VPC={"VPCRegion": REGION, "VPCId": vpc})["HostedZone"]["Id"].split("/")[-1]
home = group(vpc, "home", (2049, 2049))
clients = group(vpc, "clients")
plain, volumes = key(), key()
grant = kms.create_grant(KeyId=volumes, GranteePrincipal="arn:aws:iam::%s:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling" % ACCOUNT, Operations=["Decrypt"])
logs = key("logs.us-east-2.amazonaws.com", "cloudwatch.amazonaws.com", "budgets.amazonaws.com")
bare = key()
s3.create_bucket(Bucket="given-data", CreateBucketConfiguration={"LocationConstraint": REGION})
boto3.client("s3", region_name="us-east-1").create_bucket(Bucket="far-data")
boundary = iam.create_policy(PolicyName="boundary", PolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "ec2:*", "Resource": "*"}]}))["Policy"]["Arn"]
topic = sns.create_topic(Name="given")["TopicArn"]
publish = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"Service": "cloudwatch.amazonaws.com"}, "Action": "sns:Publish", "Resource": topic}]}
sns.set_topic_attributes(TopicArn=topic, AttributeName="Policy", AttributeValue=json.dumps(publish))
silent = sns.create_topic(Name="silent")["TopicArn"]
target = elb.create_target_group(Name="given", Protocol="HTTP", Port=8000, VpcId=vpc, TargetType="instance")["TargetGroups"][0]["TargetGroupArn"]
by_address = elb.create_target_group(Name="by-address", Protocol="HTTP", Port=8000, VpcId=vpc, TargetType="ip")["TargetGroups"][0]["TargetGroupArn"]
lustre = fsx.create_file_system(FileSystemType="LUSTRE", StorageCapacity=1200, SubnetIds=[compute], LustreConfiguration={"DeploymentType": "PERSISTENT_2", "PerUnitStorageThroughput": 125})["FileSystem"]
other_vpc = ec2.create_vpc(CidrBlock="10.30.0.0/16")["Vpc"]["VpcId"]
ec2.modify_vpc_attribute(VpcId=other_vpc, EnableDnsHostnames={"Value": True})
open_subnet = ec2.create_subnet(VpcId=vpc, CidrBlock="10.20.2.0/28", AvailabilityZone="us-east-2b")["Subnet"]["SubnetId"]
ec2.modify_subnet_attribute(SubnetId=open_subnet, MapPublicIpOnLaunch={"Value": True})
public_zone = route53.create_hosted_zone(Name="given.example", CallerReference="2")["HostedZone"]["Id"].split("/")[-1]

REAL = {
    "vpc-given": vpc,
    "subnet-compute": compute,
    "subnet-second": second,
    "ZGIVEN": zone,
    "fs-0123456789abcdef0": lustre["FileSystemId"],
    "abcdefgh": lustre["LustreConfiguration"].get("MountName") or "None",
    "sg-clients": clients,
    "sg-home": home,
    "arn:aws:kms:us-east-2:123456789012:key/plain": plain,
    "arn:aws:kms:us-east-2:123456789012:key/volumes": volumes,
    "arn:aws:kms:us-east-2:123456789012:key/logs": logs,
    "arn:aws:iam::123456789012:policy/boundary": boundary,
    "arn:aws:sns:us-east-2:123456789012:given": topic,
    "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/given/0123456789abcdef": target,
}


CALLS = ("kms_key", "boundary", "topic", "target_group", "vpc", "endpoint", "subnet", "default_route", "security_group", "hosted_zone", "lustre", "bucket", "names")


def said(*only, **instead):
    """What the script prints of existing resources, or of those that some of its functions look at, with some ids replaced."""
    text = script
    for made_up, real in REAL.items():
        text = text.replace("'%s'" % made_up, "'%s'" % instead.get(made_up, real))
    # quotas and offerings are checked elsewhere, and moto has few of them
    left_out = ("quota ", "offered ", *("%s '" % call for call in CALLS if only and call not in only))
    lines = [line for line in text.splitlines() if not line.startswith(left_out)]
    ran = subprocess.run(["bash", "-c", "\n".join(lines)], capture_output=True, text=True)
    return ran.returncode, ran.stdout + ran.stderr


def disabled(id):
    kms.disable_key(KeyId=id)
    out = said("kms_key")
    kms.enable_key(KeyId=id)
    return out


def taken(make):
    """What the script says of names once somebody else has made a resource of one of them."""
    make()
    return said("names")


def template():
    data = {"ImageId": "ami-0123456789abcdef0", "InstanceType": "t3.micro"}
    ec2.create_launch_template(LaunchTemplateName="given-gpu", LaunchTemplateData=data)


with open("cdk.tf.json", "w") as beside:  # the Terraform of the design, of which nothing was applied
    beside.write("{}")
TRUST = json.dumps({"Version": "2012-10-17", "Statement": []})
PLANTS = [
    ("names of role are taken, and this stack has applied nothing: given-gpu;", lambda: taken(lambda: iam.create_role(RoleName="given-gpu", AssumeRolePolicyDocument=TRUST))),
    ("names of launch template are taken", lambda: taken(template)),
    ("must be Enabled", lambda: disabled(plain.split("/")[-1])),
    ("neither policy nor grants name AWSServiceRoleForAutoScaling", lambda: said("kms_key", **{"arn:aws:kms:us-east-2:123456789012:key/volumes": bare})),
    ("neither policy nor grants name logs.us-east-2", lambda: said("kms_key", **{"arn:aws:kms:us-east-2:123456789012:key/logs": bare})),
    ("cannot be read in us-east-2", lambda: said("kms_key", **{"arn:aws:kms:us-east-2:123456789012:key/plain": plain[:-4] + "0000"})),
    ("policy arn:aws:iam::123456789012:policy/none of", lambda: said("boundary", **{"arn:aws:iam::123456789012:policy/boundary": "arn:aws:iam::123456789012:policy/none"})),
    ("does not name cloudwatch.amazonaws.com", lambda: said("topic", **{"arn:aws:sns:us-east-2:123456789012:given": silent})),
    ("targets of type ip", lambda: said("target_group", **{"arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/given/0123456789abcdef": by_address})),
    ("has the blocks 10.30.0.0/16", lambda: said("vpc", **{"vpc-given": other_vpc})),
    ("has no Gateway endpoint of s3", lambda: said("endpoint", **{"vpc-given": other_vpc})),
    ("has no Interface endpoint of ssm", lambda: said("endpoint", **{"vpc-given": other_vpc})),
    ("VPC vpc-0000 of networks.given.vpcId does not exist", lambda: said("vpc", **{"vpc-given": "vpc-0000"})),
    ("gives public addresses", lambda: said("subnet", **{"subnet-compute": open_subnet})),
    ("the nodes in us-east-2a", lambda: said("subnet", **{"subnet-compute": second})),
    ("is public, so nodes would publish", lambda: said("hosted_zone", ZGIVEN=public_zone)),
    ("does not exist", lambda: said("lustre", **{"fs-0123456789abcdef0": "fs-0000000000000000f"})),
    ("allows no traffic on TCP 2049", lambda: said("security_group", **{"sg-home": clients})),
]
# moto's file systems have no Lifecycle, so that none is ever available
status, good = said(*(call for call in CALLS if call != "lustre"))
blind = [words for words, plant in PLANTS if not any(line.startswith("FAILED") and words in line for line in plant()[1].splitlines())]
script = script.replace("'given-data'", "'far-data'")
if "is in us-east-1, the design in us-east-2" not in said("bucket")[1]:
    blind.append("a bucket of another Region")
ec2.replace_route(RouteTableId=table, DestinationCidrBlock="0.0.0.0/0", GatewayId=ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"])
if "instances without a public address have no internet access" not in said("default_route")[1]:
    blind.append("a route to an internet gateway")
ec2.delete_route(RouteTableId=table, DestinationCidrBlock="0.0.0.0/0")
if "has no default route" not in said("default_route")[1]:
    blind.append("no default route")
print(json.dumps({"status": status, "said": good, "blind": blind}))
server.stop()
