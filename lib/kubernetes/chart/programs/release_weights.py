"""Removes versions of weights from this node's disk that no server is given any more and none reads.

arguments: the cache, and the folders in it that servers are given. Servers hold a shared lock on a folder's mark while they run.
environment: WAIT_SECONDS, how long a folder must have been free: a server that restarts holds no lock for a moment.
"""

import fcntl
import os
import re
import shutil
import sys
import time

# folders that the library names; anything else in the cache is somebody else's
VERSION = re.compile(r".+-[0-9a-f]{10}$")


def is_free(folder):
    """Whether no server holds the folder's lock. One that was never complete was never read."""
    try:
        with open(os.path.join(folder, ".complete")) as mark:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return True
    except BlockingIOError:
        return False
    return True


def main(cache, kept, wait):
    free_since = {}
    while True:
        now = time.monotonic()
        for name in os.listdir(cache):
            folder = os.path.join(cache, name)
            if name in kept or not VERSION.match(name) or not is_free(folder):
                free_since.pop(name, None)
            elif now - free_since.setdefault(name, now) >= wait:
                print(f"{name} is read by nobody any more", flush=True)
                shutil.rmtree(folder, ignore_errors=True)
        time.sleep(min(60, wait / 4))


if __name__ == "__main__":
    main(sys.argv[1], set(sys.argv[2:]), float(os.environ.get("WAIT_SECONDS", "900")))
