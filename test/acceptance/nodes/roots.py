"""What the check needs beside the distribution's packages, made once."""

import pathlib
import shutil
import subprocess
import sys


def torch_root(cache):
    """A folder that holds `torch`, a small Debian 13 with PyTorch for CPUs, which Ubuntu has no package of; None where it can't be made."""
    folder = cache / "torch"
    if (folder / "torch").is_dir():
        return folder
    partial = folder / "torch.partial"
    shutil.rmtree(partial, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    made = subprocess.run(
        ["mmdebstrap", "--variant=minbase", "--mode=root", "--format=directory", "--include=python3-torch,python3-numpy", "trixie", str(partial)],
        capture_output=True,
    )
    if made.returncode:
        return None
    partial.rename(folder / "torch")
    return folder


def aws_cli(cache):
    """A folder with the AWS command line as the Deep Learning images have it, laid over a node's root."""
    folder = cache / "aws-cli"
    if not (folder / "usr/local/bin/aws").exists():
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "usr/local/bin").mkdir(parents=True)
        install = [sys.executable, "-m", "pip", "install", "-q", "--target", str(folder / "opt/aws-cli"), "awscli"]
        if subprocess.run(install, capture_output=True).returncode:
            return None
    # It gives the metadata service one second, which the stand-in does not keep while other checks use the processors.
    patience = "AWS_METADATA_SERVICE_TIMEOUT=10 AWS_METADATA_SERVICE_NUM_ATTEMPTS=3"
    program = folder / "usr/local/bin/aws"
    program.write_text('#!/bin/sh\n%s PYTHONPATH=/opt/aws-cli exec python3 -m awscli "$@"\n' % patience)
    program.chmod(0o755)
    return pathlib.Path(folder)
