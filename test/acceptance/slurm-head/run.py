#!/usr/bin/env python3
"""The programs that head and nodes boot with, run for real: a head comes up from the site's files on an empty state, with MariaDB,
slurmdbd, slurmctld, users and policy; it is replaced, and the state is still there. Needs root, Debian's slurmctld, slurmdbd,
slurm-client, munge, mariadb-server, iproute2, and node; AWS and systemd are stand-ins.
"""

import contextlib
import glob
import hashlib
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PROGRAMS = ROOT / "lib/slurm/set-up"
OF_AWS = ROOT / "lib/clouds/aws/slurm/programs"
BOOTSTRAP = ROOT / "lib/clouds/aws/shared/programs/slurm-bootstrap.sh"
counts = {"passed": 0, "failed": 0, "skipped": 0}


def report(name, why=None, skipped=False):
    kind = "skipped" if skipped else "failed" if why else "passed"
    counts[kind] += 1
    print({"passed": "ok %s" % name, "failed": "FAILED %s: %s" % (name, why), "skipped": "skipped %s: %s" % (name, why)}[kind], flush=True)


def check(name, got, wanted):
    report(name, None if got == wanted else "got %r, wanted %r" % (got, wanted))


def shell_programs():
    found = sorted(p for folder in (PROGRAMS, OF_AWS) for p in folder.iterdir() if p.is_file() and b"bash" in p.read_bytes().split(b"\n")[0])
    if not shutil.which("shellcheck"):
        return report("shellcheck of the set-up programs", "shellcheck is not installed (apt-get install shellcheck)", True)
    for path in found:
        done = subprocess.run(["shellcheck", path], capture_output=True, text=True)
        report("shellcheck of %s" % path.name, done.stdout.strip()[:400] or None)


def mig_devices(temp):
    """Two instances on GPU 1 as the driver shows them."""
    root = temp / "mig"
    for instance, minor in (("gi1", 147), ("gi2", 156)):
        folder = root / "proc/driver/nvidia/capabilities/gpu1/mig" / instance
        (folder / "ci0").mkdir(parents=True)
        (folder / "access").write_text("DeviceFileMinor: %d\nDeviceFileMode: 292\n" % minor)
        (folder / "ci0/access").write_text("DeviceFileMinor: %d\nDeviceFileMode: 292\n" % (minor + 1))
    subprocess.run([PROGRAMS / "mig-devices", root], check=True)
    links = {p.name: os.readlink(p) for p in sorted((root / "dev/warpform-mig").iterdir())}
    wanted = {"gpu0": "/dev/nvidia1", "gi0": "/dev/nvidia-caps/nvidia-cap147", "ci0": "/dev/nvidia-caps/nvidia-cap148"}
    wanted.update({"gpu1": "/dev/nvidia1", "gi1": "/dev/nvidia-caps/nvidia-cap156", "ci1": "/dev/nvidia-caps/nvidia-cap157"})
    check("MIG instances get the names of gres.conf", links, wanted)


def package(temp):
    """Only the very package that was meant is kept."""
    source, kept = temp / "grafana.deb", temp / "kept.deb"
    source.write_bytes(b"a package")
    right = hashlib.sha256(source.read_bytes()).hexdigest()
    fetch = [PROGRAMS / "fetch-package", source.as_uri()]
    wrong = subprocess.run([*fetch, "0" * 64, kept], capture_output=True, text=True)
    check("a package of another checksum is refused", (wrong.returncode, kept.exists(), right in wrong.stderr), (1, False, True))
    done = subprocess.run([*fetch, right, kept], capture_output=True, text=True)
    check("the package that was meant is kept", (done.returncode, kept.read_bytes()), (0, b"a package"))


NODES = """\
NodeName=h100-dy-1 NodeAddr=10.0.0.1 State=MIXED+CLOUD CfgTRES=cpu=96,mem=2000G,billing=96,gres/gpu=8,gres/gpu:h100=8 AllocTRES=cpu=48,gres/gpu=4
NodeName=h100-dy-2 NodeAddr=10.0.0.2 State=IDLE+CLOUD+DRAIN CfgTRES=cpu=96,gres/gpu=8 AllocTRES= Reason=7 of 8 "GPUs" [root@2026-01-01T00:00:00]
NodeName=h100-dy-3 NodeAddr=h100-dy-3 State=IDLE+CLOUD+POWERED_DOWN CfgTRES=cpu=96,gres/gpu=8 AllocTRES=
NodeName=h100-dy-4 NodeAddr=h100-dy-4 State=ALLOCATED+CLOUD+NOT_RESPONDING+POWERING_UP CfgTRES=cpu=96,gres/gpu=8 AllocTRES=gres/gpu=8
NodeName=cpu-dy-1 NodeAddr=10.0.0.5 State=ALLOCATED*+CLOUD CfgTRES=cpu=96 AllocTRES=cpu=96
"""
JOBS = """\
train|RUNNING|None|900
train,all|PENDING|Resources|400
train|PENDING|JobHeldUser|100
all|PENDING|Priority|600
"""


