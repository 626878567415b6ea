"""From the declared policy to sacctmgr's commands."""

import unittest

import accounting
from policy_changes import changes

QOS = {
    "name": "high",
    "priority": 100,
    "preempts": ["low"],
    "tresPerUser": {"gres/gpu": 16, "cpu": None},
    "tres": {"gres/gpu": None, "cpu": None},
    "maxTimeMinutes": 60,
    "graceSeconds": 30,
}
ACCOUNT = {
    "name": "research",
    "parent": "root",
    "share": 3,
    "tresHours": {"gres/gpu": 10, "cpu": None},
    "tres": {"gres/gpu": None, "cpu": None},
    "users": ["ann"],
    "qos": ["high"],
    "defaultQos": None,
}
USER = {"name": "ann", "uid": 2000, "gid": 2000, "sshKeys": [], "administrator": False, "tres": {"gres/gpu": 8, "cpu": None}}


def policy(qos=(), accounts=(), users=()):
    return {"qos": list(qos), "accounts": list(accounts), "users": list(users)}


class Policy(unittest.TestCase):
    def test_new(self):
        "makes QoS before it changes any, accounts before their users"
        got = changes(policy([QOS], [ACCOUNT], [USER]), "c", {}, {}, {}, {})
        self.assertEqual(got[0], ["add", "qos", "high"])
        self.assertEqual(got[1][:4], ["modify", "qos", "high", "set"])
        self.assertEqual(got[2][:4], ["add", "account", "research", "Cluster=c"])
        self.assertIn("GrpTRESMins=gres/gpu=600", got[2])
        want = ["add", "user", "ann", "Account=research", "Cluster=c", "DefaultAccount=research", "GrpTRES=gres/gpu=8"]
        self.assertEqual(got[3], want)

    def test_nothing(self):
        "changes nothing where everything is as declared"
        qos = {"high": {"priority": 100, "preempts": frozenset(["low"]), "tresPerUser": {"gres/gpu": 16}, "tres": {}, "maxTimeSeconds": 3600, "graceSeconds": 30}}
        account = {"parent": "root", "share": 3, "tresMinutes": {"gres/gpu": 600}, "tres": {}, "qos": frozenset(["high"]), "defaultQos": None}
        got = changes(policy([QOS], [ACCOUNT], [USER]), "c", qos, {"research": account}, {("research", "ann"): {"tres": {"gres/gpu": 8}}}, {"ann": False})
        self.assertEqual(got, [])

    def test_lifted(self):
        "lifts a limit that is no longer declared"
        now = {"parent": "root", "share": 3, "tresMinutes": {"gres/gpu": 60}, "tres": {}, "qos": frozenset(["high"]), "defaultQos": None}
        got = changes(policy([], [dict(ACCOUNT, tresHours={"gres/gpu": None}, users=[])]), "c", {}, {"research": now}, {}, {})
        self.assertEqual(got, [["modify", "account", "research", "set", "GrpTRESMins=gres/gpu=-1", "where", "Cluster=c"]])

    def test_other_resources(self):
        "limits Neuron devices and CPUs in their own TRES, and names none that the cluster does not have"
        account = dict(ACCOUNT, tresHours={"gres/neuron": 100, "cpu": None}, tres={"gres/neuron": 32, "cpu": 512})
        (got,) = changes(policy([], [dict(account, users=[])]), "c", {}, {}, {}, {})
        self.assertEqual(got[4:], ["Parent=root", "Fairshare=3", "QOS=high", "GrpTRESMins=gres/neuron=6000", "GrpTRES=gres/neuron=32,cpu=512"])

    def test_parents(self):
        "makes parents before their children, in whatever order they are declared"
        child, parent = dict(ACCOUNT, name="a", parent="b", users=[]), dict(ACCOUNT, name="b", users=[])
        got = changes(policy([], [child, parent]), "c", {}, {}, {}, {})
        self.assertEqual([command[2] for command in got], ["b", "a"])

    def test_circle(self):
        "refuses accounts that are each other's parents"
        with self.assertRaises(ValueError):
            changes(policy([], [dict(ACCOUNT, name="a", parent="b"), dict(ACCOUNT, name="b", parent="a")]), "c", {}, {}, {}, {})


class Reading(unittest.TestCase):
    def test_values(self):
        "reads sacctmgr's limits and times"
        self.assertEqual(accounting.limits("cpu=4,gres/gpu=8"), {"cpu": 4, "gres/gpu": 8})
        self.assertEqual(accounting.limits(""), {})
        self.assertEqual(accounting.seconds("1-02:03:04"), 93784)
        self.assertEqual(accounting.seconds("00:30:00"), 1800)
        self.assertIsNone(accounting.seconds(""))
