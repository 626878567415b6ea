"""Slurm on Azure: the programs of its room against a stand-in of the API, and their bodies against Microsoft's own models."""

import glob
import os
import re
import subprocess

from lab import HERE
from make_site import REPOSITORY, ROOMS

VENV = os.path.expanduser("~/.cache/warpform/venv-azure")
MODELS = os.path.join(VENV, "bin", "python")
PACKAGE = "azure-mgmt-compute==39.0.0"
# What the cloud's own set-up of a head is made of
SET_UP = os.path.join(REPOSITORY, "lib", "clouds", "azure", "slurm", "programs", "")
FOLDER = os.path.join(HERE, "azure")
ROOM = [*sorted(glob.glob(os.path.join(ROOMS, "[!c]*", ""))), os.path.join(ROOMS, "configuration", ""), os.path.join(ROOMS, "clouds", "azure", ""), SET_UP]


def ensure_venv():
    """Microsoft's package in an environment of its own, once."""
    if not os.path.exists(MODELS) or subprocess.run([MODELS, "-c", "import azure.mgmt.compute"], stderr=subprocess.DEVNULL).returncode:
        subprocess.run(["/usr/bin/python3", "-m", "venv", VENV], check=True)
        subprocess.run([MODELS, "-m", "pip", "install", "-q", PACKAGE], check=True)


def cluster_file(path):
    """cluster.json as a SlurmHeadNode of warpform/azure writes it."""
    with open(path, "w") as file:
        subprocess.run(["node", "--import", "tsx", os.path.join(FOLDER, "cluster.ts")], check=True, cwd=REPOSITORY, stdin=subprocess.DEVNULL, stdout=file)


def run(results, folder):
    ensure_venv()
    path = os.path.join(folder, "azure-cluster.json")
    cluster_file(path)
    units(results, path)


def units(results, path):
    """In a process of its own, since the rooms of clouds have modules of the same names."""
    environment = dict(os.environ, WARPFORM_CLUSTER=path, MODELS=MODELS, PYTHONDONTWRITEBYTECODE="1", PYTHONPATH=":".join([*ROOM, FOLDER]))
    done = subprocess.run(["/usr/bin/python3", os.path.join(FOLDER, "test_azure.py"), "-v"], env=environment, capture_output=True, text=True)
    outcomes = re.findall(r"^(test_\w+) \(.*\)\n(.*) \.\.\. (\w+)$", done.stderr, re.M)
    results.check("slurm azure: unit tests ran", ran, outcomes, done.stderr)
    for _, title, outcome in outcomes:
        results.check("slurm azure: " + title, passed, outcome, done.stderr)


def ran(outcomes, text):
    assert len(outcomes) > 20, text[-500:]


def passed(outcome, text):
    assert outcome == "ok", text[-500:]
