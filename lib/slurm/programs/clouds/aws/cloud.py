"""What holds of EC2, without asking it."""

from fleet_request import INSTANCES_PER_FLEET, template_of  # noqa: F401 - a source's template, as instances remember it

CLOUD = "EC2"
# Nodes that one call starts at most
PER_CALL = INSTANCES_PER_FLEET


def is_there(source):
    """Whether its instances are there, and paid for, before a node is asked of it."""
    return False
