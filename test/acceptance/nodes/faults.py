"""Daemons that are restarted and killed, a database that is away, mirrors that fail, and users who go."""

from counting import SET_UP, check, report, within

UP = "scontrol ping | grep -q 'is UP'"
DONE = SET_UP


def daemons(lab):
    """A batch job goes on while daemons restart, and while they are killed and come back."""
    script = "cd /tmp && sbatch --parsable -N2 -o /tmp/out -J long --wrap 'sleep 3600'"
    job = lab.text("login", script, "ada").splitlines()[-1:]
    within(lab, "a batch job runs", "login", "squeue -h -n long -t R | grep -q long", 60, "ada")
    for node, unit in (("head", "slurmdbd"), ("head", "slurmctld"), ("cpu-dy-1", "slurmd")):
        lab.run(node, "systemctl restart %s" % unit)
    for node, unit in (("head", "slurmdbd"), ("head", "slurmctld"), ("head", "mariadb"), ("cpu-dy-2", "slurmd"), ("login", "munge")):
        lab.run(node, "systemctl kill -s KILL %s" % unit)
        within(lab, "%s comes back after it was killed" % unit, node, "systemctl is-active --quiet %s" % unit, 60)
    within(lab, "the controller answers again", "head", UP, 60)
    within(lab, "both nodes answer it", "head", "[ \"$(sinfo -h -o %T -n cpu-dy-[1-2] | sort -u)\" = allocated ]", 120)
    got = lab.text("login", "squeue -h -n long -o '%i %T'", "ada")
    check("the batch job has gone on through all of it", got, "%s RUNNING" % "".join(job))


def database(lab):
    lab.run("head", "systemctl stop slurmdbd mariadb && systemctl restart --no-block slurmctld")
    within(lab, "the controller starts although the database is away", "head", UP, 60)
    lab.run("head", "systemctl start mariadb slurmdbd")


def state(lab):
    """Whatever keeps files on the state volume ends before its mount, as at a shutdown, and slurmctld brings the mount back with it."""
    status, text = lab.run("head", "systemctl stop var-spool-slurm.mount || { fuser -vm /var/spool/slurm; exit 1; }", timeout=200)
    report("what works on the controller's state ends before its mount goes", text[-900:] if status else None)
    check("the controller and slurmdbd are two of them", lab.text("head", "systemctl is-active slurmctld slurmdbd").split(), ["inactive"] * 2)
    lab.run("head", "systemctl start --no-block slurmdbd slurmctld")
    within(lab, "the controller brings the mount of its state with it", "head", "mountpoint -q /var/spool/slurm && " + UP, 60)
    check("the queue is still there", lab.text("head", "squeue -h -n long -o %T"), "RUNNING")


FAILING_APT = """\
dpkg --purge libpmix2t64 > /dev/null && rm -f /run/warpform/lists-updated
printf '%s\\n' '#!/bin/sh' 'n=$(cat /tmp/tries 2> /dev/null || echo 0); echo $((n + 1)) > /tmp/tries' \\
  '[ $n -ge 6 ] || { echo "the mirror is away" >&2; exit 100; }' 'exec /usr/bin/apt-get "$@"' > /usr/local/sbin/apt-get
chmod 755 /usr/local/sbin/apt-get
systemctl restart --no-block warpform-set-up
"""


def mirror(lab):
    """Six failures: all tries of one run, and more in the next."""
    lab.run("login", FAILING_APT)
    within(lab, "a set-up that fails says what is missing", "login", "grep -qx pmix /run/warpform/missing", 150)
    within(lab, "it is repeated until nothing is missing", "login", DONE + " && [ ! -s /run/warpform/missing ] && dpkg -s libpmix2t64 > /dev/null", 300)
    lab.run("login", "rm /usr/local/sbin/apt-get /tmp/tries")


# What the program that takes over changes has done, and when it runs next.
SYNC = "date +%T; journalctl -u warpform-sync -n 12 --no-pager -o cat; cat /run/warpform/sync.json; systemctl list-timers warpform-sync.timer --no-pager; ls /etc/ssh/authorized_keys.d; getent shadow ada"


def users(lab):
    """Ada can log in by SSH, is declared no longer, and can't."""
    ssh = "ssh -o StrictHostKeyChecking=no -o BatchMode=yes -o UserKnownHostsFile=/dev/null -o ConnectTimeout=5 -i /root/ada ada@%s true"
    lab.run("head", "install -m 600 /run/lab/shared/ada /root/ada")
    address = {node: lab.text(node, "hostname -I").split()[0] for node in ("login", "cpu-dy-1")}
    within(lab, "a declared user logs in by SSH", "head", ssh % address["login"], 30)
    bob = ssh.replace("ada@", "bob@")
    within(lab, "and another, for whom the login pool is closed, on the head", "head", bob % "127.0.0.1", 30)
    report("but not on a login node of that pool", "the log-in succeeded" if lab.run("head", bob % address["login"])[0] == 0 else None)
    lab.run("login", "runuser -u ada -- sh -c 'sleep 3600 > /dev/null 2>&1 &'")
    lab.set_users([])
    for node in ("head", "login", "cpu-dy-1"):
        gone = "[ ! -e /etc/ssh/authorized_keys.d/ada ] && [ \"$(getent shadow ada | cut -d: -f8)\" = 1 ]"
        within(lab, "a user who is declared no longer loses access to %s" % node, node, gone, 75, shown=SYNC)
    report("and can't log in by SSH", "the log-in succeeded" if lab.run("head", ssh % address["login"])[0] == 0 else None)
    check("and is logged out of the login node", lab.text("login", "pgrep -u ada || true"), "")
