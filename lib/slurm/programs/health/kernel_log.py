"""Errors of accelerators in the kernel log, and the action that each asks for: NVIDIA's Xids of GPUs and SXids of NVSwitches, and
hardware errors of Trainium and Inferentia.
"""

import json
import os
import re
from collections import namedtuple

Event = namedtuple("Event", "seconds kind number text")

CATALOGUE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "xid-catalog.json")
UNKNOWN_XID = "drain"
XID = re.compile(r"^\[\s*(\d+\.\d+)\].*NVRM: Xid \(([^)]*)\): (\d+),?\s*(.*)$", re.M)
SXID = re.compile(r"^\[\s*(\d+\.\d+)\].*SXid \(([^)]*)\): (\d+),?\s*(.*)$", re.M)
# What the text of Xid 154 asks for; the driver's own verdict on the Xids before it
RECOVERY = (("Node Reboot", "reboot"), ("GPU Reset", "reset"), ("Drain and Reset", "reset"), ("Drain P2P", "reset"))
# What the Neuron runtime has its driver write, `NEURON_HW_ERR=DMA_ERROR … action=TERMINATE_INSTANCE`. The runtime's guide has the
# machine replaced for each, but for a hang of collectives, which is caused on another machine.
# https://awsdocs-neuron.readthedocs-hosted.com/en/latest/neuron-runtime/nrt-troubleshoot.html
NEURON = re.compile(r"NEURON_HW_ERR=(\w+)(?:.*\bnd-id=(\d+))?(?:.*\baction=(\w+))?")
NEURON_ACTIONS = {
    "SRAM_UNCORRECTABLE_ERROR": "replace",
    "NC_UNCORRECTABLE_ERROR": "replace",
    "HBM_UNCORRECTABLE_ERROR": "replace",
    "DMA_ERROR": "replace",
    "HANG_ON_COLLECTIVES": "note",
}


def catalog(path=CATALOGUE):
    with open(path, encoding="utf-8") as file:
        return {row["xid"]: row for row in json.load(file)["xids"]}


def events(log, since=0.0):
    """Events of `dmesg` text after `since` seconds of uptime."""
    found = [Event(float(s), "Xid", int(n), "%s %s" % (where, rest)) for s, where, n, rest in XID.findall(log)]
    found += [Event(float(s), "SXid", int(n), "%s %s" % (where, rest)) for s, where, n, rest in SXID.findall(log)]
    return sorted(event for event in found if event.seconds > since)


def action(event, rows):
    if event.kind == "SXid":
        return "reboot" if re.search(r"\bFatal\b", event.text) else "note"
    if event.number == 154:
        verdict = event.text.rpartition(" to ")[2] or event.text
        return next((act for words, act in RECOVERY if words in verdict), "note")
    row = rows.get(event.number)
    return row["action"] if row else UNKNOWN_XID


def name(event, rows):
    if event.kind == "SXid":
        return "SXid %d" % event.number
    row = rows.get(event.number)
    return "Xid %d %s" % (event.number, row["mnemonic"] if row else "(not in the catalog)")


def neuron_errors(log):
    """(action, text) of each hardware error of a Neuron device in `dmesg` text; one that is not known waits for a person."""
    for kind, device, advice in NEURON.findall(log):
        unknown = "replace" if advice == "TERMINATE_INSTANCE" else "drain"
        yield NEURON_ACTIONS.get(kind, unknown), "%s on Neuron device %s" % (kind, device or "?")
