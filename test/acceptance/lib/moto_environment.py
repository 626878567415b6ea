"""moto, the stand-in for AWS's APIs, in an environment of its own; made once, in about a minute."""

import os
import pathlib
import subprocess

VENV = pathlib.Path(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache"))) / "warpform/venv-moto"
PYTHON = str(VENV / "bin/python")
PACKAGES = ("moto[ec2,s3,route53,server]==5.2.5", "boto3")


def ensure():
    """Path of a Python that has moto and boto3."""
    if not os.path.exists(PYTHON) or subprocess.run([PYTHON, "-c", "import moto, flask, boto3"], stderr=subprocess.DEVNULL).returncode:
        subprocess.run(["/usr/bin/python3", "-m", "venv", str(VENV)], check=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "-q", *PACKAGES], check=True)
    return PYTHON