class Pools:
    """Stands in for cluster.json: the pool is what a node's name starts with."""

    def place_of(self, name):
        return {"name": name.split("-")[0]}, None


def slurm_metrics():
    """What Slurm's metrics make of nodes in every phase and of jobs that wait for one thing or another."""
    rooms = ROOT / "lib/slurm/programs"
    sys.path[:0] = [str(room) for room in (*rooms.iterdir(), rooms / "clouds/aws")]
    path = str(ROOT / "lib/slurm/monitoring/slurm-metrics")
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("slurm_metrics", path)
    program = importlib.util.module_from_spec(importlib.util.spec_from_loader("slurm_metrics", loader))
    loader.exec_module(program)
    page = program.Page()
    nodes, with_gpus = program.add_nodes(page, Pools(), NODES)
    program.add_jobs(page, JOBS, ["all", "idle", "train"], 1000)
    lines = set(page.text().splitlines())
    for name, wanted in {
        "a node counts once, by what it is for people": [
            'slurm_nodes{pool="h100",state="%s"} 1' % state for state in ("mixed", "drained", "powered_down", "powering_up")
        ] + ['slurm_nodes{pool="cpu",state="down"} 1'],
        "the reason is told, with its quotes": ['slurm_node_out_of_service{pool="h100",node="h100-dy-2",reason="7 of 8 \\"GPUs\\""} 1'],
        "GPUs are counted once, not by type too": [
            'slurm_gpus_configured{pool="h100"} 32', 'slurm_gpus_up{pool="h100"} 8', 'slurm_gpus_allocated{pool="h100"} 12',
        ],
        "a job that waits in two partitions waits in both": ['slurm_jobs{partition="all",state="pending"} 2', 'slurm_jobs{partition="train",state="pending"} 2'],
        "what is held does not count as waiting for the cluster": ['slurm_job_longest_wait_seconds{partition="train"} 600'],
        "a partition without jobs says none": ['slurm_jobs{partition="idle",state="running"} 0', 'slurm_job_longest_wait_seconds{partition="idle"} 0'],
    }.items():  # fmt: skip
        check("Slurm's metrics: %s" % name, sorted(set(wanted) - lines), [])
    check(
        "Slurm's metrics: only nodes that are up are asked",
        ([t["targets"][0] for t in nodes], [t["targets"][0] for t in with_gpus]),
        (["10.0.0.1:9100", "10.0.0.2:9100", "10.0.0.5:9100"], ["10.0.0.1:9400", "10.0.0.2:9400"]),
    )
    without_book(program)


def without_book(program):
    """A book that another program is making is no reason to say nothing of Slurm."""

    def locked(*_):
        raise sqlite3.OperationalError("attempt to write a readonly database")

    said = {"scontrol": NODES, "squeue": JOBS, "sinfo": "all train", "sdiag": ""}
    answer = lambda *_, command="scontrol": said[command]  # noqa: E731
    patches = (mock.patch.object(program.scontrol, "run", answer), mock.patch.object(program.Cluster, "load", Pools), mock.patch.object(program, "add_brakes", locked))
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        for patch in patches:
            stack.enter_context(patch)
        program.main(folder)
        check("Slurm's metrics: they are written without the book", "slurm_up 1" in pathlib.Path(folder, "slurm.prom").read_text().splitlines(), True)


def alert_rules(temp):
    if not shutil.which("promtool"):
        return report("alerts fire on what they are for", "not installed (apt-get install prometheus)", True)
    # The tests name the rules beside them.
    for path in (ROOT / "lib/clouds/aws/slurm/monitoring/alerts.yml", HERE / "alerts-test.yml"):
        shutil.copy(path, temp)
    done = subprocess.run(["promtool", "test", "rules", temp / "alerts-test.yml"], capture_output=True, text=True)
    report("alerts fire on what they are for", (done.stdout + done.stderr)[-700:] if done.returncode else None)


