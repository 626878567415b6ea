"""A command on a machine of a lab that is up, for whoever looks into one:  python3 test/acceptance/nodes/bootlab STATE NODE [COMMAND...]"""

import os
import pathlib
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parents[1])
from bootlab import fleet  # noqa: E402

if len(sys.argv) < 3:
    sys.exit(__doc__)
folder = pathlib.Path(sys.argv[1])
command = fleet.command(folder, fleet.named(folder, sys.argv[2]), sys.argv[3:] or ["bash"])
os.execvp(command[0], command)
