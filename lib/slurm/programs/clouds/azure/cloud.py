"""What holds of Azure, without asking it."""

import hashlib
import json

CLOUD = "Azure"
# VMs of one order, each of which is a request of its own; a flexible scale set takes as many
# https://learn.microsoft.com/azure/virtual-machine-scale-sets/virtual-machine-scale-sets-orchestration-modes
PER_CALL = 1000


def is_there(source):
    """Racks: their scale set makes their VMs."""
    return "scaleSet" in source["machine"]


def template_of(source):
    """What VMs are made from, as a short mark that each carries as a tag."""
    return hashlib.sha256(json.dumps(source["machine"], sort_keys=True).encode()).hexdigest()[:16]