def files(temp):
    """The bootstrap's own program: every file of the role once, nothing the second time, then only what is new."""
    site = temp / "files"
    make_site(site)
    text = BOOTSTRAP.read_text()
    program = re.search(r"<<'PROGRAM'\n(.*?)\nPROGRAM\n", text, re.S).group(1)
    program = program.replace("/var/lib/warpform-files.json", str(site / "state.json"))
    manifest = site / "bucket/slurm/manifest.json"
    manifest.write_text(manifest.read_text().replace('"path":"/', '"path":"%s/out/' % site))
    (site / "fetch").write_text(program)

    def fetch(role):
        done = subprocess.run(
            [sys.executable, site / "fetch", "us-east-2", "bucket", "slurm/", role],
            env=dict(os.environ, FAKE_AWS=str(site), PYTHONPATH=str(HERE / "python")), capture_output=True, text=True, check=True,
        )  # fmt: skip
        return [line[len(str(site / "out")) :] for line in done.stdout.splitlines()]

    first = fetch("node")
    check("a node fetches what is its own", sorted(first), sorted([
        "/etc/warpform/site.env", "/etc/warpform/cluster.json", "/etc/warpform/users.json",
        "/opt/warpform/setup/programs.json", "/opt/warpform/slurm/programs.json",
    ]))  # fmt: skip
    resume = ROOT / "lib/slurm/programs/launch/resume"
    unpacked = site / "out/opt/warpform/slurm/resume"
    check("bundled programs are unpacked byte by byte", unpacked.read_bytes(), resume.read_bytes())
    check("and can be started", oct(unpacked.stat().st_mode & 0o777), "0o755")
    check("a second run fetches nothing", fetch("node"), [])
    manifest.write_text(re.sub(r'(users.json".*?"etag":")', r"\1x", manifest.read_text(), count=1))
    check("a file of a new version is fetched again, alone", fetch("node"), ["/etc/warpform/users.json"])


def make_site(folder):
    folder.mkdir()
    subprocess.run(["node", "--import", "tsx", HERE / "make-site.ts", folder], cwd=ROOT, check=True)


def head(temp):
    missing = [name for name in ("slurmctld", "slurmdbd", "sacctmgr", "munged", "mariadbd", "ip") if not shutil.which(name)]
    if missing or os.geteuid() != 0:
        why = "not root" if not missing else "not installed: %s" % ", ".join(missing)
        return report("a head comes up", why + " (apt-get install slurmctld slurmdbd slurm-client munge mariadb-server iproute2)", True)
    site = temp / "site"
    make_site(site)
    lines = BOOTSTRAP.read_text().split("\n", 1)
    settings = "AWS_REGION=us-east-2\nBUCKET=bucket\nPREFIX=slurm/\nROLE=head\n"
    (site / "bootstrap.sh").write_text(lines[0] + "\n" + settings + lines[1])
    first = boot(site, temp / "first")
    if first is None:
        return
    for name, wanted in {
        "hostname": "slurm-head",
        "ping": "Slurmctld(primary) at slurm-head is UP",
        "nodes": "8",
        "accounts": "research root",
        "share": "3",
        "qos": "normal urgent",
        "ids": "401 402 403 2001",
        "home": "2001 700",
        "folder": "slurm 755",
        "modes": "munge 400 slurm 600",
        "resolves": "127.0.0.2",
        "placeholder": "0",
        "again": "",
        "log": "",
        "submitted": "1",
    }.items():
        check("first boot: %s" % name, first.get(name), wanted)
    monitoring(first)
    alertmanager(first)
    check("first boot: key is authorized", "ada@example.com" in first.get("keys", ""), True)
    made = sorted(path.name for path in site.glob("secrets/*"))
    expected = ["database", "grafana", "key"] if shutil.which("prometheus") else ["database", "key"]
    check("first boot: secrets are made", made, expected)
    if made != expected:
        return
    key, password = (site / "secrets/key").read_text(), (site / "secrets/database").read_text()
    boot_log = "".join(p.read_text(errors="replace") for p in site.glob("*.log"))
    secrets = [path.read_text() for path in site.glob("secrets/*")]
    check("the secrets are in no log", any(secret in boot_log for secret in secrets), False)
    second = boot(site, temp / "second")
    if second is None:
        return
    check("a replaced head: the job is still there", second.get("jobs"), "1 kept JobHeldUser")
    check("a replaced head: accounts and shares are still there", (second.get("accounts"), second.get("share")), ("research root", "3"))
    check("a replaced head: the policy needs no change", second.get("again"), "")
    secrets_now = (site / "secrets/key").read_text(), (site / "secrets/database").read_text()
    check("a replaced head: the secrets are the same", secrets_now, (key, password))
    node(site, temp)


