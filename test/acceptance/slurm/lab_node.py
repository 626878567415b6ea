"""First process of a node's namespaces (see lab.py): what cloud-init and systemd do on a real one."""

import json
import os
import subprocess
import sys
import time

from lab_head import own, sh

# slurmctld takes a registration in the second of the resume request for one of an earlier boot; real machines take minutes
BOOT_SECONDS = 1.1


def main():
    root, machine, name = sys.argv[1:4]
    sh("mount", "--make-rprivate", "/")
    folder = os.path.join(root, "nodes", machine)
    for path in ("/var/spool", "/var/log/slurm", "/var/log/warpform", "/var/lib/slurm", "/var/lib/slurm-tmp", "/var/lib/warpform"):
        own(folder + path, path)
    for path in ("/run/slurm", "/run/warpform", "/run/lab-node"):
        os.makedirs(path, exist_ok=True)
        sh("mount", "-t", "tmpfs", "none", path)
    with open(os.path.join(folder, "booted"), "w") as file:
        file.write(os.readlink("/proc/self/ns/pid"))
    os.makedirs("/var/spool/slurm", exist_ok=True)
    sh("mount", "-t", "tmpfs", "none", "/etc/slurm")  # configless: slurmd asks the controller
    if name == "-":
        name = subprocess.run(["/opt/warpform/slurm/own-name"], check=True, stdout=subprocess.PIPE).stdout.decode().strip()
    sh("hostname", name)
    with open(os.path.join(root, "plan.json")) as file:
        hook = json.load(file)["nodeBoot"]
    if hook:
        subprocess.run(["sh", "-ec", hook, "node-boot", name], check=True)
    time.sleep(BOOT_SECONDS)
    # -b: this machine's uptime is the host's, older than any resume request
    daemon = subprocess.Popen(["slurmd", "-D", "-b", "--conf-server", "head:6817"], stdin=subprocess.DEVNULL)
    with open("/run/slurm/lab-slurmd.pid", "w") as file:
        file.write(str(daemon.pid))
    while True:
        try:
            os.wait()
        except ChildProcessError:
            time.sleep(0.5)


if __name__ == "__main__":
    main()
