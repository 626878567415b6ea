"""Who needs which nodes: turns Slurm's resume request into launches. Pure.

SLURM_RESUME_FILE is {"all_nodes_resume" | "all_nodes": "…", "jobs": [{"job_id": 1, "nodes_resume" | "nodes": "…"}]}; the
second names are 22.05's. Nodes without a job were powered up by an administrator or by reconcile.
https://slurm.schedmd.com/power_save.html
"""

from collections import namedtuple

# parts: a list of (pool, range, nodes); whole: all nodes or none; owners: node -> (job, user). job and user are those of the whole
# launch, None where it serves several.
Launch = namedtuple("Launch", "job user parts whole owners")


def plan(cluster, asked, jobs, owners):
    """asked: node names; jobs: list of (job id, node names); owners: job id -> (user, array job id).

    A job of several nodes in a pool that launches per job is a launch of its own. All others share one a pool, whoever they are of:
    a thousand jobs of one node each are one CreateFleet, which takes seconds, and not a thousand.
    """
    left = dict.fromkeys(asked)
    shared, shared_owners, launches = [], {}, []
    for job, nodes in jobs:
        mine = [node for node in nodes if node in left]
        for node in mine:
            del left[node]
        user, array = owners.get(job, (None, job))
        parts = split(cluster, mine)
        if len(mine) > 1 and any(pool["launch"] == "per-job" for pool, _, _ in parts):
            launches.append(Launch(job, user, parts, True, dict.fromkeys(mine, (job, user))))
        else:
            shared += mine
            shared_owners.update(dict.fromkeys(mine, (array, user)))
    shared += left
    for part in split(cluster, shared):
        mine = {node: shared_owners.get(node, (None, None)) for node in part[2]}
        job, user = (only(values) for values in zip(*mine.values()))
        launches.append(Launch(job, user, [part], False, mine))
    return [launch for launch in launches if launch.parts]


def only(values):
    """The one value of all, None where they differ."""
    found = set(values)
    return found.pop() if len(found) == 1 else None


def split(cluster, nodes):
    """Groups names by pool and range, in the order of the names; names of nobody are left out."""
    groups = {}
    for node in nodes:
        place = cluster.place_of(node)
        if place:
            pool, span = place
            groups.setdefault((pool["name"], span["prefix"], span["first"]), (pool, span, []))[2].append(node)
    return list(groups.values())
