#!/usr/bin/env python3
"""Acceptance of lib/slurm on a real Slurm:  run.py [SUITE...]

Needs root, Linux namespaces and, on Debian or Ubuntu:
  apt-get install slurmctld slurmd slurm-client slurmdbd munge faketime mariadb-server iproute2 curl python3-boto3 python3-venv
moto is installed into ~/.cache/warpform/venv-moto the first time.
"""

import glob
import importlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from checks import Results

SUITES = ("programs", "cloud", "hybrid", "failures", "changes", "shared", "scale", "configurations", "releases", "slinky", "jobs", "rotation", "jwks", "ultraservers", "azure", "racks")
# slurmctld reads 5,000 nodes for most of a minute on two idle cores, and for minutes where eight sites share them.
ALONE = ("scale",)
NEEDED = {
    "slurmctld": "slurmctld",
    "slurmd": "slurmd",
    "sinfo": "slurm-client",
    "slurmdbd": "slurmdbd",
    "munged": "munge",
    "mariadbd": "mariadb-server",
    "ip": "iproute2",
    "unshare": "util-linux",
    "curl": "curl",
    "faketime": "faketime",
}


def missing():
    """Why the suites can't run here, or None."""
    if os.geteuid() != 0:
        return "needs root, for network and mount namespaces"
    packages = sorted({package for program, package in NEEDED.items() if not shutil.which(program)})
    if subprocess.run(["/usr/bin/python3", "-c", "import boto3"], stderr=subprocess.DEVNULL).returncode:
        packages.append("python3-boto3")
    if packages:
        return "apt-get install " + " ".join(packages)
    if subprocess.run(["unshare", "--net", "--mount", "--pid", "--fork", "true"], stderr=subprocess.DEVNULL).returncode:
        return "namespaces are not allowed here"
    return None


def run_suite(name, folder):
    """One suite in this process."""
    suite = importlib.import_module("suite_" + name)
    results = Results()
    suite.run(results, folder)
    return results.end()


def run_all(names, folder):
    """Suites side by side, since they mostly wait; their lines one suite after the other. Those that need the processors go alone."""
    load = max(os.getloadavg()[0], len(names)) / os.cpu_count()
    os.environ.setdefault("WARPFORM_PATIENCE", "1" if load < 1 else "2" if load < 6 else "3")
    totals = [0, 0, 0]
    for turn in ([name for name in names if name not in ALONE], *([name] for name in names if name in ALONE)):
        running = []
        for name in turn:
            out = open(os.path.join(folder, name + ".out"), "w+")
            running.append((subprocess.Popen([sys.executable, __file__, "--in", folder, name], stdout=out), out))
        try:
            collect(running, totals)
        finally:
            for process, _ in running:  # an interrupted run takes its sites down too
                if process.poll() is None:
                    process.terminate()
                    process.wait()
    print("%d passed, %d failed, %d skipped" % tuple(totals))
    return 1 if totals[1] else 0


def collect(running, totals):
    """Prints what suites say, and adds what they count to the totals."""
    for process, out in running:
        code = process.wait()
        out.seek(0)
        *lines, last = out.read().splitlines() or [""]
        print("\n".join(lines), flush=True)
        counts = re.fullmatch(r"(\d+) passed, (\d+) failed, (\d+) skipped", last)
        if counts:
            totals[:] = [total + int(count) for total, count in zip(totals, counts.groups())]
        else:
            print("FAILED slurm: a suite broke off with exit code %d" % code)
            totals[1] += 1


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the sites are taken down
    if sys.argv[1:2] == ["--in"]:
        return run_suite(sys.argv[3], sys.argv[2])
    why = missing()
    names = sys.argv[1:] or list(SUITES)
    if why:
        results = Results()
        for name in names:
            results.skip("slurm " + name, why)
        return results.end()
    from fake_ec2 import ensure_venv

    ensure_venv()
    folder = tempfile.mkdtemp(prefix="warpform-slurm-", dir="/tmp")
    os.chmod(folder, 0o755)
    try:
        return run_all(names, folder)
    finally:
        if os.environ.get("WARPFORM_KEEP"):
            print("kept %s" % folder, file=sys.stderr)
        else:
            shutil.rmtree(folder, ignore_errors=True)
        remove_cgroups()


def remove_cgroups():
    """Those that slurmd made for the lab's nodes; on a machine with a slurmd of its own, none of that one's."""
    for path in glob.glob("/sys/fs/cgroup/*/slurm_*-dy-*") + glob.glob("/sys/fs/cgroup/*/slurm_*-st-*"):
        for folder, _, _ in os.walk(path, topdown=False):
            try:
                os.rmdir(folder)
            except OSError:
                pass


if __name__ == "__main__":
    sys.exit(main())
