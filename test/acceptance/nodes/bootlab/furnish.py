"""What a new machine has beside its distribution: an image's settings, the firmware's word that it is EC2, and the lab's addresses."""

import hashlib
import os
import pathlib
import shutil

from . import address
from .files import NODES, write

HOSTS = """\
127.0.0.1 localhost

# IPv6
::1 ip6-localhost ip6-loopback
fe00::0 ip6-localnet
ff02::1 ip6-allnodes
ff02::2 ip6-allrouters
"""

# Only EC2 is asked, as on its images. What needs udev, which has no place in a namespace, is off.
CLOUD_INIT = """\
datasource_list: [Ec2]
datasource: {Ec2: {strict_id: false, metadata_urls: ["http://169.254.169.254"], max_wait: 30, timeout: 10}}
updates: {network: {when: [boot-new-instance]}}
apt: {preserve_sources_list: true}
growpart: {mode: "off"}
resize_rootfs: false
"""

# cloud-init believes the firmware where it says EC2, and looks there on virtual machines alone.
DETECT_VIRT = """\
#!/bin/sh
# The lab's: a virtual machine of Amazon, and no container.
answer=amazon quiet=
for word; do
    case $word in
        -c | --container) answer=none ;;
        -q | --quiet) quiet=yes ;;
    esac
done
[ -n "$quiet" ] || echo $answer
[ $answer != none ]
"""
DMIDECODE = """\
#!/bin/sh
# The lab's: what EC2 writes into the tables of the firmware.
for key; do :; done
case $key in
    *uuid | *serial-number) echo {uuid} ;;
    *product-name) echo {type} ;;
    *asset-tag) echo {id} ;;
    *) echo Amazon EC2 ;;
esac
"""

# A network card made of software has no address of its own that it was burnt with, by which netplan asks for it.
ANY_CARD = "[Match]\nPermanentMACAddress=\n"
# Units that fail where the kernel has no such thing, with a path that is there where it has
OF_KERNEL = {"nvmf-autoconnect.service": "/dev/nvme-fabrics", "run-rpc_pipefs.mount": "/sys/module/sunrpc"}
# A console that nobody looks at
CONSOLES = ("console-getty.service", "container-getty@.service", "getty@.service")


def uuid_of(name):
    digits = "ec2" + hashlib.sha256(name.encode()).hexdigest()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:32]))


def texts(state, node):
    """Files of the root, with their modes."""
    image = pathlib.Path(node["lower"][-1])
    authority = (state / "authority/ca.pem").read_text()
    trusted = (image / "etc/ssl/certs/ca-certificates.crt").read_text()
    sources = (image / "etc/apt/sources.list").read_text().replace("https://", "http://")  # the relay speaks the mirror's own scheme
    generator = (NODES / "bootlab/fstab-generator.sh").read_text()
    return {
        "etc/hostname": ("ubuntu\n", 0o644),
        "etc/machine-id": ("", 0o644),
        "etc/hosts": (HOSTS, 0o644),
        "etc/apt/apt.conf.d/01lab": ('Acquire::http::Proxy "http://%s:%d";\n' % (address.GATEWAY, address.APT_PORT), 0o644),
        "etc/apt/sources.list": (sources, 0o644),
        "etc/cloud/cloud.cfg.d/99-lab.cfg": (CLOUD_INIT, 0o644),
        "etc/ssl/certs/ca-certificates.crt": (trusted.rstrip() + "\n" + authority, 0o644),
        "etc/systemd/network/10-netplan-%s.network.d/lab.conf" % address.CARD: (ANY_CARD, 0o644),
        "etc/systemd/system-generators/lab-fstab": (generator, 0o755),
        "usr/bin/systemd-detect-virt": (DETECT_VIRT, 0o755),
        "usr/local/share/ca-certificates/lab.crt": (authority, 0o644),
        "usr/sbin/dmidecode": (DMIDECODE.format(uuid=uuid_of(node["name"]), type=node["instanceType"], id=node["id"]), 0o755),
    }


def furnish(state, node):
    """Makes the folder of a machine's own files anew: nothing of what an earlier one wrote is there."""
    folder = state / "nodes" / node["name"]
    for each in ("own", "work"):
        shutil.rmtree(folder / each, ignore_errors=True)
        (folder / each).mkdir(parents=True)
    for path, (text, mode) in texts(state, node).items():
        write(folder / "own" / path, text, mode)
    (folder / "own/etc/resolv.conf").symlink_to("../run/systemd/resolve/stub-resolv.conf")
    masked = [*CONSOLES, *(unit for unit, path in OF_KERNEL.items() if not os.path.exists(path))]
    (folder / "own/etc/systemd/system").mkdir(parents=True)
    for unit in masked:
        (folder / "own/etc/systemd/system" / unit).symlink_to("/dev/null")
