#!/usr/bin/env python3
"""Makes what the check boots, so that no run of it waits for that: the roots of both distributions, and the stand-in for AWS. Each is made once."""

import os
import sys

import bootlab
from bootlab import distributions, moto_environment

if os.geteuid() or bootlab.missing_programs():
    sys.exit("needs root and %s" % ", ".join(bootlab.missing_programs() or ["nothing else"]))
moto_environment.ensure()
mirror = bootlab.ubuntu_mirror()
for release in (["noble"] if mirror else []) + ["trixie"]:
    print(distributions.root(release, mirror))
