"""The state volume is lost, and restored from a snapshot: another volume, with the content that the first had at one moment."""

import json
import re
import shutil
import subprocess

from counting import check, report, within
from faults import DONE, UP

RESTORED = "vol-0123456789abcdef0"
SLURM = "setpriv --reuid slurm --regid slurm --init-groups "
RECONCILE = SLURM + "/opt/warpform/slurm/reconcile"
# Instances that EC2 has for the cluster
LIVE = "cd /opt/warpform/slurm && " + SLURM + (
    "python3 -c 'from cluster_file import Cluster; from instances import Instances; print(*sorted(Instances(Cluster.load()).of_cluster()))'"
)


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
    lab.call("crash", "head")
    node = json.loads(described.read_text())
    node["volumes"][0]["id"] = RESTORED
    described.write_text(json.dumps(node))
    shutil.move(copy, lab.state / ("volumes/%s.img" % RESTORED))
    lab.change("site.env", re.sub(r"(?m)^STATE_VOLUME=.*$", "STATE_VOLUME='%s'" % RESTORED, settings) + "\n")
    lab.call("start", "head")


def state(lab, seconds=240):
    submit = "cd /tmp && sbatch --parsable -o /dev/null -H -J %s --wrap true"
    kept = lab.text("head", submit % "kept", "ada").splitlines()[-1]
    lab.run("head", RECONCILE)
    described, copy = snapshot(lab)
    lab.run("head", "scancel " + kept)
    later = lab.text("head", submit % "later", "ada").splitlines()[-1]
    lab.run("head", "sacctmgr -i modify account research set fairshare=7")
    live = lab.text("head", LIVE)
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
    status, text = lab.run("head", RECONCILE + " --accept")
    report("reconcile goes on once the state is accepted", text[-900:] if status else None)
    lab.run("head", "scancel " + kept)
