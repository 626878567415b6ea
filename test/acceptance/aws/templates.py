"""Takes the CloudFormation templates of the cdk.tf.json files that are its arguments to cfn-lint, which holds them against the schemas that
AWS publishes for its resources; and every resource of AWS PCS to botocore's model of CreateCluster, CreateComputeNodeGroup and CreateQueue.
Values that only Terraform knows are replaced by ones of their form. Prints a line of JSON per file that has templates."""

import json
import os
import re
import subprocess
import sys
import tempfile

import botocore.session
import botocore.validate

# What a reference of Terraform stands for, by the end of its address.
KNOWN_LATER = (
    (r"\$\{aws_subnet\.[^}]*\}|\$\{[^}]*subnet[^}]*\}", "subnet-0123456789abcdef0"),
    (r"\$\{aws_security_group\.[^}]*\}", "sg-0123456789abcdef0"),
    (r"\$\{aws_launch_template\.[^}]*latest_version\}", "3"),
    (r"\$\{aws_launch_template\.[^}]*\}", "lt-0123456789abcdef0"),
    (r"\$\{(data\.)?aws_iam_instance_profile\.[^}]*\}", "arn:aws:iam::123456789012:instance-profile/nodes"),
)
TEMPLATE_BYTES = 51200
PCS = {"Cluster": "CreateCluster", "ComputeNodeGroup": "CreateComputeNodeGroup", "Queue": "CreateQueue"}
# Members that CloudFormation calls otherwise.
NAMES = {
    "Cluster": {"Name": "clusterName"},
    "ComputeNodeGroup": {"Name": "computeNodeGroupName", "ClusterId": "clusterIdentifier"},
    "Queue": {"Name": "queueName", "ClusterId": "clusterIdentifier"},
}
MODEL = botocore.session.get_session().get_service_model("pcs")


def known(text):
    for pattern, value in KNOWN_LATER:
        text = re.sub(pattern, value, text)
    return text.replace("$${", "${")


def as_request(value, names=None):
    """The properties with the members' names: first letter small, references resolved, a launch template's id by its name there."""
    if isinstance(value, list):
        return [as_request(item) for item in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"Fn::GetAtt"}:
        return "pcs_0123456789"
    renamed = {"TemplateId": "id", **(names or {})}
    return {
        renamed.get(key, key[0].lower() + key[1:]): item if key == "Tags" else as_request(item) for key, item in value.items()
    }


def matches(shape, value, at, complaints):
    """Patterns and most lengths, which botocore does not check."""
    if shape.type_name == "structure":
        for name, item in value.items():
            if name in shape.members:
                matches(shape.members[name], item, at + "." + name, complaints)
    elif shape.type_name == "list":
        for item in value:
            matches(shape.member, item, at, complaints)
    elif shape.type_name == "string" and shape.metadata.get("pattern"):
        if not re.search("^(?:%s)$" % shape.metadata["pattern"], value):
            complaints.append("%s: %r is not of the form %s" % (at, value, shape.metadata["pattern"]))
    if shape.type_name == "string" and not shape.metadata.get("min", 0) <= len(value) <= shape.metadata.get("max", len(value)):
        complaints.append("%s: %r has %d characters, not %s to %s" % (at, value, len(value), shape.metadata.get("min", 0), shape.metadata.get("max")))
    if shape.type_name == "string" and shape.enum and value not in shape.enum:
        complaints.append("%s: %r is none of %s" % (at, value, ", ".join(shape.enum)))


def pcs_complaints(name, resource):
    kind = resource["Type"].removeprefix("AWS::PCS::")
    if kind not in PCS:
        return ["%s: unknown type %s" % (name, resource["Type"])]
    shape = MODEL.operation_model(PCS[kind]).input_shape
    request = as_request(resource["Properties"], NAMES[kind])
    report = botocore.validate.ParamValidator().validate(request, shape)
    complaints = [report.generate_report()] if report.has_errors() else []
    complaints += ["%s is no member" % key for key in request if key not in shape.members]
    matches(shape, request, PCS[kind], complaints)
    return ["%s: %s" % (name, complaint) for complaint in complaints]


def lint(template, region):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(template)
        file.flush()
        done = subprocess.run(["cfn-lint", "-r", region, "-f", "parseable", "-t", file.name], capture_output=True, text=True)
    return [line.replace(file.name, "template") for line in (done.stdout + done.stderr).splitlines() if line] if done.returncode else []


for path in sys.argv[2:]:
    with open(path) as file:
        stacks = json.load(file).get("resource", {}).get("aws_cloudformation_stack", {})
    complaints, resources = [], 0
    for name, stack in stacks.items():
        template = known(stack["template_body"])
        complaints += ["%s: %s" % (name, left) for left in re.findall(r"\$\{[^}]*\}", template)]
        if len(template.encode()) > TEMPLATE_BYTES:
            complaints.append("%s: %d bytes, CloudFormation takes %d" % (name, len(template.encode()), TEMPLATE_BYTES))
        for logical, resource in json.loads(template)["Resources"].items():
            resources += 1
            complaints += pcs_complaints(logical, resource)
        if sys.argv[1] == "cfn-lint":
            complaints += lint(template, "us-east-2")
    if stacks:
        print(json.dumps({"path": path, "resources": resources, "complaints": complaints}))