def monitoring(got):
    """Prometheus and node_exporter as the head has started them, and what Slurm's metrics say."""
    if not shutil.which("prometheus"):
        return report("Prometheus on the head", "not installed (apt-get install prometheus prometheus-node-exporter)", True)
    alerts = (ROOT / "lib/clouds/aws/slurm/monitoring/alerts.yml").read_text().count("- alert: ")
    for name, wanted in {
        "metrics": 'slurm_gpus_allocated{pool="h100"} 0;slurm_gpus_configured{pool="h100"} 64;slurm_gpus_up{pool="h100"} 0;'
        'slurm_jobs{partition="train",state="pending"} 1;slurm_nodes{pool="h100",state="powered_down"} 8;slurm_up 1;',
        "targets": "[]",
        "alerts": str(alerts),
        "scrapes": "head prometheus",
        "listens": "127.0.0.1:9090 127.0.0.1:9100",  # and nothing on other addresses
        "owner": "404 750",
        "grafana": "405 750 400 1",
        "dashboards": "dashboard-gpus.json dashboard-nodes.json dashboard-slurm.json",
    }.items():
        check("Prometheus on the head: %s" % name, got.get(name), wanted)


def alertmanager(got):
    if not shutil.which("prometheus-alertmanager"):
        return report("alerts are sent to SNS", "not installed (apt-get install prometheus-alertmanager)", True)
    check("Alertmanager takes its configuration, and Prometheus finds it", got.get("alertmanager"), "1 127.0.0.1:9093")
    topic, subject, message = (got.get("sent", "").split("|") + ["", ""])[:3]
    check("an alert is sent to the topic", topic, "arn:aws:sns:us-east-2:123456789012:alarms")
    check("its subject is short", subject, "test page: GpuXid")
    check("its message says what to do", bool(re.fullmatch(r"firing since [-\d]+ [:\d]+Z: GPU 5 of h100-dy-1 reports XID 79", message.strip())), True)


def node(site, temp):
    """A node on the key that the head has made."""
    text = (site / "bootstrap.sh").read_text().replace("ROLE=head", "ROLE=node")
    (site / "bootstrap.sh").write_text(text)
    got = boot(site, temp / "node", "check-node.sh")
    for name, wanted in {
        "hostname": "h100-dy-3",
        "key": "munge 400 768",
        "credential": "Success (0)",
        "slurmd": '1 0 SLURMD_OPTIONS="--conf-server slurm-head.test.internal:6817 -N h100-dy-3"',
        "own": "10.77.0.10 h100-dy-3.test.internal h100-dy-3",
        "guarded": "-m owner --uid-owner root -j RETURN;-j REJECT;",
        # This machine has no pam_slurm_adopt: closed to users.
        "ssh": "required pam_nologin.so ;substack common-account ;[success=1 default=ignore] pam_listfile.so;required pam_deny.so ;"
        if not glob.glob("/lib/*/security/pam_slurm_adopt.so") + glob.glob("/lib/security/pam_slurm_adopt.so")
        else "required pam_nologin.so ;substack common-account ;[success=1 default=ignore] pam_listfile.so;required pam_slurm_adopt.so action_adopt_failure=deny;",
        "session": "session required pam_unix.so",
        "administrators": "1 UsePAM yes",
        "ids": "401 2001",
        "home": "none",
        "configuration": "0",
        "started": "1",
        # This machine has none of the devices that the pool's nodes have.
        "efa": "efa_devices 0;efa_devices_expected 1; 1",
        **({"exported": "efa_devices 0;efa_devices_expected 1;"} if shutil.which("prometheus-node-exporter") else {}),
    }.items() if got is not None else ():
        check("a node boots: %s" % name, got.get(name), wanted)


def boot(site, layer, program="check-head.sh"):
    inside = ["unshare", "--mount", "--net", "--uts", "--ipc", "--pid", "--fork", "--kill-child", "--mount-proc", HERE / "inside.sh"]
    try:
        done = subprocess.run(
            [*inside, site, layer, HERE / program, "/mnt/fake-aws/bootstrap.sh"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, timeout=180, cwd="/",
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        return report("boot on %s" % layer.name, "not done in 180 s: %s" % str(error.stderr)[-500:])
    if done.returncode:
        return report("boot on %s" % layer.name, done.stderr[-700:])
    return {name: value.strip() for name, _, value in (line.partition("\t") for line in done.stdout.splitlines())}


with tempfile.TemporaryDirectory(prefix="warpform-slurm-head-") as name:
    os.chmod(name, 0o755)
    for part in (shell_programs, lambda: mig_devices(pathlib.Path(name)), lambda: package(pathlib.Path(name)), slurm_metrics, lambda: alert_rules(pathlib.Path(name)), lambda: files(pathlib.Path(name)), lambda: head(pathlib.Path(name))):
        part()
print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % counts)
sys.exit(1 if counts["failed"] else 0)
