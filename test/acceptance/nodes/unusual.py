"""A cluster of values that no example has, and what may happen to one: disks that fill up, files that are damaged, an object that the bucket
refuses, a clock that is off, a tag that is gone. Nothing goes on running that nobody uses, and nothing ends that somebody uses."""

import json
import os
import subprocess
import time

import moto_environment
from counting import check, needed, report, set_up, within
from directory import BY_KEY, NAME
from faults import DONE, UP
from restore import LIVE, RECONCILE, SLURM

LOGS = "tail -n 9 /var/log/warpform/resume.log /var/log/warpform/suspend.log /var/log/warpform/reconcile.log"
QUEUE = "squeue -o '%i %T %r %N'; sinfo -N -l; sinfo -R; " + LOGS
STATIC, SPARE, WHO = "a0-steady-st-1", "x-9-dy-%d", "svc_x-1"
SYNC = "cat /run/warpform/sync.json; journalctl -u warpform-sync -n 12 --no-pager -o cat"


def launched(lab):
    return lab.text("head", LIVE).split()


def runs(lab, seconds, *options, node=None):
    """A job that goes on until it is cancelled; its id."""
    where = "-w %s" % node if node else ""
    submit = "cd /tmp && sbatch --parsable -o /dev/null %s %s --wrap 'sleep 3000'" % (where, " ".join(options))
    job = lab.text("head", submit, WHO).splitlines()[-1]
    within(lab, "job %s runs" % job, "head", "[ \"$(squeue -h -j %s -o %%T)\" = RUNNING ]" % job, seconds, shown=QUEUE)
    return job


def on_now(lab, job):
    return lab.text("head", "squeue -h -j %s -o %%T" % job)


def boots(lab):
    lab.name(NAME, "ldap")
    os.chmod(lab.state / "shared", 0o1777)
    set_up(lab, "a head of unusual values is set up", "head", 420, and_then=UP)
    set_up(lab, "a login node of a pool with a dash is set up", "door", 300)
    needed(lab, "its static node is up", "head", "sinfo -h -n %s -o %%T | grep -qx idle" % STATIC, 400, shown=QUEUE)
    text = "cd /tmp && sbatch --parsable -N3 -p All_2 -o /run/lab/shared/names --wrap 'srun hostname'"
    job = lab.text("head", text, WHO).splitlines()[-1]
    ran = "[ $(grep -cE 'a0-steady-st-1|x-9-dy-[12]' /run/lab/shared/names) = 3 ]"
    needed(lab, "a job over a static node and two on Spot runs", "head", ran, 400, shown=QUEUE)
    around = (lab.state / "shared/around").read_text().split("\n")
    check("the prolog ran on each node", around.count("%s 'prolog'" % job), 3)
    within(lab, "and the epilog", "head", "[ $(grep -c '%s epilog' /run/lab/shared/around) = 3 ]" % job, 30, shown="cat /run/lab/shared/around")
    record = "sacct -nPX -j %s -o account,qos,comment,state" % job
    within(lab, "accounting has account, QoS and what job_submit.lua wrote", "head", "%s | grep -qx 'dept-a|night|by lua|COMPLETED'" % record, 60, shown=record)
    lab.run("head", "install -m 600 /run/lab/shared/people /root/people")
    within(lab, "a directory's user with a dot in the name logs in beside those of the list", "head", BY_KEY % ("john.smith", "id -un"), 60)
    got = lab.text("head", BY_KEY % ("john.smith", "cd /tmp && srun -w %s id -un" % STATIC), timeout=200)
    check("and runs jobs by an account that names such a user", got.splitlines()[-1:], ["john.smith"])


