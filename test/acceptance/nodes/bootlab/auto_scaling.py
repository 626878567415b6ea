"""What Auto Scaling does with instances: states, a launch hook that waits, the target state in the metadata.

STATE/auto-scaling.json has an entry per node: {"from": "Warmed:Pending", "to": "Warmed:Stopped", "since": seconds, "answers": []}.
As on AWS, the hook begins to wait a while after the instance began to boot, and again when it leaves the warm pool:
https://docs.aws.amazon.com/autoscaling/ec2/userguide/warm-pool-instance-lifecycle.html
"""

import pathlib
import threading
import time

from .files import read_json, write_json

LAUNCH_SECONDS, PROCEED_SECONDS = 15, 3
lock = threading.Lock()


def of(state):
    return pathlib.Path(state) / "auto-scaling.json"


def read(state):
    return read_json(of(state), {})


def write(state, entries):
    write_json(of(state), entries)


def target_of(state, node):
    """Where the node is to be; None for a node of no group."""
    return read(state).get(node, {}).get("to")


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
    return 200, xml.format(action, inner)


def refusal(why):
    return 400, '<ErrorResponse xmlns="http://autoscaling.amazonaws.com/doc/2011-01-01/"><Error><Type>Sender</Type><Code>ValidationError</Code><Message>%s</Message></Error></ErrorResponse>' % why


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
