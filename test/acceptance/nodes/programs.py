"""What users run on a cluster: MPI, PyTorch over Gloo, and the REST API."""

from counting import check, report, within


def mpi(lab):
    shared = "/run/lab/shared"
    lab.run("cpu-dy-1", "mpicc -o %s/hello %s/hello.c" % (shared, shared))
    status, text = lab.run("login", "cd /tmp && srun -N2 --mpi=pmix %s/hello" % shared, "ada", timeout=180)
    lines = sorted(line for line in text.splitlines() if line.startswith("rank"))
    check("srun --mpi=pmix runs an MPI program on two nodes", lines, ["rank 0 of 2: 1", "rank 1 of 2: 1"])


def gloo(lab, torch):
    if torch is None:
        return report("PyTorch reduces over Gloo on two nodes", "no root with python3-torch could be made", True)
    inside = "cp /etc/hosts /etc/resolv.conf /torch/etc/ && mkdir -p /torch/shared && mount --bind /run/lab/shared /torch/shared && exec chroot /torch python3 /shared/all_reduce.py"
    job = "srun -N2 unshare -m sh -c '%s $(scontrol show hostnames $SLURM_JOB_NODELIST | head -1) /shared/checkpoint'" % inside
    status, text = lab.run("head", "cd /tmp && " + job, timeout=300)
    lines = sorted(line for line in text.splitlines() if line.startswith("rank"))
    wanted = ["rank %d: [2.0, 2.0, 2.0, 2.0], ['.metadata']" % rank for rank in (0, 1)]
    report("PyTorch reduces, saves a checkpoint and meets at a barrier over Gloo on two nodes", None if lines == wanted else text[-900:])


def rest_api(lab, version):
    """slurmrestd answers who shows a token that slurmctld has signed, and nobody else."""
    token = lab.text("login", "scontrol token lifespan=3600", "ada").rpartition("=")[2]
    ask = "curl -s -o /tmp/answer -w '%%{http_code}' -H 'X-SLURM-USER-NAME: ada' -H 'X-SLURM-USER-TOKEN: %s' http://127.0.0.1:6820/%s/" + version + "/%s"
    within(lab, "slurmrestd answers a user's token", "head", "[ \"$(%s)\" = 200 ] && grep -q cpu-dy-1 /tmp/answer" % (ask % (token, "slurm", "nodes")), 60)
    within(lab, "and so does the accounting behind it", "head", "[ \"$(%s)\" = 200 ] && grep -q research /tmp/answer" % (ask % (token, "slurmdb", "accounts")), 30)
    wrong = lab.text("head", ask % (token[:-4] + "AAAA", "slurm", "nodes"))
    check("a token of another's making is refused", wrong[-3:] not in ("200", "000"), True)
    listens = lab.text("head", "ss -Hltn 'sport = 6820' | awk '{ print $4 }'")
    check("slurmrestd listens on the head's loopback alone", listens, "127.0.0.1:6820")
    check("it runs as neither root nor slurm", lab.text("head", "ps -o user= -C slurmrestd").split()[0][:4] in ("root", "slur"), False)
