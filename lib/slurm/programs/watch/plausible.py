"""Whether what reconcile sees can be true. Where it can't, nothing is terminated: an empty disk in place of the state volume, a lost
book or a wrong clock would else end every node, with the jobs on it.
"""

import os
import uuid

from cloud import CLOUD

CLOCK_SECONDS = 60
NOTE = "identity"
# Of the book: the disk that it is on
VOLUME = "volume"
DISKS = "/dev/disk/by-id"
# Of the book, while reconcile ends and starts nothing; the alerts go by it
HELD_BACK = "held back"


def fault(cluster, book, live, cloud_clock, now):
    """What is wrong, or None. live: the cloud's instances; cloud_clock: its time, None if unknown."""
    if cloud_clock is not None and abs(cloud_clock - now) > CLOCK_SECONDS:
        return "the clock is %d s off %s's" % (now - cloud_clock, CLOUD)
    return fault_of_state(cluster, book, live)


def fault_of_state(cluster, book, live):
    """The book and Slurm's state carry the same mark, made when both were new. A copy has it too, but is on another disk."""
    disk, known = disk_of(cluster.data["paths"].get("stateMount")), book.noted(VOLUME)
    if disk and known and disk != known:
        return "the state volume is a copy, from a snapshot for instance: what was launched since then is not in its book"
    if disk and not known:
        book.note(VOLUME, disk)
    noted, marked = book.noted(NOTE), read(mark_of(cluster))
    if noted is None and marked is None:
        strangers = unknown(book, live)
        if strangers:
            return "the book of instances is new, and %d instances run that are not in it" % len(strangers)
        accept(cluster, book)
        return None
    if noted is None:
        return "the book of instances is not the one that Slurm's state knows"
    if marked is None:
        return "Slurm's state is not the one that the book of instances knows: its mark is missing"
    return None if noted == marked else "the book of instances and Slurm's state are of different clusters, or of different days"


def unknown(book, live):
    """Instances that are neither in the book nor being launched. One that is entered meanwhile says nothing of the others."""
    entered, launching = {entry[0] for entry in book.nodes().values()}, book.launching()
    return [instance for instance in live if instance not in entered and live[instance].launch not in launching]


def accept(cluster, book):
    """Takes book and state as they are for the right ones."""
    mark = uuid.uuid4().hex
    with open(mark_of(cluster), "w", encoding="utf-8") as file:
        file.write(mark)
    book.note(NOTE, mark)
    book.note(VOLUME, disk_of(cluster.data["paths"].get("stateMount")) or "")


def disk_of(mount):
    """The lasting name of the disk that is mounted there; None where it has none, as on NFS."""
    with open("/proc/self/mountinfo", encoding="utf-8") as file:
        devices = {fields[4]: fields[2] for fields in map(str.split, file)}
    names = os.listdir(DISKS) if mount in devices and os.path.isdir(DISKS) else []
    return min((name for name in names if device_of(os.path.join(DISKS, name)) == devices[mount]), default=None)


def device_of(path):
    try:
        number = os.stat(path).st_rdev
    except FileNotFoundError:  # a link to a disk that was taken away
        return None
    return "%d:%d" % (os.major(number), os.minor(number))


def mark_of(cluster):
    return os.path.join(cluster.data["paths"]["slurmState"], "warpform-identity")


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().strip() or None
    except FileNotFoundError:
        return None
