"""The documented rotation of the key on a running cluster, by the programs that it has: a job runs through it."""

import time

from counting import check, report, set_up, timed, within
from faults import DONE, UP
from restore import began, ends, running

KEY = "/etc/munge/munge.key"
DIGEST = "sha256sum %s | cut -d' ' -f1" % KEY
NODES = ("cpu-dy-1", "cpu-dy-2", "cpu-dy-3")
# What the documentation has Systems Manager run on login nodes and nodes
AGAIN = "systemctl restart --no-block warpform-set-up"


def whole(lab):
    set_up(lab, "a login node is set up", "login", 300)
    for node in ("head", "login"):
        within(lab, "%s is in the cluster" % node, node, "timeout 20 sinfo -h | grep -q work", 60, "ada")
    through, before = running(lab)
    old = lab.text("head", DIGEST)
    check("all have one key", {lab.text(node, DIGEST) for node in ("login", *NODES)}, {old})
    rotated = time.monotonic()
    lab.run("head", "/opt/warpform/setup/rotate-key")
    taken = "[ \"$(%s)\" != %s ] && %s && %s" % (DIGEST, old, DONE, UP)
    within(lab, "the head takes a new key", "head", taken, 150)
    report("a login node with the old key is refused", "it is not" if lab.run("login", "timeout 20 sinfo", "ada")[0] == 0 else None)
    for node in ("login", *NODES):
        lab.run(node, AGAIN)
    for node in ("login", *NODES):
        within(lab, "%s takes it" % node, node, taken.rpartition(" && ")[0], 150)
    timed("rotation of the key", rotated)
    check("all have the new key", {lab.text(node, DIGEST) for node in ("login", *NODES)}, {lab.text("head", DIGEST)})
    within(lab, "a login node is let in again", "login", "timeout 20 sinfo -h | grep -q work", 60, "ada")
    within(lab, "all nodes answer", "head", "[ \"$(sinfo -h -N -n cpu-dy-[1-3] -o %T | sort | tr '\\n' ' ')\" = 'allocated allocated idle ' ]", 120, shown="sinfo -N -l")
    check("the job runs on, where it ran", lab.text("head", began(through)), before)
    status, text = lab.run("login", "cd /tmp && srun --jobid=%s --overlap -N2 hostname" % through, "ada", timeout=120)
    check("a step of it starts with the new key", sorted(text.split()), ["cpu-dy-1", "cpu-dy-2"])
    status, text = lab.run("login", "cd /tmp && srun -w cpu-dy-[3-4] -N2 hostname", "ada", timeout=900)
    check("a job runs on an idle node and one that is launched now", sorted(text.split())[-2:], ["cpu-dy-3", "cpu-dy-4"])
    check("no node is drained", lab.text("head", "sinfo -h -R -o %E"), "")
    check("accounting answers", "research" in lab.text("head", "sacctmgr -nP show account"), True)
    ends(lab, through)
