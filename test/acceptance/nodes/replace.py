"""The head's instance is replaced: a new root, with the volume, the address and the secrets that outlive it."""

import time

from counting import check, within
from faults import DONE, UP
from restore import LIVE, RECONCILE, SAVED_IN, ends, running, unpaid, went_on


def head(lab, seconds=240):
    through, before = running(lab)
    kept = lab.text("head", "cd /tmp && sbatch --parsable -o /dev/null -H -J kept --wrap true", "ada").splitlines()[-1]
    record = "sacct -nPX -j %s -o jobid,account,user,nodelist,start" % through
    accounted = lab.text("head", record)
    lab.run("head", RECONCILE)
    live = lab.text("head", LIVE)
    check("three nodes run", len(live.split()), 3)
    time.sleep(SAVED_IN)
    lab.crash("head")
    lab.renew("head")
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
