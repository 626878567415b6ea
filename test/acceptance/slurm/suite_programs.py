"""The node programs by themselves: they compile, pass shellcheck, and hold to their unit tests."""

import ast
import glob
import os
import shutil
import subprocess
import sys
import unittest

from lab import HERE
from make_site import PROGRAMS, ROOMS

AZURE = os.path.join(ROOMS, "clouds", "azure", "")
FILES = [path for room in [*PROGRAMS, AZURE] for path in glob.glob(os.path.join(room, "*")) if os.path.isfile(path)]


def run(results, folder):
    for path in sorted(FILES):
        name = os.path.basename(path)
        with open(path) as file:
            first = file.readline()
        if name.endswith(".py") or "python" in first:
            results.check("slurm program %s compiles" % name, compiles, path)
            results.check("slurm program %s imports only the standard library, boto3 and its neighbors" % name, imports, path)
        elif first.startswith("#!") and shutil.which("shellcheck"):
            results.check("slurm program %s passes shellcheck" % name, shellcheck, path)
        elif first.startswith("#!"):
            results.skip("slurm program %s passes shellcheck" % name, "apt-get install shellcheck")
    sys.path[:0] = PROGRAMS
    sys.path.insert(0, os.path.join(HERE, "units"))
    sys.dont_write_bytecode = True
    for test in each(unittest.defaultTestLoader.discover(os.path.join(HERE, "units"), "test_*.py")):
        results.check("slurm program: " + (test.shortDescription() or test.id()), passes, test)


def each(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from each(test)
        else:
            yield test


def passes(test):
    outcome = unittest.TestResult()
    test.run(outcome)
    for _, text in outcome.failures + outcome.errors:
        raise AssertionError(text.strip().splitlines()[-1])


def compiles(path):
    with open(path) as file:
        compile(file.read(), path, "exec")


def imports(path):
    """Nodes have Python and python3-boto3, and nothing else from outside."""
    with open(path) as file:
        tree = ast.parse(file.read())
    named = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    named |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    neighbors = {os.path.basename(each)[:-3] for each in FILES if each.endswith(".py")}
    strange = {name.split(".")[0] for name in named} - set(sys.stdlib_module_names) - neighbors - {"boto3", "botocore"}
    assert not strange, "imports %s" % ", ".join(sorted(strange))


def shellcheck(path):
    done = subprocess.run(["shellcheck", path], stdout=subprocess.PIPE, universal_newlines=True)
    assert done.returncode == 0, done.stdout
