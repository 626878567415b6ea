"""Makes node and instance known to each other: NodeAddr in Slurm, and the records of the cloud."""

import name_records
import scontrol

NODES_PER_UPDATE = 1000


def announce(cluster, rows):
    """rows: (node, instance, address). Whoever is announced can boot under its name; raises if any of it fails."""
    for n in range(0, len(rows), NODES_PER_UPDATE):
        some = rows[n : n + NODES_PER_UPDATE]
        scontrol.update(",".join(row[0] for row in some), NodeAddr=",".join(row[2] for row in some))
    name_records.announce(cluster, rows)


def forget(cluster, rows):
    """Takes the records away again."""
    name_records.forget(cluster, rows)
