"""What the lab is given: the stack as it is, and the shape of its instances."""

import json
import subprocess

import directory
import bootlab as laboratory

HERE = laboratory.NODES
# Calls that the stand-in for AWS does not know, with the element of an answer that nothing is there
UNKNOWN = {"DescribeCapacityReservations": "capacityReservationSet"}
HEAD = "aws_instance.slurm_head"
LOGIN = "aws_instance.slurm_login-people_people-1"


def synthesized(folder, packages):
    """The stack's Terraform JSON, with a key of the user's own making."""
    key = folder / "ada"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ada@example.com", "-f", str(key)], check=True)
    public = key.with_suffix(".pub").read_text().strip()
    return stack_of("stack.ts", folder, public, packages)


def stack_of(program, folder, *words):
    command = ["node", "--import", "tsx", str(HERE / program), str(folder), *words]
    subprocess.run(command, cwd=laboratory.ROOT, check=True)
    return json.loads((folder / "stacks/nodes/cdk.tf.json").read_text())["resource"]


def site(folder, resources, nodes, launch=None):
    of_stack = {"stack": "stacks/nodes/cdk.tf.json", "region": "us-east-2", "unknown": UNKNOWN}
    return {**of_stack, "nodes": nodes, **({"launch": launch} if launch else {})}


def node(resources, name, address, **more):
    kind, prefix = address.split(".")
    resource = next(each for each in resources[kind] if each.startswith(prefix))
    return {"name": name, "from": "%s.%s" % (kind, resource), "role": name, **more}


def fleets(folder, cli):
    """A node that is launched into a fleet, and one of a fleet with a warm pool, each with a disk of the instance store."""
    resources = stack_of("fleet-stack.ts", folder)
    overlay = [str(cli)] if cli else []
    of = lambda name, pool: node(resources, name, "aws_launch_template.%s_template" % pool, overlay=overlay, instanceStore=[1], tags={"warpform:fleet": group(resources, pool)})
    return site(folder, resources, [of("fleet", "served"), of("warm", "waiting")])


def group(resources, pool):
    """The name of the Auto Scaling group that starts the pool's nodes."""
    return next(each["name"] for each in resources["aws_autoscaling_group"].values() if pool in json.dumps(each["launch_template"]))


def distribution(folder, torch):
    """Ubuntu 24.04, which installs its packages itself. The nodes' image holds what the check's own program is built with."""
    resources = synthesized(folder, "distribution")
    packages = ["openmpi-bin", "libopenmpi-dev", "gcc"]
    launch = {"release": "noble", "cgroup": "v1", "role": "cpu", "packages": packages, "overlay": [str(torch)] if torch else []}
    return site(folder, resources, [node(resources, "head", HEAD), node(resources, "login", LOGIN)], launch)


def with_directory(folder):
    """A head, nodes that jobs start, and the server of a directory, outside of what the stack makes."""
    directory.write_server(folder)
    resources = stack_of("directory-stack.ts", folder)
    server = {"name": "ldap", "release": "noble", "packages": ["slapd", "ldap-utils"], "userData": "ldap.sh"}
    launch = {"release": "noble", "cgroup": "v1", "role": "cpu"}
    nodes = [server, node(resources, "head", HEAD)]
    return {**site(folder, resources, nodes, launch), "secrets": {"directory-AbCdEf": directory.READER}}


def unusual(folder):
    """A cluster with a directory, whose values no example has."""
    directory.write_server(folder)
    public = (folder / "people.pub").read_text().strip()
    resources = stack_of("unusual-stack.ts", folder, public)
    server = {"name": "ldap", "release": "noble", "packages": ["slapd", "ldap-utils"], "userData": "ldap.sh"}
    head = node(resources, "head", "aws_instance.ctl-2_head", packages=["faketime"])
    door = node(resources, "door", "aws_instance.ctl-2_login-door-1_door-1-1")
    launch = {"release": "noble", "cgroup": "v1", "role": "cpu"}
    made = site(folder, resources, [server, head, door], launch)
    return {**made, "region": "eu-west-3", "secrets": {"directory-AbCdEf": directory.READER}}


def head_alone(folder):
    resources = synthesized(folder, "distribution")
    launch = {"release": "noble", "cgroup": "v1", "role": "cpu"}
    return site(folder, resources, [node(resources, "head", HEAD)], launch)


def image(folder):
    """Debian 13 with Slurm 24.11 in the image, and Slurm's own key."""
    resources = synthesized(folder, "image")
    shared = ["python3-boto3", "slurm-client", "chrony", "iptables"]
    head = [*shared, "slurmctld", "slurmdbd", "slurmrestd", "slurm-wlm-jwt-plugin", "mariadb-server", "prometheus", "prometheus-node-exporter"]
    nodes = [node(resources, "head", HEAD, release="trixie", packages=head), node(resources, "login", LOGIN, release="trixie", packages=[*shared, "sackd"])]
    return site(folder, resources, nodes)
