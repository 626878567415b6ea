"""A Slurm newer than this machine's, 24.11 of Debian 13, on what every example puts into its bucket: unchanged but for the head's
address and the database password. What it must say is taken from the catalog and cluster.json, not from slurm.conf.
"""

import json
import os
import re
import secrets
import shutil
import subprocess

from accepted_log import findings
from checks import contains, equal
from lab import HEAD_ADDRESS, Lab
from make_site import DATABASE_PASSWORD, HERE, REPOSITORY, copy_programs, generate

CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "warpform")
SYSTEM = os.path.join(CACHE, "slurm-24.11")
# A site takes turns between a core and waiting for its daemons
SITES_AT_ONCE = 4
BLOCKS = "blocks"  # the site of sites.ts that is written for 24.11


def run(results, folder):
    name = "slurm releases: slurmctld 24.11 takes %s without a warning, with the model's nodes and partitions"
    if not os.path.exists(os.path.join(SYSTEM, "usr/sbin/slurmctld")):
        return results.skip(name % "every example", "there is no Debian 13 in %s; .ci/tools makes it with debootstrap" % SYSTEM)
    blocks = os.path.join(folder, BLOCKS)
    generate(BLOCKS, blocks)
    examples = synthesized(os.path.join(folder, "examples"))
    checks = [(name % (each + ", written for 23.11,"), accepted, os.path.join(folder, "examples", each)) for each in examples]
    checks.append((name % "block topology, written for 24.11,", accepted, blocks, block_topology))
    results.check_all(checks, SITES_AT_ONCE)


def synthesized(folder):
    """Writes what each example with Slurm puts into its site bucket; the names of those."""
    out = os.path.join(folder, "cdktf.out")
    os.makedirs(folder)
    subprocess.run(
        ["node", "--import", "tsx", "examples/synth.ts"], check=True, cwd=REPOSITORY,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=dict(os.environ, CDKTF_OUTDIR=out),
    )  # fmt: skip
    examples = []
    for stack in sorted(os.listdir(os.path.join(out, "stacks"))):
        with open(os.path.join(out, "stacks", stack, "cdk.tf.json")) as file:
            objects = json.load(file).get("resource", {}).get("aws_s3_object", {}).values()
        texts = {each["key"]: each["content"] for each in objects if each["key"].startswith("slurm/") and "content" in each}  # the rest is binary
        if "slurm/etc/slurm.conf" not in texts:
            continue
        examples.append(stack)
        for key, text in texts.items():
            place = "etc" if key.startswith("slurm/etc/") or key.endswith(".conf") else ""
            path = os.path.join(folder, stack, place, os.path.basename(key))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
    assert {"slurm-p5", "slurm-mixed"} <= set(examples), examples
    return examples


def rewrite(path, pattern, new):
    with open(path) as file:
        text, count = re.subn(pattern, new, file.read())
    assert count, "%s has no %s" % (path, pattern)
    with open(path, "w") as file:
        file.write(text)


def make_key(path):
    with open(path, "wb") as file:
        file.write(secrets.token_bytes(1024))
    os.chmod(path, 0o600)
    with open(os.path.join(SYSTEM, "etc/passwd")) as file:
        user = next(line.split(":") for line in file if line.startswith("slurm:"))
    os.chown(path, int(user[2]), int(user[3]))


def site(folder, also=None, **more):
    etc, programs = os.path.join(folder, "etc"), os.path.join(folder, "programs")
    os.chmod(folder, 0o755)
    copy_programs(programs)
    rewrite(os.path.join(etc, "slurm.conf"), r"(?m)^SlurmctldHost=(.*)$", r"SlurmctldHost=\1(%s)" % HEAD_ADDRESS)
    database = os.path.exists(os.path.join(etc, "slurmdbd.conf"))
    if database:
        rewrite(os.path.join(etc, "slurmdbd.conf"), "@DATABASE_PASSWORD@", DATABASE_PASSWORD)
    with open(os.path.join(etc, "slurm.conf")) as file:
        if "AuthType=auth/slurm" in file.read():
            make_key(os.path.join(etc, "slurm.key"))
    configuration = os.path.join(folder, "warpform")
    os.makedirs(configuration)
    shutil.copy(os.path.join(folder, "cluster.json"), configuration)
    binds = {"/opt/warpform/slurm": programs, "/etc/warpform": configuration, "/opt/lab": os.path.join(HERE, "stand-ins"), **(also or {})}
    before = [["/opt/warpform/slurm/node-hosts"]]
    return Lab(os.path.join(folder, "lab"), etc, binds, before=before, database=database, system=SYSTEM, **more)


