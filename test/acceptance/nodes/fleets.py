"""Nodes of fleets: one that is launched into its group, and one that goes through the group's warm pool."""

from counting import check, needed, report, within
from bootlab import auto_scaling

JOINED = "systemctl is-active --quiet join-fleet warpform-boot"
CACHE = "mountpoint -q /scratch && [ \"$(stat -c %a /scratch)\" = 1777 ]"


def begin(lab):
    """What Auto Scaling is about to do, before the instances are there."""
    lab.state.mkdir(parents=True, exist_ok=True)
    auto_scaling.begin(lab.state, "fleet", "Pending", "InService")
    auto_scaling.begin(lab.state, "warm", "Warmed:Pending", "Warmed:Stopped")


def answers(lab, node):
    return [each["result"] for each in auto_scaling.read(lab.state)[node]["answers"]]


def reaches(lab, name, node, state, seconds):
    """Auto Scaling has the node in that state, since the node completed the hook."""
    entry = lambda: auto_scaling.state_of(auto_scaling.read(lab.state)[node])
    took = lab.when(lambda: entry() == state, seconds)
    said = lab.text(node, "journalctl -u join-fleet -n 12 --no-pager -o cat; systemctl status join-fleet --no-pager | head -5") if took is None else ""
    return report(name, None if took is not None else "it is %s after %d s: %s" % (entry(), seconds, said[-900:]))


def checks(lab):
    needed(lab, "a node of a fleet joins it", "fleet", JOINED, 400, shown="cat /run/warpform/boot-failed; journalctl -u join-fleet -n 12 --no-pager -o cat")
    reaches(lab, "its launch hook is completed, and the group takes it into service", "fleet", "InService", 120)
    check("by one answer", answers(lab, "fleet"), ["CONTINUE"])
    within(lab, "the fleet's name points at it", "fleet", NAME, 60)
    report("a reboot of a fleet's node brings back all that was there", lab.reboot("fleet"))
    within(lab, "it joins again", "fleet", JOINED, 120)
    check("without a second answer, since no hook waits", answers(lab, "fleet"), ["CONTINUE"])
    warm(lab)


NAME = "getent ahostsv4 $(sed -n 's/^RENDEZVOUS=//p' /usr/local/sbin/join-fleet) | grep -q \"^$(hostname -I | cut -d' ' -f1) \""


def warm(lab):
    """Into the warm pool, off, and out of it: the second boot runs no user data, and the hook waits again."""
    reaches(lab, "a node is prepared for the warm pool: its first boot completes the hook", "warm", "Warmed:Stopped", 400)
    within(lab, "it has its NVMe cache", "warm", CACHE, 60)
    lab.off("warm")
    lab.empty_instance_store("warm")
    auto_scaling.begin(lab.state, "warm", "Pending", "InService")
    lab.on("warm")
    reaches(lab, "it leaves the warm pool: its second boot completes the hook that waits again", "warm", "InService", 400)
    check("by one answer", answers(lab, "warm"), ["CONTINUE"])
    ran = "grep -c 'Cloud-init.*modules:final' /var/log/cloud-init-output.log; cat /var/lib/cloud/instance/sem/config_scripts_user* | wc -l"
    check("cloud-init was there twice and ran the user data once", lab.text("warm", ran).split(), ["2", "1"])
    within(lab, "its boot steps are those of the second boot", "warm", JOINED, 60)
    within(lab, "its NVMe cache is made anew on disks that a stop has emptied", "warm", CACHE, 60)
