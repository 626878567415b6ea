"""Brings Slurm's accounting to the declared policy: QoS, accounts, users. Says what it changes; a second run changes nothing."""

import argparse
import json

import accounting
from cluster_file import Cluster
from policy_changes import changes
from program_log import open_log

POLICY = "/etc/warpform/policy.json"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policy", default=POLICY)
    parser.add_argument("--dry-run", action="store_true", help="print the sacctmgr commands only")
    options = parser.parse_args()
    cluster = Cluster.load()
    log = open_log(cluster, "apply-policy")
    with open(options.policy, encoding="utf-8") as file:
        policy = json.load(file)
    accounts, users = accounting.current_associations(cluster.name)
    todo = changes(policy, cluster.name, accounting.current_qos(), accounts, users, accounting.current_administrators())
    for command in todo:
        if options.dry_run:
            print("sacctmgr -i " + " ".join(command))
        else:
            accounting.sacctmgr("-i", "-Q", *command)
            log.info("sacctmgr %s", " ".join(command))
    if not todo:
        log.info("nothing to change")
