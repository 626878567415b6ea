"""Who needs which nodes: turns Slurm's resume request into launches, one for each job. Pure.

SLURM_RESUME_FILE is {"all_nodes_resume" | "all_nodes": "…", "jobs": [{"job_id": 1, "nodes_resume" | "nodes": "…"}]}; the
second names are 22.05's. Nodes without a job were powered up by an administrator or by reconcile.
https://slurm.schedmd.com/power_save.html
"""

from collections import namedtuple

# parts: a list of (pool, range, nodes); whole: all nodes or none
Launch = namedtuple("Launch", "job user parts whole")


def plan(cluster, asked, jobs, owners):
    """asked: node names; jobs: list of (job id, node names); owners: job id -> (user, array job id)."""
    left = dict.fromkeys(asked)
    singles, launches = {}, []
    for job, nodes in jobs:
        mine = [node for node in nodes if node in left]
        for node in mine:
            del left[node]
        user, array = owners.get(job, (None, job))
        if len(mine) == 1:  # whole by itself, so that the one-node jobs of an array share a fleet
            singles.setdefault((array, user), []).extend(mine)
        elif mine:
            parts = split(cluster, mine)
            launches.append(Launch(job, user, parts, any(pool["launch"] == "per-job" for pool, _, _ in parts)))
    for (array, user), nodes in singles.items():
        launches.append(Launch(array, user, split(cluster, nodes), False))
    if left:
        launches.append(Launch(None, None, split(cluster, list(left)), False))
    return [launch for launch in launches if launch.parts]


def split(cluster, nodes):
    """Groups names by pool and range, in the order of the names; names of nobody are left out."""
    groups = {}
    for node in nodes:
        place = cluster.place_of(node)
        if place:
            pool, span = place
            groups.setdefault((pool["name"], span["prefix"], span["first"]), (pool, span, []))[2].append(node)
    return list(groups.values())
