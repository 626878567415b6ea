"""Images that hold everything: made by what EC2 Image Builder runs, and a cluster that boots from them with no mirror."""

import shutil
import subprocess
import time

import bootlab as laboratory
import sites
from counting import check, report, timed

# One for each kind of machine, as NodeImage makes them; a node's has also what a site may ask for.
CONTENTS = {"head": ["slurm-head"], "login": ["slurm-login"], "node": ["slurm-node", "directory", "nfs"]}
OFF = "apt-daily.timer apt-daily-upgrade.timer unattended-upgrades motd-news.timer update-notifier-download.timer ua-timer.timer"
# What Image Builder takes out of an instance before it makes an image of it:
# https://docs.aws.amazon.com/imagebuilder/latest/userguide/security-best-practices.html
SANITIZE = "cloud-init clean --logs --machine-id && rm -rf /etc/ssh/ssh_host_* /var/log/journal/* /root/.bash_history && sync"


def builders(folder):
    """Plain machines that run what EC2 Image Builder runs, with the distribution's packages."""
    for name, contents in CONTENTS.items():
        command = ["node", "--import", "tsx", str(laboratory.NODES / "bake.ts"), *contents]
        (folder / (name + ".sh")).write_text(subprocess.run(command, cwd=laboratory.ROOT, check=True, capture_output=True, text=True).stdout)
    return {"region": "us-east-2", "nodes": [{"name": name, "release": "noble", "userData": name + ".sh"} for name in CONTENTS]}


def wait_for_build(lab, name):
    """Ends with the programs, not with the time that they may take."""
    began = time.monotonic()
    status, text = lab.run(name, "cloud-init status --wait > /dev/null; test -e /run/baked || { tail -n 20 /var/log/cloud-init-output.log; false; }", timeout=900)
    if not report("the programs of an image (%s) install its packages and pass its tests" % name, None if status == 0 else text[-900:]):
        raise RuntimeError("there is no image of %s to boot from" % name)
    timed("image (%s)" % name, began)


def build(lab, kept):
    """Each image is checked, and kept as the folder of what was written over the root."""
    for name in CONTENTS:
        wait_for_build(lab, name)
        daemons = {"head": "slurmctld slurmdbd mariadb munge prometheus", "login": "munge", "node": "slurmd munge prometheus-node-exporter sssd"}[name]
        check("no daemon of the cluster is enabled in it", lab.text(name, "systemctl is-enabled %s | sort -u" % daemons), "disabled")
        check("nothing in it fetches from the internet by itself", lab.text(name, "for unit in %s; do systemctl is-enabled $unit; done | sort -u" % OFF), "disabled")
        report("it has no key of munge", "it has one" if lab.run(name, "test -e /etc/munge/munge.key")[0] == 0 else None)
        check("ids of services are those of a set-up", lab.text(name, "id -u slurm; id -u munge").split(), ["401", "402"])
        print(lab.text(name, "cat /etc/warpform/baked"))
        status, text = lab.run(name, SANITIZE)
        if status:
            raise RuntimeError("%s does not become an image: %s" % (name, text[-500:]))
        lab.off(name)
        shutil.move(lab.state / "nodes" / name / "own", kept / name)


def cluster(folder, kept):
    """The cluster of other suites, from these images; nobody fetches anything."""
    resources = sites.synthesized(folder, "distribution")
    of = lambda name: {"release": "noble", "overlay": [str(kept / name)]}
    nodes = [sites.node(resources, "head", sites.HEAD, **of("head")), sites.node(resources, "login", sites.LOGIN, **of("login"))]
    return {**sites.site(folder, resources, nodes, {"cgroup": "v1", "role": "cpu", **of("node")}), "apt": False}


def alone(lab, nodes):
    """Only the lab's AWS was asked: apt has no mirror here, and one source of time answers."""
    for node in nodes:
        check("%s has asked for nothing outside of the lab" % node, lab.asked_outside(node), [])
        check("%s has one source of time, which is Amazon's" % node, lab.text(node, "chronyc -n -c sources | cut -d, -f3"), "169.254.169.123")
