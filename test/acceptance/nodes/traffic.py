"""Who reaches whom by the rules of the stack's security groups, which the lab holds every machine to (bootlab/groups.py)."""

from counting import check, report, within

NODES = ("cpu-dy-1", "cpu-dy-2")
REACHES = "timeout 5 bash -c '< /dev/tcp/%s/%d' && echo reached"
SSH, METRICS, DATABASE = 22, 9100, 3306


def refused(lab):
    return {node: count for node in ("head", "login", *NODES) if (count := lab.refused(node))}


def commands(lab):
    """Commands that listen for the nodes of their job, on login nodes and the head, and what a job asks of the daemons from its node."""
    both = list(NODES)
    for node in ("login", "head"):
        status, text = lab.run(node, "cd /tmp && srun -Q -w cpu-dy-[1-2] hostname", "ada", timeout=90)
        check("srun on the %s hears of both nodes" % node, sorted(text.split()), both)
    status, text = lab.run("login", "cd /tmp && salloc -w cpu-dy-[1-2] sh -c 'sbcast -f /etc/hosts /tmp/cast && srun sha256sum /tmp/cast | sort -u | wc -l' 2> /dev/null", "ada", timeout=90)
    check("salloc and sbcast reach both nodes", text.strip(), "1")
    job = lab.text("login", "cd /tmp && sbatch --parsable -o /dev/null -w cpu-dy-[1-2] --wrap 'srun sh -c \"sleep 20; hostname\"'", "ada").splitlines()[-1]
    within(lab, "a batch job runs", "login", "squeue -h -s -j %s | grep -q '%s.0 '" % (job, job), 60, "ada")
    asks = "sinfo -h -o %P && sacct -nX -o jobid%20 -j " + job
    status, text = lab.run("login", 'cd /tmp && srun -Q -w cpu-dy-1 sh -c "%s"' % asks, "ada", timeout=90)
    check("a job asks slurmctld and slurmdbd", text.split(), ["work*", job])


def whole(lab):
    commands(lab)
    check("nothing that the cluster needs was refused", refused(lab), {})
    ip = {node: lab.text(node, "hostname -I").split()[0] for node in ("head", "login", *NODES)}
    reaches = lambda of, node, port: "reached" in lab.text(of, REACHES % (ip[node], port))
    for of, node, port in (("cpu-dy-1", "cpu-dy-2", SSH), ("login", "cpu-dy-1", SSH), ("head", "cpu-dy-1", METRICS), ("login", "head", SSH), ("head", "login", SSH)):
        report("%s reaches port %d of %s" % (of, port, node), None if reaches(of, node, port) else "it does not")
    listening = lab.text("head", "ss -Hltn 'sport = %d or sport = %d' | wc -l" % (SSH, DATABASE))
    check("the head listens for SSH and has a database", int(listening) >= 2, True)
    for node, port in (("head", SSH), ("head", DATABASE), ("login", SSH)):
        report("a node does not reach port %d of the %s" % (port, node), "it does" if reaches("cpu-dy-1", node, port) else None)
    check("which their groups have refused", set(refused(lab)), {"head", "login"})