def full_disk(lab):
    """Neither does it keep a job from its node, nor a node that nobody uses running."""
    job = lab.text("head", "cd /tmp && sbatch --parsable -H -o /dev/null -p Z -w %s --wrap 'sleep 3000'" % (SPARE % 3), WHO).splitlines()[-1]
    needed(lab, "there is a reserve", "head", "[ -s /var/spool/slurm/warpform/reserve ]", 90)
    time.sleep(10)
    lab.run("head", "cat /dev/zero > /var/spool/slurm/filled 2> /dev/null; :")
    check("the state volume is full", lab.text("head", "df --output=avail /var/spool/slurm | tail -1"), "0")
    lab.run("head", "scontrol release " + job)
    # Slurm's own state and the database take what the reserve gives free, perhaps before a launch needs it
    running = "[ \"$(squeue -h -j %s -o %%T)\" = RUNNING ]" % job
    said = "grep -q \"%s are not started: the book of instances can't be written\" /var/log/warpform/resume.log" % (SPARE % 3)
    within(lab, "a launch with a full disk is made on the reserve, or starts nothing and says so", "head", "%s || %s" % (running, said), 300, shown=QUEUE)
    check("the reserve is given up", lab.text("head", "ls /var/spool/slurm/warpform/reserve 2> /dev/null"), "")
    if lab.run("head", running)[0] == 0:
        lab.run("head", "scancel " + job)
    within(lab, "idle nodes are ended with a full disk", "head", "[ \"$(%s | wc -w)\" = 1 ]" % LIVE, 300, shown=QUEUE)
    lab.run("head", "rm /var/spool/slurm/filled")
    within(lab, "a job that waits for room has its node once there is some", "head", "%s || ! squeue -h -j %s 2> /dev/null | grep -q ." % (running, job), 400, shown=QUEUE)
    lab.run("head", "scancel " + job)


def database(lab, job):
    lab.run("head", "systemctl kill -s KILL slurmdbd mariadb; systemctl stop slurmdbd mariadb")
    done = lab.text("head", "cd /tmp && sbatch --parsable -o /dev/null -p Z --wrap true", WHO).splitlines()[-1]
    within(lab, "a job gets a node and runs to its end without a database", "head", "! squeue -h -j %s 2> /dev/null | grep -q ." % done, 250, shown=QUEUE)
    check("and another goes on", on_now(lab, job), "RUNNING")
    lab.run("head", "systemctl start mariadb slurmdbd")
    within(lab, "accounting has it once the database is back", "head", "sacct -nPX -j %s -o state | grep -qx COMPLETED" % done, 90)


def damaged(lab):
    """Notes that a crash has left empty or odd keep no machine from what an apply changes: who is declared no longer is out."""
    users = json.loads(lab.text("head", "cat /etc/warpform/users.json"))
    for node, applied, files in (("head", "", "{\"/etc"), ("door", "[]", ""), (STATIC, "\\0\\0", "null")):
        lab.run(node, "printf '%s' > /var/lib/warpform-applied.json; printf '%s' > /var/lib/warpform-files.json" % (applied, files))
    lab.set_users([])
    for node in ("head", "door", STATIC):
        gone = "[ ! -e /etc/ssh/authorized_keys.d/%s ]" % WHO
        within(lab, "a user who goes loses access to %s, whose notes are damaged" % node, node, gone, 120, shown=SYNC)
    lab.set_users(users)
    within(lab, "and has it again", "head", "[ -s /etc/ssh/authorized_keys.d/%s ]" % WHO, 120, shown=SYNC)


REFUSE = """
import boto3, json
s3 = boto3.client("s3")
bucket = next(b["Name"] for b in s3.list_buckets()["Buckets"] if any(o["Key"].endswith("/manifest.json") for o in s3.list_objects_v2(Bucket=b["Name"]).get("Contents", [])))
listed = json.loads(s3.get_object(Bucket=bucket, Key="slurm/manifest.json")["Body"].read())
for file in listed["files"]:
    if file["key"] == "setup.json":
        file["etag"] = "0" * 32
s3.put_object(Bucket=bucket, Key="slurm/manifest.json", Body=json.dumps(listed).encode())
s3.copy_object(Bucket=bucket, Key="kept", CopySource=bucket + "/slurm/setup.json")
s3.delete_object(Bucket=bucket, Key="slurm/setup.json")
"""
ALLOW = REFUSE.split("listed")[0] + "s3.copy_object(Bucket=bucket, Key='slurm/setup.json', CopySource=bucket + '/kept')\n"


