"""What the health checks see of a machine: commands with a time limit, and files. Tests give another one."""

import os
import subprocess

PATH = "/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin:/opt/amazon/efa/bin"
# A hung driver hangs nvidia-smi; a check that does not answer is a failed check.
TIMEOUT_SECONDS = 60


class CheckFailed(Exception):
    """A check could not be made. That is a problem in itself: health fails closed."""


class Machine:
    def run(self, *command, timeout=TIMEOUT_SECONDS):
        """Standard output of a command that must succeed."""
        try:
            done = subprocess.run(
                command,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                universal_newlines=True,
                timeout=timeout,
                check=False,
                env={"PATH": PATH, "LC_ALL": "C"},
            )
        except FileNotFoundError:
            raise CheckFailed("%s is not installed" % command[0]) from None
        except subprocess.TimeoutExpired:
            raise CheckFailed("%s did not answer in %d s" % (command[0], timeout)) from None
        if done.returncode != 0:
            lines = done.stdout.strip().splitlines() or ["no output"]
            raise CheckFailed("%s failed: %s" % (command[0], lines[-1][:120]))
        return done.stdout

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
