"""What a check came to, and how long things took."""

import os
import time

counts = {"passed": 0, "failed": 0, "skipped": 0}
times = []
tries = {"left": 0}
# So often systemd has started a set-up anew, each time after retries of its own, that it won't succeed any more
REPEATED_IN_VAIN = 4
SET_UP = "systemctl is-active --quiet warpform-set-up"
GIVEN_UP = 3


def report(name, why=None, skipped=False):
    kind = "skipped" if skipped else "failed" if why else "passed"
    counts[kind] += 1
    failed = "first try: FAILED" if tries["left"] else "FAILED"
    print({"passed": "ok %s" % name, "failed": "%s %s: %s" % (failed, name, why), "skipped": "skipped %s: %s" % (name, why)}[kind], flush=True)
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


def needed(lab, name, node, script, seconds, user=None, shown="tail -n 5 /run/warpform/missing"):
    """As `within`. What comes after it would only wait for the same: its lab ends here."""
    if not within(lab, name, node, script, seconds, user, shown):
        raise RuntimeError("nothing more is asked of this lab, since not so: " + name)


def set_up(lab, name, node, seconds, and_then="true", shown="tail -n 5 /run/warpform/missing; journalctl -u warpform-set-up -n 15 --no-pager -o cat"):
    """`needed` for a machine's set-up, which is not waited for where it is only repeated from now on."""
    count = "systemctl show -p NRestarts --value warpform-set-up"
    before = lab.text(node, count)
    most = REPEATED_IN_VAIN + (int(before) if before.isdigit() else 0)
    # systemd answers nothing in the first second of a boot
    vain = "count=$(%s 2> /dev/null); [ \"${count:-0}\" -lt %d ] || exit %d" % (count, most, GIVEN_UP)
    script = "if %s; then %s; else %s; false; fi" % (SET_UP, and_then, vain)
    codes = []
    took = lab.when(lambda: not codes.append(lab.run(node, script, timeout=60)[0]) and codes[-1] in (0, GIVEN_UP), seconds)
    if codes[-1] == 0:
        times.append("%s %.0f s" % (name, took))
        return report(name)
    why = "repeated in vain" if codes[-1] == GIVEN_UP else "not in %d s" % seconds
    report(name, "%s: %s" % (why, lab.text(node, shown)[-1500:]))
    raise RuntimeError("nothing more is asked of this lab, since not so: " + name)


def twice(name, suite):
    """Labs depend on time: in the run of all areas (test/acceptance/run.mjs) a suite that fails is run once more, and both are shown."""
    before = dict(counts)
    tries["left"] = 1 if os.environ.get("WARPFORM_ACCEPTANCE") else 0
    began = time.monotonic()
    suite()
    if tries["left"] and counts["failed"] > before["failed"]:
        print("%s failed after %.0f s; run once more" % (name, time.monotonic() - began), flush=True)
        counts.update(before)
        tries["left"] = 0
        suite()
