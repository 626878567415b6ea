"""Slurm whose accounting is in an Azure Database for MySQL, with two pools of login nodes: boots, jobs, log-ins and reboots."""

import pathlib

import azure_site
import database
from counting import check, report, timed, within  # noqa: F401
from checks import DONE, UNITS, booted, inactive

HEAD = "10.0.0.10"
LOGINS = {"door-1": "10.0.0.31", "hall-1": "10.0.0.32"}
ADDRESSES = {"train-slurm-head": HEAD, "train-login-door": LOGINS["door-1"], "train-login-hall": LOGINS["hall-1"]}
PROGRAM = pathlib.Path(__file__).resolve().parent / "accounts-stack.ts"
UNITS_OF = {
    "head": UNITS["head"].replace("mariadb ", ""),
    **{host: "munge chrony guard-metadata warpform-set-up warpform-sync.timer ssh" for host in LOGINS},
}
SSH = "ssh -i /run/node-lab/shared/ada -o BatchMode=yes -o ConnectTimeout=10 -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null %s@%s.slurm.train.internal id -un"


def nodes_of(folder):
    def nodes(stack):
        logins = [azure_site.login_node(stack, folder, host, address) for host, address in LOGINS.items()]
        return [database.machine(stack, folder), azure_site.head(stack, folder, HEAD), *logins]

    return nodes


def checks(lab, folder, stack):
    (folder / "lab/shared").chmod(0o1777)
    key = folder / "lab/shared/ada"
    key.write_text((folder / "ada").read_text())
    key.chmod(0o600)
    booted(lab, database.NAME, 600)
    database.make(lab, stack)
    for node in ("head", *LOGINS):
        booted(lab, node, 900)
        within(lab, "%s is set up from its custom data alone" % node, node, DONE, 420)
    within(lab, "the controller answers", "head", "scontrol ping | grep -q 'is UP'", 60)
    accounting(lab, stack)
    logins(lab)
    jobs(lab)
    reboots(lab)
    another_authority(lab)
    refused(lab)


def units(lab, when=""):
    for node, names in UNITS_OF.items():
        check("every unit of %s is active%s" % (node, when), inactive(lab, node, names), [])


def accounting(lab, stack):
    within(lab, "accounts are those of the stack", "head", "sacctmgr -nP show account format=account | grep -qx research", 60)
    units(lab)
    check("no database runs on the head", lab.text("head", "pgrep -l 'mariadbd|mysqld' || true"), "")
    kinds = set(database.asked(lab, "SELECT connection_type FROM performance_schema.threads WHERE processlist_user = 'slurm'"))
    check("slurmdbd's connections are encrypted", kinds, {"SSL/TLS"})
    tables = database.asked(lab, "SELECT COUNT(*) > 20 FROM information_schema.tables WHERE table_schema = 'slurm_acct_db'")
    check("its tables are on the server", tables, ["1"])
    hidden = database.asked(lab, "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = 'slurm_acct_db' AND column_name = 'my_row_id'")
    check("none has a key that slurmdbd does not know", hidden, ["0"])
    said = lab.text(database.NAME, "mysql -h 127.0.0.1 --ssl-mode=REQUIRED -u slurm -p%s -e 'SELECT 1'" % database.FIRST)
    check("the password that it was made with is void", "Access denied" in said, True)
    own = lab.text("head", "sed -n 's/^StoragePass=//p' /etc/slurm/slurmdbd.conf")
    check("the head made the one that it has", own.startswith("Wf1") and own != database.FIRST, True)
    check("no file of the stack has it", own in stack.path.read_text(), False)


def logins(lab):
    for host in LOGINS:
        for user in ("ada", "bob"):
            within(lab, "%s sees the partitions on %s" % (user, host), host, "timeout 20 sinfo -h | grep -q work", 90, user)
    for user, pool in (("ada", "door"), ("ada", "hall"), ("bob", "hall")):
        within(lab, "%s logs in on the pool %s" % (user, pool), "head", "[ \"$(%s | tail -n 1)\" = %s ]" % (SSH % (user, pool), user), 60)
    status, text = lab.run("head", SSH % ("bob", "door"), timeout=60)
    check("bob may not log in on the pool door", status == 0 and "bob" in text.splitlines(), False)


def jobs(lab):
    submit = "cd /tmp && sbatch -N1 -J %s -A research -o /run/node-lab/shared/%s.out --wrap hostname"
    for host, user in (("door-1", "ada"), ("hall-1", "bob")):
        name = "from-" + host
        status, text = lab.run(host, submit % (name, name), user)
        report("%s submits a job on %s" % (user, host), None if status == 0 else text[-500:])
        within(lab, "it runs", host, "grep -q ^cpu-dy- /run/node-lab/shared/%s.out" % name, 600, user)
        accounted = "timeout 20 sacct -nXP -S now-1hour -o jobname,state,account,user | grep -qx '%s|COMPLETED|research|%s'" % (name, user)
        within(lab, "and is in the accounting, as %s sees it there" % user, host, accounted, 60, user)
    rows = database.asked(lab, "SELECT job_name FROM slurm_acct_db.train_job_table ORDER BY job_name")
    check("the records of both are on the server", rows, ["from-door-1", "from-hall-1"])


def reboots(lab):
    patches = lambda: len([row for row in lab.requests() if row[2] == "PATCH"])
    before, password = patches(), "sed -n 's/^StoragePass=//p' /etc/slurm/slurmdbd.conf"
    own = lab.text("head", password)
    for node in ("head", "door-1"):
        report("a reboot of %s brings back all that was there" % node, lab.reboot(node))
        within(lab, "%s is set up again" % node, node, DONE, 120)
    units(lab, " after the reboots")
    check("the head sets its password once", (before, patches()), (1, 1))
    check("and keeps it", lab.text("head", password), own)
    within(lab, "a login node that has booted again sees the partitions", "door-1", "timeout 20 sinfo -h | grep -q work", 90, "ada")
    within(lab, "and the records", "door-1", "timeout 20 sacct -nXP -S now-1hour -o jobname | grep -qx from-door-1", 60, "ada")
    report("who may not log in may not after a reboot", "the log-in succeeded" if lab.run("head", SSH % ("bob", "door"), timeout=60)[0] == 0 else None)


def another_authority(lab):
    """Who shows a certificate that no authority of the system has signed is told no password."""
    database.foreign_certificate(lab)
    lab.run("head", "systemctl restart slurmdbd")
    fails = "timeout 10 sacctmgr -nP show account format=account | grep -qx research"
    report("a server with the certificate of another authority is refused", "it was not" if lab.until("head", fails, 30) is not None else None)
    database.own_certificate(lab)
    lab.run("head", "systemctl restart slurmdbd")
    within(lab, "and the server itself is not", "head", fails, 90)


def refused(lab):
    """But for the state of an update, which only a role on the subscription may ask for."""
    of_update = [row for row in lab.requests() if "azureAsyncOperation" in row[3]]
    check("the head asks for the state of its update, and then for the server's", {row[-1] for row in of_update}, {"403"})
    rows = [row for row in lab.requests() if row[-1] in ("401", "403", "500") and row not in of_update]
    check("no other request to Azure was refused", rows[:5], [])
