"""The lab's cloud, with what Auto Scaling does with instances: states, a launch hook that waits, the target state in the metadata.

The lab starts it in place of its own cloud.py (see `tool_with_auto_scaling`), which it runs and adds to. STATE/auto-scaling.json has
an entry per node: {"from": "Warmed:Pending", "to": "Warmed:Stopped", "since": seconds, "answers": []}. As on AWS, the hook begins to
wait a while after the instance began to boot, and again when it leaves the warm pool:
https://docs.aws.amazon.com/autoscaling/ec2/userguide/warm-pool-instance-lifecycle.html
"""

import json
import os
import pathlib
import re
import shutil
import sys
import threading
import time

ORIGINAL = "cloud-of-lab.py"
LAUNCH_SECONDS, PROCEED_SECONDS = 15, 3
KEY = "auto-scaling.json"
lock = threading.Lock()


def tool_with_auto_scaling(tool, folder):
    """A copy of the lab's program whose cloud is this file."""
    source, copy = pathlib.Path(tool).resolve(), folder / "tool"
    copy.mkdir()
    for each in source.parent.iterdir():
        if each.name not in (source.name, "cloud.py", "__pycache__"):
            (copy / each.name).symlink_to(each)
    (copy / ORIGINAL).symlink_to(source.parent / "cloud.py")
    shutil.copy(source, copy / source.name)  # it looks for the others beside the file that it is, not beside a link to it
    shutil.copy(__file__, copy / "cloud.py")
    return str(copy / source.name)


def read(state):
    try:
        return json.loads((pathlib.Path(state) / KEY).read_text())
    except FileNotFoundError:
        return {}


def write(state, entries):
    path = pathlib.Path(state) / KEY
    path.with_suffix(".new").write_text(json.dumps(entries))
    path.with_suffix(".new").replace(path)


def begin(state, node, start, target):
    """Auto Scaling moves a node: from a state of launching to where it is to be."""
    with lock:
        write(state, {**read(state), node: {"from": start, "to": target, "since": time.time(), "answers": []}})


def state_of(entry):
    now = time.time()
    if not entry["answers"]:
        return entry["from"] + (":Wait" if now - entry["since"] > LAUNCH_SECONDS else "")
    answered = entry["answers"][0]
    if answered["result"] == "ABANDON":
        return "Terminating:Wait"
    return entry["from"] + ":Proceed" if now - answered["at"] < PROCEED_SECONDS else entry["to"]


def envelope(action, inner):
    xml = '<{0}Response xmlns="http://autoscaling.amazonaws.com/doc/2011-01-01/"><{0}Result>{1}</{0}Result><ResponseMetadata><RequestId>r</RequestId></ResponseMetadata></{0}Response>'
    return {"status": 200, "body": xml.format(action, inner)}


def refusal(why):
    return {"status": 400, "body": '<ErrorResponse xmlns="http://autoscaling.amazonaws.com/doc/2011-01-01/"><Error><Type>Sender</Type><Code>ValidationError</Code><Message>%s</Message></Error></ErrorResponse>' % why}


def described(state, nodes, params):
    """The instances that are asked for, of those that are in a group."""
    wanted = {value for key, value in params.items() if key.startswith("InstanceIds.")}
    of = [(node, entry) for name, entry in read(state).items() for node in [nodes[name]] if node["id"] in wanted]
    member = "<member><InstanceId>%s</InstanceId><AutoScalingGroupName>%s</AutoScalingGroupName><LifecycleState>%s</LifecycleState><HealthStatus>HEALTHY</HealthStatus></member>"
    return envelope("DescribeAutoScalingInstances", "<AutoScalingInstances>%s</AutoScalingInstances>" % "".join(member % (node["id"], node["tags"]["warpform:fleet"], state_of(entry)) for node, entry in of))


def completed(state, nodes, params):
    """Takes an answer to a hook that waits, once, from the instance itself."""
    with lock:
        entries = read(state)
        name = next((name for name in entries if nodes[name]["id"] == params.get("InstanceId")), None)
        if name is None or params.get("AutoScalingGroupName") != nodes[name]["tags"]["warpform:fleet"] or params.get("LifecycleHookName") != "node-health":
            return refusal("No active Lifecycle Action found")
        if not state_of(entries[name]).endswith(":Wait") or entries[name]["answers"]:
            return refusal("No active Lifecycle Action found with instance ID %s" % params["InstanceId"])
        entries[name]["answers"].append({"result": params["LifecycleActionResult"], "at": time.time()})
        write(state, entries)
    return envelope("CompleteLifecycleAction", "")


def main(state):
    original = pathlib.Path(__file__).parent / ORIGINAL
    text = original.read_text()
    start = text.rindex("\nmain()")
    lab = {"__name__": "cloud", "__file__": str(original)}
    exec(compile(text[:start], str(original), "exec"), lab)
    of_lab, rule_of_lab = lab["metadata"], lab["Aws"].rule

    def metadata(node, path):
        entry = read(state).get(node["name"])
        if path.endswith("/meta-data/autoscaling/target-lifecycle-state") and entry:
            return 200, entry["to"]
        return of_lab(node, path)

    def rule(self, action, text):
        answer = {"DescribeAutoScalingInstances": described, "CompleteLifecycleAction": completed}.get(action)
        if answer is None:
            return rule_of_lab(self, action, text)
        params = dict(re.findall(r"([^&=]+)=([^&]*)", text))
        return answer(state, lab["nodes"](), params)

    lab["metadata"], lab["Aws"].rule = metadata, rule
    lab["main"]()


if __name__ == "__main__":
    os.chdir("/")
    main(sys.argv[1])
