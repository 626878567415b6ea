"""Each program logs to a file of its own and to standard error; Slurm discards the latter, systemd keeps it."""

import logging
import os
import sys


def open_log(cluster, program):
    log = logging.getLogger(program)
    log.setLevel(logging.INFO)
    form = logging.Formatter("%(asctime)s %(name)s[%(process)d] %(levelname)s %(message)s")
    handlers = [logging.StreamHandler(sys.stderr)]
    try:
        handlers.append(logging.FileHandler(os.path.join(cluster.data["paths"]["log"], program + ".log")))
    except OSError as error:  # a full disk must not keep nodes from starting
        print("no log file: %s" % error, file=sys.stderr)
    for handler in handlers:
        handler.setFormatter(form)
        log.addHandler(handler)
    return log
