"""What slurmctld's log may say when it starts on a good configuration for the first time. Anything else is a finding."""

import re

EXPECTED = (
    (r"Could not open \S+ state file|No fed_mgr state file|Trying backup state save file", "the first start has no state yet"),
    (r"pmix|PMIx", "Debian's Slurm names a PMIx plugin whose library is a package of its own"),
    (r"Configured MailProg is invalid", "no mail program on this machine"),
    (r"Not running as root|can't drop supplementary groups", "slurmctld runs as its own user"),
    (r"High latency for 1000 calls to gettimeofday", "a busy machine without a fast clock"),
    (r"We can't find assoc 1 on cluster", "slurmdbd 24.11 looks for a new cluster's first association while sacctmgr adds it"),
    (r"can only be used with SlurmDBD, ignoring", "a site without a database has no shares to weigh"),
)


def findings(log):
    """Lines of the log that warn or fail and are not expected."""
    lines = [line for line in log.splitlines() if re.search(r"error|warning|fatal|deprecated|unrecognized|ignor", line, re.I)]
    return [line for line in lines if not any(re.search(pattern, line) for pattern, _ in EXPECTED)]
