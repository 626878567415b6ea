"""CreateFleet calls of one launch for one source: as few as EC2 allows."""

from fleet_request import INSTANCES_PER_FLEET, fleet_request, tags
from launch_plan import one_owner

# Calls that one launch makes in vain of one source until it leaves the source for the time being
FAILED_CALLS = 16


class Asked:
    """What one launch asks of one source, and the errors that it got."""

    def __init__(self, cluster, instances, launch, pool, source, token):
        self.cluster, self.instances, self.launch, self.pool, self.source, self.token = cluster, instances, launch, pool, source, token
        self.calls, self.failed, self.errors = 0, 0, []
        self.too_many = float("inf")  # nodes of one job that the source had not

    def fleet(self, nodes, whole):
        """One CreateFleet; ids."""
        job, user = one_owner(self.launch, nodes)
        instance_tags = tags(self.cluster, self.pool, self.source, self.token, job, user, nodes)
        client_token = "%s-%d-%d" % (self.token, self.pool["sources"].index(self.source), self.calls)
        request = fleet_request(self.source, len(nodes), whole, client_token, instance_tags)
        self.calls += 1
        ids, errors = self.instances.start(request)
        self.errors += errors
        return ids

    def whole(self, nodes):
        """An instance for each of the nodes, or none."""
        ids = []
        for some in pieces(nodes):
            got = self.fleet(some, True)
            ids += got
            if len(got) < len(some):
                self.failed += 1
                self.instances.end(ids)
                return []
        return ids


def pieces(nodes):
    return [nodes[first : first + INSTANCES_PER_FLEET] for first in range(0, len(nodes), INSTANCES_PER_FLEET)]


def batches(units):
    """Units that fit into one call; one that is larger by itself is a batch of its own."""
    out = []
    for unit in units:
        if out and sum(map(len, out[-1])) + len(unit) <= INSTANCES_PER_FLEET:
            out[-1].append(unit)
        else:
            out.append([unit])
    return out