def accepted(folder, look=None):
    lab = site(folder)
    with open(os.path.join(folder, "cluster.json")) as file:
        cluster = json.load(file)
    try:
        lab.up()
        equal(lab.run("slurmctld", "-V").split()[1][:5], "24.11", "the version")
        equal(findings(lab.slurmctld_log()), [], "slurmctld's log")
        if lab.plan["database"]:
            equal(findings(lab.read_inside("slurmdbd.log")), [], "slurmdbd's log")
        nodes(lab, cluster)
        partitions(lab, cluster)
        for pool in cluster["pools"]:
            devices(lab, pool)
        if look:
            look(lab)
    finally:
        lab.down()


def names(pool):
    return ["%s%d" % (span["prefix"], n) for span in pool["ranges"] for n in range(span["first"], span["last"] + 1)]


def catalog(instance_type):
    family = instance_type.split(".")[0]
    with open(os.path.join(REPOSITORY, "lib/catalog/data/instance-types", family + ".json")) as file:
        return next(row for row in json.load(file) if row["name"] == instance_type)


def nodes(lab, cluster):
    """scontrol's view of each node: CPUs, memory and GPUs of its instance type; powered down and in no trouble."""
    shown = {line.split("NodeName=")[1].split()[0]: line for line in lab.run("scontrol", "-o", "show", "node").splitlines()}
    equal(sorted(shown), sorted(name for pool in cluster["pools"] for name in names(pool)), "the nodes")
    for pool in cluster["pools"]:
        row = catalog(pool["instanceType"])
        for name in names(pool):
            line = shown[name] + " "
            value = lambda key: re.search(r" %s=(\S+)" % key, line).group(1)  # noqa: E731
            equal(int(value("CPUTot")), row["vcpus"], name + "'s CPUs")
            equal(int(value("RealMemory")), int(row["memoryGiB"] * 1024 * 0.95), name + "'s memory")
            equal(sum(map(int, re.findall(r"gpu:[^:,]+:(\d+)", value("Gres")))), pool["expect"]["gpus"], name + "'s GPUs")
            equal(value("State"), "IDLE+CLOUD+POWERED_DOWN", name + "'s state")


def partitions(lab, cluster):
    pools = {pool["name"]: pool for pool in cluster["pools"]}
    shown = lab.run("scontrol", "-o", "show", "partition").splitlines()
    found = {}
    for line in shown:
        hosts = re.search(r" Nodes=(\S+)", line).group(1)
        found[line.split("PartitionName=")[1].split()[0]] = sorted(lab.run("scontrol", "show", "hostnames", hosts).split())
        equal(re.search(r" State=(\S+)", line).group(1), "UP", "the partition's state")
    wanted = {each["name"]: sorted(name for pool in each["pools"] for name in names(pools[pool])) for each in cluster["partitions"]}
    equal(found, wanted, "the partitions")


def devices(lab, pool):
    """What slurmd makes of gres.conf on a node of the pool, with stand-ins for its device files."""
    if not pool["expect"]["gpus"] or pool["expect"]["mig"]:
        return
    lab.run("sh", "-c", "for n in $(seq 0 %d); do [ -e /dev/nvidia$n ] || mknod /dev/nvidia$n c 195 $n; done" % (pool["expect"]["gpus"] - 1))
    text = lab.run("slurmd", "-G", "-N", names(pool)[0], check=False)[1]
    found = re.findall(r"Gres Name=gpu Type=(\S+) Count=(\d+) ", text)
    equal(sum(int(count) for _, count in found), pool["expect"]["gpus"], "slurmd's GPUs on " + pool["name"])
    for kind, _ in found:
        contains(pool["expect"]["accelerator"].lower().replace("-", "_"), kind, "the accelerator")


def block_topology(lab):
    rows = re.findall(r"BlockName=\S+ BlockIndex=(\d) Nodes=(\S+) BlockSize=18", lab.run("scontrol", "show", "topology"))
    contains(lab.run("scontrol", "show", "config"), "switch/nvidia_imex", "the plugin of IMEX channels")
    equal(rows, [("0", "gb200-st-[1-18]"), ("1", "gb200-st-[19-36]")], "the blocks")
