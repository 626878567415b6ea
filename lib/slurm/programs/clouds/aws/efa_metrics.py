"""What the EFA driver counts, for Prometheus: a file that node_exporter's textfile collector serves. node_exporter's own InfiniBand
collector knows none of EFA's counters (https://github.com/prometheus/node_exporter/pull/3670). Run by a timer on each node.

rx_drops is there on every type, retrans_* and the two of remote ends from Nitro v4 on:
https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-working-monitor.html
"""

import os
import sys

import whole_file
from cluster_file import Cluster
from health_checks import INFINIBAND, efa_devices
from machine import CheckFailed, Machine
from node_health import node_name

# The driver's refresh interval, ms, which the kernel keeps beside the counters
NO_COUNTERS = ("lifespan",)


def counters(machine, devices):
    """(device, port, counter, value); what can't be read is left out, so that Prometheus sees a gap and no zero."""
    for device in devices:
        ports = "%s/%s/ports" % (INFINIBAND, device)
        for port in machine.names(ports):
            folder = "%s/%s/hw_counters" % (ports, port)
            for counter in machine.names(folder):
                try:
                    if counter not in NO_COUNTERS:
                        yield device, port, counter, int(machine.read("%s/%s" % (folder, counter)))
                except (CheckFailed, ValueError):
                    continue


def page(machine, expected):
    """The text of the file; None on a node that has no EFA and should have none."""
    devices = efa_devices(machine)
    if not devices and not expected:
        return None
    lines = []
    for name, text, value in (
        ("efa_devices", "EFA devices that the driver has", len(devices)),
        ("efa_devices_expected", "EFA devices that the pool's nodes are started with", expected),
    ):
        lines += ["# HELP %s %s" % (name, text), "# TYPE %s gauge" % name, "%s %d" % (name, value)]
    rows = {}
    for device, port, counter, value in counters(machine, devices):
        rows.setdefault(counter, []).append('efa_%s_total{device="%s",port="%s"} %d' % (counter, device, port, value))
    for counter, samples in sorted(rows.items()):
        lines += ["# HELP efa_%s_total %s of the EFA driver" % (counter, counter), "# TYPE efa_%s_total counter" % counter] + samples
    return "\n".join(lines) + "\n"


def main(folder):
    name = node_name()
    place = Cluster.load().place_of(name)
    if place is None:
        sys.exit("%s is in no pool of cluster.json" % name)
    text = page(Machine(), place[0]["expect"]["efaDevices"])
    if text is None:
        return
    whole_file.write(os.path.join(folder, "efa.prom"), text)
