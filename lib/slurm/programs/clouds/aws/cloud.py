"""What holds of EC2, without asking it."""

from fleet_request import INSTANCES_PER_FLEET, template_of  # noqa: F401 - a source's template, as instances remember it

CLOUD = "EC2"
# Nodes that one call starts at most
PER_CALL = INSTANCES_PER_FLEET
