"""What a machine has, so that it can be said what a reboot has lost."""

import re

QUESTIONS = {
    "mounts": "findmnt --real --raw --noheadings --output TARGET,FSTYPE",
    "listening ports": "ss --no-header --tcp --udp --listening --numeric | awk '{ print $1, $5 }' | sort -u",
    "host name": "hostname",
    "hosts entries": "grep -v '^#' /etc/hosts | grep .",
    "firewall rules": "iptables-save 2> /dev/null | grep '^-A'",
    "disks": "ls /dev/disk/by-id /dev/md 2> /dev/null",
    "units": "systemctl list-units --plain --no-legend --type service,socket,timer --state running,listening,waiting | cut -d' ' -f1 | "
    "xargs systemctl show --property Id,UnitFileState",
}
STARTED_AT_BOOT = ("enabled", "enabled-runtime", "generated", "linked")  # others come when D-Bus or a socket asks for them
DHCP_CLIENT = re.compile(r":68\b")
SEPARATOR = "=== "
SCRIPT = "\n".join("echo '%s%s'\n%s" % (SEPARATOR, name, question) for name, question in QUESTIONS.items())


def units_of(lines):
    """Units that a boot starts, of pairs of properties."""
    found, name = [], None
    for line in lines:
        key, _, value = line.partition("=")
        if key == "Id":
            name = value
        elif key == "UnitFileState" and value in STARTED_AT_BOOT:
            found.append(name)
    return found


def parsed(text):
    """Lines by what they answer."""
    found, lines = {}, []
    for line in text.splitlines():
        if line.startswith(SEPARATOR):
            lines = found[line[len(SEPARATOR) :]] = []
        elif line.strip():
            lines.append(line.strip())
    found["units"] = units_of(found.get("units", ()))
    found["listening ports"] = [each for each in found.get("listening ports", ()) if not DHCP_CLIENT.search(each)]
    return found


def lost(before, after):
    return ["%s: %s" % (kind, each) for kind, lines in before.items() for each in lines if each not in after.get(kind, ())]
