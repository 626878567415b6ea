"""The lab's cloud: moto behind ec2/ec2_proxy.py, the metadata service, and machines that are on while EC2 says so."""

import json
import os
import subprocess
import sys
import threading
import time

from lab import HEAD_ADDRESS, HERE

VENV = os.path.expanduser("~/.cache/warpform/venv-moto")
PYTHON = os.path.join(VENV, "bin", "python")
MOTO_PORT, PROXY_PORT = 5000, 5001
ENDPOINT = "http://%s:%d" % (HEAD_ADDRESS, PROXY_PORT)
BUCKET = "lab-programs"


def ensure_venv():
    """moto in an environment of its own; about a minute, once."""
    if subprocess.run([PYTHON, "-c", "import moto, flask, boto3"], stderr=subprocess.DEVNULL).returncode != 0 if os.path.exists(PYTHON) else True:
        subprocess.run(["/usr/bin/python3", "-m", "venv", VENV], check=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "-q", "moto[ec2,s3,route53,server]==5.2.5", "boto3"], check=True)


class FakeEc2:
    def __init__(self, lab, machines=True):
        self.lab = lab
        self.rules_file = os.path.join(lab.root, "rules.json")
        self.calls_file = os.path.join(lab.root, "calls.jsonl")
        self.map_file = os.path.join(lab.root, "instances.json")
        self.rules()
        open(self.calls_file, "w").close()
        with open(self.map_file, "w") as file:
            json.dump({}, file)
        lab.spawn("moto", PYTHON, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(MOTO_PORT))
        # a name server answers with an address; a listening socket on all would do as well, but this is what nodes reach
        lab.spawn("proxy", sys.executable, os.path.join(HERE, "ec2", "ec2_proxy.py"), str(PROXY_PORT), str(MOTO_PORT), self.rules_file, self.calls_file)
        lab.spawn("metadata", sys.executable, os.path.join(HERE, "ec2", "metadata_service.py"), self.map_file)
        if not lab.wait(lambda: lab.run("curl", "-sf", "-o", "/dev/null", "http://127.0.0.1:%d/moto-api/data.json" % MOTO_PORT, check=False)[0] == 0, 30):
            raise RuntimeError("moto did not start: " + lab.log("moto.log"))
        self.subnet, self.templates = None, {}
        self.console = None
        self.held = set()
        self.hold = False  # instances come on, but their machines do not boot
        if machines:
            threading.Thread(target=self._hypervisor, daemon=True).start()

    def python(self, code, *arguments):
        """Runs boto3 code on the head against moto, with `ec2`, `s3`, `route53`; what it prints, as JSON."""
        if self.console is None:
            command = [*self.lab._enter(self.lab.pid), PYTHON, os.path.join(HERE, "ec2", "ec2_console.py"), "http://127.0.0.1:%d" % MOTO_PORT]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "universal_newlines": True}
            self.console = subprocess.Popen(command, cwd="/", env=dict(self.lab.environment), **pipes)
        self.console.stdin.write(json.dumps([code, arguments]) + "\n")
        self.console.stdin.flush()
        good, text = json.loads(self.console.stdout.readline())
        if not good:
            raise RuntimeError(text)
        return json.loads(text) if text else None

    def set_up(self, template_names):
        """A subnet inside the lab's network, a bucket, a private zone, and a launch template for each name."""
        made = self.python(
            "vpc = ec2.create_vpc(CidrBlock='10.99.0.0/16')['Vpc']['VpcId']\n"
            "subnet = ec2.create_subnet(VpcId=vpc, CidrBlock='10.99.64.0/18')['Subnet']['SubnetId']\n"
            "s3.create_bucket(Bucket=%r)\n"
            "zone = route53.create_hosted_zone(Name='lab.internal', CallerReference='1')['HostedZone']['Id'].split('/')[-1]\n"
            "t = {n: ec2.create_launch_template(LaunchTemplateName=n, LaunchTemplateData={'ImageId': 'ami-12c6146b', 'InstanceType': 'p5.48xlarge'})"
            "['LaunchTemplate']['LaunchTemplateId'] for n in sys.argv[1:]}\n"
            "print(json.dumps([subnet, zone, t]))" % BUCKET,
            *template_names,
        )
        self.subnet, self.zone, self.templates = made
        return self

    def rules(self, *rules):
        with open(self.rules_file + ".new", "w") as file:
            json.dump(rules, file)
        os.replace(self.rules_file + ".new", self.rules_file)

    def calls(self, action=None):
        """EC2 calls that the programs have made, in order."""
        with open(self.calls_file) as file:
            lines = [json.loads(line) for line in file]
        return [line for line in lines if action in (None, line["action"])]

    def forget_calls(self):
        open(self.calls_file, "w").close()

    def instances(self):
        """Live instances: id -> {address, tags}."""
        return self.python(
            "out = {}\n"
            "for p in ec2.get_paginator('describe_instances').paginate(Filters=[{'Name': 'instance-state-name', 'Values': ['pending', 'running']}]):\n"
            "  for r in p['Reservations']:\n"
            "    for i in r['Instances']:\n"
            "      out[i['InstanceId']] = {'address': i['PrivateIpAddress'], 'tags': {t['Key']: t['Value'] for t in i.get('Tags', [])}}\n"
            "print(json.dumps(out))"
        )

    def run_instance(self, tags):
        """An instance that no program of the cluster started."""
        return self.python(
            "t = json.loads(sys.argv[1])\n"
            "i = ec2.run_instances(ImageId='ami-12c6146b', MinCount=1, MaxCount=1, SubnetId=sys.argv[2], TagSpecifications=[{'ResourceType': 'instance', "
            "'Tags': [{'Key': k, 'Value': v} for k, v in t.items()]}])['Instances'][0]['InstanceId']\nprint(json.dumps(i))",
            json.dumps(tags),
            self.subnet,
        )

    def end_instance(self, instance):
        self.python("ec2.terminate_instances(InstanceIds=[sys.argv[1]])", instance)

    def of_node(self, node):
        """Id of the live instance that the node's address belongs to."""
        address = self.lab.node(node)["text"].split(" NodeAddr=")[1].split()[0]
        return next((i for i, described in self.instances().items() if described["address"] == address), None)

    def records(self):
        """Names in the private zone."""
        return self.python(
            "print(json.dumps({r['Name'].rstrip('.'): r['ResourceRecords'][0]['Value'] for r in route53.list_resource_record_sets("
            "HostedZoneId=sys.argv[1])['ResourceRecordSets'] if r['Type'] == 'A'}))",
            self.zone,
        )

    def objects(self):
        """Keys in the bucket."""
        return self.python(
            "print(json.dumps([o['Key'] for o in s3.list_objects_v2(Bucket=sys.argv[1]).get('Contents', [])]))", BUCKET
        )

    def _hypervisor(self):
        command = [*self.lab._enter(self.lab.pid), PYTHON, os.path.join(HERE, "ec2", "instance_watch.py"), "http://127.0.0.1:%d" % MOTO_PORT, self.map_file]
        with open(os.path.join(self.lab.root, "log", "watch.log"), "a") as log:
            watch = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, universal_newlines=True, cwd="/")
        for line in watch.stdout:
            on = json.loads(line)
            try:
                for instance in [i for i in self.lab.machines if i.startswith("i-") and i not in on]:
                    self.lab.crash(instance)
                for instance in [i for i in on if i not in self.lab.machines and i not in self.held and i not in self.lab.crashed]:
                    if self.hold:
                        self.held.add(instance)
                        continue
                    self.lab.boot(instance, on[instance])
            except Exception as error:  # the lab going down under this thread
                if self.lab.outer is not None:
                    print("hypervisor: %r" % error, file=sys.stderr)
                time.sleep(0.2)
