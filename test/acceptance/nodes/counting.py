"""What a check came to, and how long things took."""

import time

counts = {"passed": 0, "failed": 0, "skipped": 0}
times = []


def report(name, why=None, skipped=False):
    kind = "skipped" if skipped else "failed" if why else "passed"
    counts[kind] += 1
    print({"passed": "ok %s" % name, "failed": "FAILED %s: %s" % (name, why), "skipped": "skipped %s: %s" % (name, why)}[kind], flush=True)
    return kind == "passed"


def check(name, got, wanted):
    return report(name, None if got == wanted else "got %r, wanted %r" % (got, wanted))


def within(lab, name, node, script, seconds, user=None, shown="tail -n 5 /run/warpform/missing"):
    """Checks that a script succeeds on a node in that time, and notes how long it took; `shown` says what else is known where it does not."""
    took = lab.until(node, script, seconds, user)
    if took is None:
        return report(name, "not in %d s: %s" % (seconds, lab.text(node, script + "; " + shown, user)[-1500:]))
    times.append("%s %.0f s" % (name, took))
    return report(name)


def timed(name, began):
    times.append("%s %.0f s" % (name, time.monotonic() - began))
