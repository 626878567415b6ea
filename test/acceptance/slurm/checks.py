"""Runs named checks and prints one line for each, as test/acceptance/run.mjs reads them."""

import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor


class Results:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def check(self, name, function, *arguments):
        """`ok NAME` if the function returns, `FAILED NAME: why` if it raises."""
        start = time.monotonic()
        try:
            seconds = function(*arguments)
            self.passed += 1
            print("ok %s (%.1f s)" % (name, time.monotonic() - start if seconds is None else seconds), flush=True)
            return True
        except Exception as error:
            self.failed += 1
            why = " ".join(str(error).split())[:600] or type(error).__name__
            print("FAILED %s: %s" % (name, why), flush=True)
            if not isinstance(error, AssertionError):
                traceback.print_exc(file=sys.stderr)
            return False

    def check_all(self, checks, at_once):
        """check() for each (name, function, *arguments), some at a time, in their order."""
        with ThreadPoolExecutor(at_once) as pool:
            for name, outcome in [(each[0], pool.submit(timed, *each[1:])) for each in checks]:
                self.check(name, outcome.result)

    def skip(self, name, why):
        self.skipped += 1
        print("skipped %s: %s" % (name, why), flush=True)

    def end(self):
        print("%d passed, %d failed, %d skipped" % (self.passed, self.failed, self.skipped))
        return 1 if self.failed else 0


def timed(function, *arguments):
    """Seconds that it took."""
    start = time.monotonic()
    function(*arguments)
    return time.monotonic() - start


def equal(got, want, what):
    assert got == want, "%s is %r, not %r" % (what, got, want)


def contains(got, want, what):
    assert want in got, "%s has no %r: %r" % (what, want, got)
