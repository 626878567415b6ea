"""What every check of a machine of Azure asks."""

from counting import check, report

DONE = "test -e /run/warpform/missing && ! grep -q . /run/warpform/missing"
UNITS = {
    "head": "slurmctld slurmdbd mariadb munge chrony guard-metadata warpform-set-up warpform-sync.timer warpform-reconcile.timer warpform-node-hosts.timer "
    "warpform-azure-events.timer",
    "node": "slurmd munge chrony guard-metadata warpform-set-up warpform-azure-notices warpform-sync.timer",
}


def inactive(lab, node, units):
    """Units of a node that are not active, with those that have failed."""
    states = "for unit in %s; do systemctl is-active --quiet $unit || echo $unit; done" % units
    failed = "systemctl --failed --plain --no-legend | cut -d' ' -f1"
    found = lab.text(node, states + "; " + failed).split()
    for unit in found:
        print(lab.text(node, "journalctl -u %s --no-pager -n 12" % unit))
    return found


def booted(lab, node, seconds):
    status, text = lab.call("wait", node, "--timeout", str(seconds), timeout=seconds + 60)
    report("cloud-init of Azure's data source has booted %s" % node, None if status == 0 else text[-800:])
    source = lab.text(node, "cloud-init query platform; cloud-init query ds.meta_data.imds.compute.vmSize")
    check("%s knows where it is" % node, source.split()[:1], ["azure"])
