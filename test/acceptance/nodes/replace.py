"""The head's instance is replaced: a new root, with the volume, the address and the secrets that outlive it."""

import shutil
import time

from counting import check, within
from faults import DONE, UP
from restore import LIVE, RECONCILE, ends, running, unpaid, went_on

# What the lab itself puts into a node's root; the rest was written by the node
OF_LAB = (
    "etc/resolv.conf",
    "etc/apt/apt.conf.d/01node-lab",
    "etc/apt/sources.list",
    "etc/cloud/cloud.cfg.d/99-node-lab.cfg",
    "etc/systemd/network",
    "etc/systemd/system-generators/node-lab-fstab",
    "etc/ssl/certs/ca-certificates.crt",
    "usr/bin/systemd-detect-virt",
    "usr/local/share/ca-certificates/node-lab.crt",
    "usr/sbin/dmidecode",
)


def new_root(lab, node):
    """As a new instance has it: nothing of what the earlier one wrote."""
    folder = lab.state / "nodes" / node
    old, new = folder / "upper.old", folder / "upper"
    new.rename(old)
    for name in OF_LAB:
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        if (old / name).is_dir():
            shutil.copytree(old / name, new / name, symlinks=True)
        else:
            shutil.copy2(old / name, new / name, follow_symlinks=False)
    units = new / "etc/systemd/system"
    units.mkdir(parents=True, exist_ok=True)
    for unit in (old / "etc/systemd/system").iterdir():  # what a container's kernel lacks is masked
        if unit.is_symlink() and str(unit.readlink()) == "/dev/null":
            (units / unit.name).symlink_to("/dev/null")
    (new / "etc/hostname").write_text("ubuntu\n")
    (new / "etc/machine-id").write_text("")
    (new / "etc/hosts").write_text("127.0.0.1 localhost\n")
    shutil.rmtree(old)
    shutil.rmtree(folder / "work", ignore_errors=True)


def head(lab, seconds=240):
    through, before = running(lab)
    kept = lab.text("head", "cd /tmp && sbatch --parsable -o /dev/null -H -J kept --wrap true", "ada").splitlines()[-1]
    record = "sacct -nPX -j %s -o jobid,account,user,nodelist,start" % through
    accounted = lab.text("head", record)
    lab.run("head", RECONCILE)
    live = lab.text("head", LIVE)
    check("three nodes run", len(live.split()), 3)
    time.sleep(15)  # slurmctld writes a change of its queue some seconds after it
    lab.call("crash", "head")
    new_root(lab, "head")
    lab.on("head")
    within(lab, "a new head takes the controller up again", "head", UP, 3 * seconds)
    check("the queue is as it was", lab.text("head", "squeue -h -o '%%i %%T' -j %s" % kept), kept + " PENDING")
    within(lab, "the new head is set up", "head", DONE, 3 * seconds)
    check("accounting knows the job as it did", lab.text("head", record), accounted)
    went_on(lab, through, before, seconds)
    lab.run("head", RECONCILE)
    check("no node was ended, and none started", lab.text("head", LIVE), live)
    check("nothing keeps reconcile from its work", "held back" in lab.text("head", "tail -n 5 /var/log/warpform/reconcile.log"), False)
    lab.run("head", "scancel " + kept)
    ends(lab, through)
    unpaid(lab)
