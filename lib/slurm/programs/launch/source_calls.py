"""What one launch asks of one source: as few calls as the cloud allows."""

from cloud import PER_CALL
from instance import Order
from launch_plan import one_owner

# Calls that one launch makes in vain of one source until it leaves the source for the time being
FAILED_CALLS = 16


class Asked:
    """What one launch asks of one source, and the errors that it got."""

    def __init__(self, instances, launch, pool, source, token):
        self.instances, self.launch, self.pool, self.source, self.token = instances, launch, pool, source, token
        self.calls, self.failed, self.errors = 0, 0, []
        self.too_many = float("inf")  # nodes of one job that the source had not

    def some(self, nodes, whole):
        """One call; ids."""
        job, user = one_owner(self.launch, nodes)
        order = Order(self.pool, self.source, nodes, whole, self.token, self.calls, job, user)
        self.calls += 1
        ids, errors = self.instances.launch(order)
        self.errors += errors
        return ids

    def whole(self, nodes):
        """An instance for each of the nodes, or none."""
        ids = []
        for some in pieces(nodes):
            got = self.some(some, True)
            ids += got
            if len(got) < len(some):
                self.failed += 1
                self.instances.end(ids)
                return []
        return ids


def pieces(nodes):
    return [nodes[first : first + PER_CALL] for first in range(0, len(nodes), PER_CALL)]


def batches(units):
    """Units that fit into one call; one that is larger by itself is a batch of its own."""
    out = []
    for unit in units:
        if out and sum(map(len, out[-1])) + len(unit) <= PER_CALL:
            out[-1].append(unit)
        else:
            out.append([unit])
    return out
