#!/usr/bin/env python3
"""Gives each port of this node to the GPU fabric its address, its routes and the lossless class of RoCE; ends with 1 and names what failed.

A port's packets leave by the port that has their source address, so each rail stays on its own leaf. Run again, it changes nothing.
`--check` asks each leaf for an answer instead.
"""

import argparse
import json
import os
import socket
import subprocess
import sys

# Routing tables and rules of the rails, away from those of others.
FIRST_TABLE = 1000


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def interface_of(hca, sysfs):
    folder = os.path.join(sysfs, "class/infiniband", hca, "device/net")
    try:
        return sorted(os.listdir(folder))[0]
    except (OSError, IndexError):
        raise RuntimeError(f"{hca} has no network interface ({folder})") from None


def set_address(interface, link, plan):
    address = f"{link['address']}/31"
    run("ip", "link", "set", interface, "up", "mtu", str(plan["mtu"]))
    run("ip", "address", "replace", address, "dev", interface)
    with open(f"/proc/sys/net/ipv4/conf/{interface}/rp_filter", "w", encoding="ascii") as setting:
        setting.write("2")
    via = ("via", link["gateway"], "dev", interface, "src", link["address"])
    run("ip", "route", "replace", link["range"], *via)
    table = str(FIRST_TABLE + link["rail"])
    run("ip", "route", "replace", plan["cidr"], *via, "table", table)
    rule = ("from", link["address"], "table", table, "priority", table)
    if link["address"] not in run("ip", "rule", "show", "priority", table):
        subprocess.run(("ip", "rule", "del", "priority", table), capture_output=True, check=False)
        run("ip", "rule", "add", *rule)


def set_class(interface, roce):
    # A code point of its own has the card trust code points rather than VLAN tags.
    run("dcb", "app", "replace", "dev", interface, "dscp-prio", f"{roce['dscp']}:{roce['priority']}")
    run("dcb", "app", "replace", "dev", interface, "dscp-prio", f"{roce['notificationDscp']}:{roce['notificationPriority']}")
    run("dcb", "pfc", "set", "dev", interface, "prio-pfc", "all:off", f"{roce['priority']}:on")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plan", default="/opt/warpform/fabric/rails.json")
    parser.add_argument("--node", default=socket.gethostname().split(".")[0])
    parser.add_argument("--sysfs", default="/sys")
    parser.add_argument("--check", action="store_true", help="only ask each leaf for an answer")
    parser.add_argument("--no-class", action="store_true", help="leave the lossless class alone")
    args = parser.parse_args()
    with open(args.plan, encoding="utf8") as file:
        plan = json.load(file)
    if args.node not in plan["nodes"]:
        sys.exit(f"{args.node} is no node of {args.plan}")
    failed = 0
    for link in plan["nodes"][args.node]:
        try:
            if link["hca"] is None:
                raise RuntimeError("the name of its HCA is not known: give the server's fabric devices in the design")
            interface = interface_of(link["hca"], args.sysfs)
            if args.check:
                run("ping", "-c", "1", "-W", "2", "-I", link["address"], link["gateway"])
                continue
            set_address(interface, link, plan)
            if not args.no_class:
                set_class(interface, plan["roce"])
        except (RuntimeError, OSError) as error:
            failed += 1
            print(f"rail {link['rail']}: {error}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
