"""Latency of a served model as Prometheus knows it, read beside Serve's control loop, which must never wait for the network.

LATENCY_PROMETHEUS is Prometheus' address, LATENCY_QUERY an expression of one value in seconds, LATENCY_TARGET_SECONDS what
clients should wait at most.
"""

import json
import logging
import math
import os
import threading
import time
import urllib.parse
import urllib.request

INTERVAL_SECONDS = float(os.environ.get("LATENCY_INTERVAL_SECONDS", "10"))
# a value that is older says nothing of now: the queue's length decides alone
STALE_SECONDS = 6 * INTERVAL_SECONDS

logger = logging.getLogger("ray.serve")
_lock = threading.Lock()
_newest = {"seconds": None, "at": -math.inf}
_started = False


def target_seconds():
    return float(os.environ["LATENCY_TARGET_SECONDS"])


def parse(answer):
    """The one value of an instant query's answer; None where there is none, as while nobody asks the model anything."""
    if answer.get("status") != "success":
        raise ValueError(answer.get("error", "no success"))
    result = answer["data"]["result"]
    if not result:
        return None
    value = float(result[0]["value"][1])
    return value if math.isfinite(value) else None


def _query():
    url = f"{os.environ['LATENCY_PROMETHEUS']}/api/v1/query?" + urllib.parse.urlencode({"query": os.environ["LATENCY_QUERY"]})
    with urllib.request.urlopen(url, timeout=5) as response:
        return parse(json.load(response))


def _read_forever():
    failing = False
    while True:
        try:
            value = _query()
            with _lock:
                _newest.update(seconds=value, at=time.monotonic())
            failing = False
        except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
            if not failing:
                logger.warning("no latency from Prometheus, scaling on queue length alone: %s", error)
            failing = True
        time.sleep(INTERVAL_SECONDS)


def seconds():
    """The newest latency, without waiting for it; None where it is unknown."""
    global _started
    with _lock:
        if not _started:
            _started = True
            threading.Thread(target=_read_forever, name="latency-reader", daemon=True).start()
        fresh = time.monotonic() - _newest["at"] <= STALE_SECONDS
        return _newest["seconds"] if fresh else None
