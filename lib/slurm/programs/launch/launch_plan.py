"""Who needs which nodes: turns Slurm's resume request into launches. Pure.

SLURM_RESUME_FILE is {"all_nodes_resume" | "all_nodes": "…", "jobs": [{"job_id": 1, "nodes_resume" | "nodes": "…"}]}; the
second names are 22.05's. Nodes without a job were powered up by an administrator or by reconcile.
https://slurm.schedmd.com/power_save.html
"""

from collections import namedtuple

# parts: a list of (pool, range, nodes); units: lists of nodes of which each must be had whole, or None where any will do; owners:
# node -> (job, user)
Launch = namedtuple("Launch", "parts units owners")


def plan(cluster, asked, jobs, owners):
    """asked: node names; jobs: list of (job id, node names); owners: job id -> (user, array job id).

    Jobs share a launch per pool, whoever they are of: a thousand jobs of one node each are one CreateFleet, which takes seconds, and
    not a thousand. So are jobs of several nodes in a pool that launches per job, each of which needs all of its own: a unit of its
    own in the launch. Only a job over several pools is a launch of its own, since it must have all of its nodes in each.
    """
    left = dict.fromkeys(asked)
    any_of, units, owners_of, launches = [], {}, {}, []
    for job, nodes in jobs:
        mine = [node for node in nodes if node in left]
        for node in mine:
            del left[node]
        user, array = owners.get(job, (None, job))
        parts = split(cluster, mine)
        whole = len(mine) > 1 and any(pool["launch"] == "per-job" for pool, _, _ in parts)
        owners_of.update(dict.fromkeys(mine, (job if whole else array, user)))
        if not whole:
            any_of += mine
        elif len(parts) > 1:
            launches.append(Launch(parts, [mine], dict.fromkeys(mine, (job, user))))
        else:
            ((pool, span, known),) = parts
            units.setdefault((pool["name"], span["prefix"], span["first"]), []).append(known)
    for together in units.values():
        nodes = [node for unit in together for node in unit]
        launches.append(Launch(split(cluster, nodes), together, {node: owners_of[node] for node in nodes}))
    for part in split(cluster, [*any_of, *left]):
        launches.append(Launch([part], None, {node: owners_of.get(node, (None, None)) for node in part[2]}))
    return [launch for launch in launches if launch.parts]


def one_owner(launch, nodes):
    """(job, user) of nodes of a launch, None where they differ."""
    jobs, users = (set(values) for values in zip(*(launch.owners[node] for node in nodes)))
    return jobs.pop() if len(jobs) == 1 else None, users.pop() if len(users) == 1 else None


def split(cluster, nodes):
    """Groups names by pool and range, in the order of the names; names of nobody are left out."""
    groups = {}
    for node in nodes:
        place = cluster.place_of(node)
        if place:
            pool, span = place
            groups.setdefault((pool["name"], span["prefix"], span["first"]), (pool, span, []))[2].append(node)
    return list(groups.values())
