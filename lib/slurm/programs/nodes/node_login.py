"""Holds SSH on this node to people with a job here: sshd's sessions join the job (its cores, memory and GPUs) and end with it.

The job's own cgroup is there by PrologFlags=Contain. Administrators come in without a job, so that they can look at a broken node;
where the module is missing, nobody else does. Session Manager does not pass sshd.
https://slurm.schedmd.com/pam_slurm_adopt.html
"""

import glob
import grp
import json
import os
import re

from whole_file import write

PAM = "/etc/pam.d"
SSHD = "/etc/ssh/sshd_config.d/80-warpform-pam.conf"
USERS = "/etc/warpform/users.json"
ADMINISTRATORS = "/etc/warpform/node-administrators"
# Where Debian, Ubuntu and Amazon Linux keep PAM's modules
MODULES = ("/lib/security", "/lib/*/security", "/usr/lib/*/security", "/lib64/security")
GROUPS = ("sudo", "wheel", "admin")
MARK = "# warpform: SSH with a job only"


def account_lines(installed):
    """Last of sshd's account stack. The defaults of both actions let people in when something fails."""
    return [
        "account [success=1 default=ignore] pam_listfile.so item=user sense=allow onerr=fail quiet file=" + ADMINISTRATORS,
        "account required pam_slurm_adopt.so action_adopt_failure=deny action_generic_failure=deny"
        if installed
        else "account required pam_deny.so",
    ]


def held(text, installed):
    """sshd's PAM file with the rule. An included file becomes a substack, or a `sufficient` in it would pass the rule by."""
    text = text.partition(MARK)[0].rstrip("\n")
    text = re.sub(r"(?m)^@include\s+common-account\s*$", "account substack common-account", text)
    text = re.sub(r"(?m)^account(\s+)include(\s)", r"account\1substack\2", text)
    return "\n".join([text, MARK, *account_lines(installed), ""])


def without_systemd(text):
    """pam_systemd would move the session out of the job's cgroup again."""
    return re.sub(r"(?m)^(-?session\s.*pam_systemd\.so.*)$", r"# \1", text)


def included(text):
    """Names of the files that a PAM file takes in."""
    return re.findall(r"(?m)^(?:@include|-?\w+\s+(?:include|substack))\s+(\S+)", text)


def administrators(users, groups):
    """users: rows of users.json; groups: members of this machine's groups of administrators."""
    return sorted({"root", *(user["name"] for user in users if user["administrator"]), *groups})


def members(names):
    found = []
    for name in names:
        try:
            found += grp.getgrnam(name).gr_mem
        except KeyError:
            continue
    return found


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def reachable(name):
    """A PAM file and all that it takes in."""
    todo, seen = [name], []
    while todo:
        path = os.path.join(PAM, todo.pop())
        if path not in seen and os.path.exists(path):
            seen.append(path)
            todo += included(read(path))
    return seen


def main():
    sshd = os.path.join(PAM, "sshd")
    if not os.path.exists(sshd):
        print("no SSH server on this machine")
        return
    installed = any(glob.glob(os.path.join(folder, "pam_slurm_adopt.so")) for folder in MODULES)
    if not installed:
        print("no pam_slurm_adopt.so on this machine: SSH is for administrators only")
    write(ADMINISTRATORS, "\n".join(administrators(json.loads(read(USERS)), members(GROUPS))) + "\n")
    for path in reachable("sshd"):
        write(path, without_systemd(read(path)))
    write(sshd, held(read(sshd), installed))
    os.makedirs(os.path.dirname(SSHD), exist_ok=True)
    write(SSHD, "UsePAM yes\n")
