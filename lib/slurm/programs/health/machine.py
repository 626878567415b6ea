"""What the health checks see of a machine: commands with a time limit, and files. Tests give another one."""

import os
import subprocess
import time

PATH = "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin:/opt/amazon/efa/bin"
# A hung driver hangs nvidia-smi; a check that does not answer is a failed check.
TIMEOUT_SECONDS = 60


class CheckFailed(Exception):
    """A check could not be made. That is a problem in itself: health fails closed."""


class Machine:
    def __init__(self, seconds=None):
        """seconds: for all commands together, of which each may take half where it has no limit of its own."""
        self.until = None if seconds is None else time.monotonic() + seconds
        self.longest = TIMEOUT_SECONDS if seconds is None else min(TIMEOUT_SECONDS, seconds / 2)
        self.silent = {}  # program -> why; one that has not answered in time is not asked again

    def run(self, *command, timeout=None):
        """Standard output of a command that must succeed."""
        timeout = timeout or self.longest
        if self.until is not None:
            timeout = min(timeout, max(1, self.until - time.monotonic()))
            if command[0] in self.silent:
                raise CheckFailed(self.silent[command[0]])
        try:
            process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, env={"PATH": PATH, "LC_ALL": "C"}
            )
        except FileNotFoundError:
            raise CheckFailed("%s is not installed" % command[0]) from None
        try:
            said = process.communicate(timeout=timeout)[0]
        except subprocess.TimeoutExpired:
            process.kill()  # and not waited for: what hangs in the kernel does not end
            self.silent[command[0]] = "%s did not answer in %d s" % (command[0], timeout)
            raise CheckFailed(self.silent[command[0]]) from None
        if process.returncode != 0:
            lines = said.strip().splitlines() or ["no output"]
            raise CheckFailed("%s failed: %s" % (command[0], lines[-1][:120]))
        return said

    def read(self, path):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError as error:
            raise CheckFailed("%s: %s" % (path, error.strerror)) from None

    def names(self, folder):
        try:
            return sorted(os.listdir(folder))
        except FileNotFoundError:
            return []

    def link(self, path):
        try:
            return os.path.basename(os.readlink(path))
        except OSError:
            return None
