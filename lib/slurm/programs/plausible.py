"""Whether what reconcile sees can be true. Where it can't, nothing is terminated: an empty disk in place of the state volume, a lost
book or a wrong clock would else end every node, with the jobs on it.
"""

import os
import uuid

CLOCK_SECONDS = 60
NOTE = "identity"
# Of the book, while reconcile ends and starts nothing; the alerts go by it
HELD_BACK = "held back"


def fault(cluster, book, live, cloud_clock, now):
    """What is wrong, or None. live: EC2's instances; cloud_clock: EC2's time, None if unknown."""
    if cloud_clock is not None and abs(cloud_clock - now) > CLOCK_SECONDS:
        return "the clock is %d s off EC2's" % (now - cloud_clock)
    return fault_of_state(cluster, book, live)


def fault_of_state(cluster, book, live):
    """The book and Slurm's state carry the same mark, made when both were new."""
    noted, marked = book.noted(NOTE), read(mark_of(cluster))
    if noted is None and marked is None:
        if live and not book.nodes():
            return "the book of instances is empty, and %d instances run" % len(live)
        accept(cluster, book)
        return None
    if noted is None:
        return "the book of instances is not the one that Slurm's state knows"
    if marked is None:
        return "Slurm's state is not the one that the book of instances knows: its mark is missing"
    return None if noted == marked else "the book of instances and Slurm's state are of different clusters, or of different days"


def accept(cluster, book):
    """Takes book and state as they are for the right ones."""
    mark = uuid.uuid4().hex
    with open(mark_of(cluster), "w", encoding="utf-8") as file:
        file.write(mark)
    book.note(NOTE, mark)


def mark_of(cluster):
    return os.path.join(cluster.data["paths"]["slurmState"], "warpform-identity")


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().strip() or None
    except FileNotFoundError:
        return None
