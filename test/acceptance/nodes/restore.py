"""The state volume is lost, and restored from a snapshot: another volume, with the content that the first had at one moment."""

import json
import os
import re
import shutil
import subprocess
import time

from counting import check, report, within
from faults import DONE, UP

SAVED_IN = 15  # seconds within which slurmctld writes a change of its queue or nodes
RESTORED = "vol-0123456789abcdef0"
SLURM = "setpriv --reuid slurm --regid slurm --init-groups "
RECONCILE = SLURM + "/opt/warpform/slurm/reconcile"
# Instances that EC2 has for the cluster; on a busy machine the stand-in for metadata may not answer at once
ASK = "cd /opt/warpform/slurm && " + SLURM + (
    "python3 -c 'from cluster_file import Cluster; from instances import Instances; print(*sorted(Instances(Cluster.load()).of_cluster()))'"
)
LIVE = "for try in 1 2 3; do (%s) 2> /dev/null && break; sleep 5; done" % ASK


def snapshot(lab):
    """What EBS copies: every block at one moment, while the daemons run. Returns the settings of the node, and the copy."""
    described = lab.state / "nodes/head/node.json"
    source = lab.state / ("volumes/%s.img" % json.loads(described.read_text())["volumes"][0]["id"])
    copy = lab.state / "snapshot.img"
    lab.run("head", "fsfreeze -f /var/lib/warpform")
    try:
        subprocess.run(["cp", "--sparse=always", str(source), str(copy)], check=True)
    finally:
        lab.run("head", "fsfreeze -u /var/lib/warpform")
    return described, copy


def exchange(lab, described, copy):
    """As Terraform does it: the head is off, the new volume takes the old one's place, the site's settings name it."""
    settings = lab.text("head", "cat /etc/warpform/site.env")
    lab.crash("head")
    node = json.loads(described.read_text())
    node["volumes"][0]["id"] = RESTORED
    described.write_text(json.dumps(node))
    shutil.move(copy, lab.state / ("volumes/%s.img" % RESTORED))
    lab.change("site.env", re.sub(r"(?m)^STATE_VOLUME=.*$", "STATE_VOLUME='%s'" % RESTORED, settings) + "\n")
    lab.on("head")


# A job of two nodes that goes on until a file is there, so that what runs at the end is what ran at first
LONG = "cd /tmp && sbatch --parsable -o /dev/null -N2 -w cpu-dy-[1-2] -J %s --wrap \"srun sh -c 'until [ -e /run/lab/shared/%s ]; do sleep 1; done'\""


def running(lab, seconds=600):
    """A job runs on two nodes, and a third is up with nothing to do. Returns the job, with the time it began at."""
    os.chmod(lab.state / "shared", 0o1777)
    job = lab.text("head", LONG % ("through", "end"), "ada").splitlines()[-1]
    lab.run("head", "scontrol update nodename=cpu-dy-3 state=power_up")
    within(lab, "a job of two nodes runs", "head", "squeue -h -t R -j %s | grep -q through" % job, seconds)
    within(lab, "a third node is up", "head", "sinfo -h -n cpu-dy-3 -o %T | grep -qx idle", seconds, shown="sinfo -N -l")
    return job, lab.text("head", began(job))


began = "squeue -h -o '%T %N %S' -j {}".format


def launched_later(lab, seconds=600):
    """What the snapshot does not know: a node that was started since, with a job on it."""
    submit = "cd /tmp && sbatch --parsable -o /dev/null -w cpu-dy-4 -J later --wrap 'sleep 3600'"
    job = lab.text("head", submit, "ada").splitlines()[-1]
    within(lab, "a job starts another node after the snapshot", "head", "squeue -h -t R -j %s | grep -q later" % job, seconds, shown="sinfo -N -l")
    return job


def went_on(lab, job, before, seconds):
    states = "[ \"$(sinfo -h -N -n cpu-dy-[1-3] -o %T | sort | tr '\\n' ' ')\" = 'allocated allocated idle ' ]"
    within(lab, "the nodes that the snapshot knows take work", "head", states, seconds, shown="sinfo -N -l; sinfo -R")
    check("no node is drained", lab.text("head", "sinfo -h -R -o '%n %E'"), "")
    check("the job of two nodes runs on, where it ran", lab.text("head", began(job)), before)
    for node in ("cpu-dy-1", "cpu-dy-2"):
        report("its processes on %s are there" % node, lab.text(node, "pgrep -u ada > /dev/null || echo none") or None)


def ends(lab, job):
    (lab.state / "shared/end").touch()
    within(lab, "the job comes to its end", "head", "! squeue -h -j %s 2>&1 | grep -q through" % job, 60)
    within(lab, "and accounting knows it", "head", "[ \"$(sacct -nPX -j %s -o state)\" = COMPLETED ]" % job, 60, shown="sacct -X")


def unpaid(lab, seconds=240):
    """The restored book knows the instance of each node."""
    lab.run("head", "scontrol update nodename=cpu-dy-3 state=power_down")
    within(lab, "a node that was up and idle is ended when it is powered down", "head", "[ \"$(%s | wc -w)\" = 2 ]" % LIVE, seconds, shown=LIVE + "; sinfo -N -l")


def state(lab, seconds=240):
    through, before = running(lab)
    submit = "cd /tmp && sbatch --parsable -o /dev/null -H -J %s --wrap true"
    kept = lab.text("head", submit % "kept", "ada").splitlines()[-1]
    lab.run("head", RECONCILE)
    time.sleep(SAVED_IN)
    described, copy = snapshot(lab)
    lab.run("head", "scancel " + kept)
    known = lab.text("head", LIVE)
    later = launched_later(lab)
    lab.run("head", "sacctmgr -i modify account research set fairshare=7")
    live = lab.text("head", LIVE)
    check("four nodes run", len(live.split()), 4)
    exchange(lab, described, copy)
    within(lab, "the controller runs on the restored volume", "head", UP, seconds)
    jobs = lab.text("head", "squeue -h -o '%i %T' -j {0} 2>&1; squeue -h -j {1} 2>&1".format(kept, later))
    check("the queue is that of the snapshot", jobs.splitlines()[0], kept + " PENDING")
    check("a later job is not in it", "later" in jobs, False)
    within(lab, "accounts and shares are those of the snapshot", "head", "sacctmgr -nP show assoc account=research user= format=account,fairshare | grep -qx 'research|1'", seconds)
    status, text = lab.run("head", RECONCILE + "; tail -n 3 /var/log/warpform/reconcile.log")
    report("reconcile ends nothing, and says why", None if "is a copy" in text else text[-900:])
    check("no node was ended", lab.text("head", LIVE), live)
    within(lab, "the head is set up on the restored volume", "head", DONE + " && grep -q %s /etc/warpform/site.env" % RESTORED, 3 * seconds)
    went_on(lab, through, before, seconds)
    report("a later job goes on until the state is accepted", lab.text("cpu-dy-4", "pgrep -u ada > /dev/null || echo none") or None)
    accepted(lab, known)
    lab.run("head", "scancel " + kept)
    ends(lab, through)
    unpaid(lab)


def accepted(lab, known):
    """Slurm holds a node that was started after the snapshot for powered down: its instance would run, and cost, for nobody."""
    status, text = lab.run("head", RECONCILE + " --accept")
    report("reconcile goes on once the state is accepted", text[-900:] if status else None)
    within(lab, "it ends the node that the snapshot does not know, and no other", "head", "[ \"$(%s)\" = '%s' ]" % (LIVE, known), 90, shown=LIVE)
