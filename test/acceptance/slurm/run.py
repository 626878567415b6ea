#!/usr/bin/env python3
"""Acceptance of lib/slurm on a real Slurm:  run.py [SUITE...]

Needs root, Linux namespaces and, on Debian or Ubuntu:
  apt-get install slurmctld slurmd slurm-client slurmdbd munge mariadb-server iproute2 curl python3-boto3 python3-venv
moto is installed into ~/.cache/warpform/venv-moto the first time.
"""

import os
import shutil
import subprocess
import sys
import tempfile

from checks import Results

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


def main():
    import suite_cloud

    suites = {"cloud": suite_cloud}
    chosen = sys.argv[1:] or list(suites)
    results = Results()
    why = missing()
    folder = tempfile.mkdtemp(prefix="warpform-slurm-", dir="/tmp")
    os.chmod(folder, 0o755)
    try:
        if not why:
            from fake_ec2 import ensure_venv

            ensure_venv()
        for name in chosen:
            if why and name != "programs":
                results.skip("slurm " + name, why)
                continue
            suites[name].run(results, folder)
    finally:
        if os.environ.get("WARPFORM_KEEP"):
            print("kept %s" % folder, file=sys.stderr)
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return results.end()


if __name__ == "__main__":
    sys.exit(main())