def in_account(lab, program):
    made = subprocess.run(lab.inside(moto_environment.PYTHON, "-c", program), env=lab.aws(), capture_output=True, text=True)
    assert made.returncode == 0, made.stderr[-900:]
    return made.stdout


def refused(lab):
    """One object keeps the others from nothing."""
    users = json.loads(lab.text("head", "cat /etc/warpform/users.json"))
    in_account(lab, REFUSE)
    lab.set_users([])
    for node in ("head", "door", STATIC):
        gone = "[ ! -e /etc/ssh/authorized_keys.d/%s ]" % WHO
        within(lab, "a user who goes loses access to %s while the bucket refuses another object" % node, node, gone, 120, shown=SYNC)
    within(lab, "the head says that a file is missing", "head", "grep -q '\"fetch\"' /run/warpform/sync.json", 60, shown=SYNC)
    in_account(lab, ALLOW)
    lab.set_users(users)
    for node in ("head", "door", STATIC):
        within(lab, "%s has all files again" % node, node, "grep -q '\"failed\": \\[\\]' /run/warpform/sync.json && [ -s /etc/ssh/authorized_keys.d/%s ]" % WHO, 150, shown=SYNC)


def untagged(lab, job):
    """Somebody takes the tag off by which the head knows its instances, of one on which a job runs."""
    text = SLURM + "python3 -c 'import sqlite3; print(*sqlite3.connect(\"/var/spool/slurm/warpform/instances.db\").execute(\"select instance from nodes where name = \\\"%s\\\"\").fetchone())'" % STATIC
    instance = lab.text("head", text)
    change = "import boto3; boto3.client('ec2').%s_tags(Resources=['" + instance + "'], Tags=[{'Key': 'warpform:slurm'%s}])"
    in_account(lab, change % ("delete", ""))
    time.sleep(190)
    lab.run("head", RECONCILE)
    check("the job on an instance that lost its tag goes on", on_now(lab, job), "RUNNING")
    status, text = lab.run("head", LOGS)
    report("and reconcile says so", None if "tag" in text else text[-900:])
    in_account(lab, change % ("create", ", 'Value': 'q-1'"))


def clock(lab, job):
    before = launched(lab)
    status, text = lab.run("head", "faketime '+1 day' sh -c \"%s\"; %s" % (RECONCILE, LOGS))
    report("a clock that is a day off stops reconcile", None if "the clock is" in text else text[-900:])
    check("and ends nothing", (launched(lab), on_now(lab, job)), (before, "RUNNING"))
    lab.run("head", RECONCILE)


def book(lab, job):
    """The head's book is unreadable: what runs goes on, and what is idle is ended all the same."""
    other = runs(lab, 300, "-p Z")
    lab.run("head", "dd if=/dev/urandom of=/var/spool/slurm/warpform/instances.db bs=4096 count=4 conv=notrunc 2> /dev/null")
    time.sleep(70)
    check("jobs go on while the book is unreadable", (on_now(lab, job), on_now(lab, other)), ("RUNNING", "RUNNING"))
    lab.run("head", "scancel " + other)
    within(lab, "the node that is idle then is ended", "head", "[ \"$(%s | wc -w)\" = 1 ]" % LIVE, 400, shown=QUEUE)
    check("and the job on the other goes on", on_now(lab, job), "RUNNING")


def checks(lab):
    boots(lab)
    full_disk(lab)
    job = runs(lab, 60, node=STATIC)
    for fault in (lambda: database(lab, job), lambda: damaged(lab), lambda: refused(lab), lambda: clock(lab, job), lambda: untagged(lab, job), lambda: book(lab, job)):
        fault()
    within(lab, "nothing of the head has failed", "head", "[ -z \"$(systemctl --failed --plain --no-legend | cut -d' ' -f1)\" ]", 90, shown="systemctl --failed --no-legend")
