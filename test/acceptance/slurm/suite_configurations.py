"""Further configurations: slurmctld (and slurmdbd) start on each without a warning, and show what was asked for."""

import os

from accepted_log import findings
from checks import contains, equal
from make_site import Site


def run(results, folder):
    looks = {"mixed": mixed, "parts": parts, "least": least, "external": external}
    name = "slurm configurations: slurmctld takes %s without a warning"
    results.check_all([(name % each, accepted, each, look, folder) for each, look in looks.items()], len(looks))


def accepted(name, look, folder):
    site = Site(name, os.path.join(folder, name), cloud=False)
    try:
        equal(findings(site.lab.slurmctld_log()), [], "slurmctld's log")
        if site.database:
            equal(findings(site.lab.read_inside("slurmdbd.log")), [], "slurmdbd's log")
        look(site)
    finally:
        site.down()


def mixed(site):
    rows = site.lab.run("sinfo", "-h", "-o", "%P %D %G").splitlines()
    equal(sorted(rows), ["lora 8 gpu:l40s:4", "prep* 20 (null)", "train 24 gpu:h100:8(S:0-1)"], "sinfo")
    site.program("apply-policy")
    rows = site.lab.run("sacctmgr", "-n", "-P", "show", "assoc", "format=Account,ParentName,User,Fairshare,GrpTRES").splitlines()
    for row in ("vision|lab||2|gres/gpu=64", "speech||bob|1|gres/gpu=8"):
        contains(rows, row, "associations")
    contains(site.lab.run("sacctmgr", "-n", "-P", "show", "user", "ann", "format=User,AdminLevel,DefaultAccount"), "ann|Administrator|vision", "users")
    before = site.program_log("apply-policy")
    site.program("apply-policy")
    contains(site.program_log("apply-policy")[len(before) :], "nothing to change", "the second run")


def parts(site):
    rows = site.lab.run("sinfo", "-h", "-p", "later", "-N", "-o", "%N %G")
    contains(rows, "mig-dy-1 gpu:1g.10gb:56", "sinfo")
    contains(rows, "shard-dy-1 gpu:l4:1,shard:4", "sinfo")
    contains(rows, "trn-dy-1 neuron:trainium1:16", "sinfo")


def least(site):
    equal(site.lab.run("sinfo", "-h", "-o", "%P %D %T"), "cpu* 1 idle~", "sinfo")


def external(site):
    accepted = int(site.lab.run("mariadb", "-N", "-e", "show global status like 'Ssl_accepts'").split()[1])
    equal(accepted > 0, True, "encrypted connections of slurmdbd")
    contains(site.lab.run("sacctmgr", "-n", "-P", "show", "cluster", "format=Cluster"), "external", "the database")
