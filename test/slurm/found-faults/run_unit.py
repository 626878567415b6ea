"""Runs tests of the node programs by their name, or by what they say:  python3 run_unit.py FILE NAME
Ends with 0 where all succeed, with 1 where one fails, and with 2 where none is called so.
"""

import importlib.util
import os
import sys
import unittest

ACCEPTANCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../acceptance/slurm")
sys.dont_write_bytecode = True
sys.path[:0] = [ACCEPTANCE, os.path.join(ACCEPTANCE, "units")]

from make_site import PROGRAMS  # noqa: E402

sys.path[:0] = PROGRAMS


def each(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from each(test)
        else:
            yield test


def main(path, name):
    spec = importlib.util.spec_from_file_location(os.path.basename(path)[:-3], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tests = [test for test in each(unittest.defaultTestLoader.loadTestsFromModule(module)) if name in (test.shortDescription() or "") or test.id().endswith("." + name)]
    if not tests:
        return 2
    outcome = unittest.TestResult()
    unittest.TestSuite(tests).run(outcome)
    for _, text in outcome.failures + outcome.errors:
        print(text)
    return 0 if outcome.wasSuccessful() else 1


sys.exit(main(*sys.argv[1:]))
