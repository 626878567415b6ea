"""Roots of nodes: a distribution as its mirror has it now, and layers of packages on it. Each is made once and kept."""

import hashlib
import pathlib
import shutil
import subprocess

from .files import CACHE, read_json, write_json

# What any server has: it gets its address by DHCP, its settings by cloud-init, and keeps logs, disks and users.
SERVER = (
    "systemd-sysv systemd-resolved libpam-systemd dbus udev cloud-init netplan.io dhcpcd-base iproute2 iputils-ping iptables netbase ca-certificates curl gnupg "
    "openssh-server sudo cron rsyslog kmod procps less file jq python3-yaml e2fsprogs xfsprogs mdadm nfs-common nvme-cli unattended-upgrades"
)
PACKAGES = {
    # the seeds of Ubuntu's own server images, without what they only recommend
    "noble": SERVER + " ubuntu-minimal ubuntu-standard ubuntu-server apparmor chrony gdisk locales networkd-dispatcher ufw",
    "trixie": SERVER,
}
DEBIAN = "http://deb.debian.org/debian"
KEYRINGS = {"noble": "/usr/share/keyrings/ubuntu-archive-keyring.gpg", "trixie": "/usr/share/keyrings/debian-archive-keyring.gpg"}

# Inside a mount namespace of its own; $1 is the layer, $2 the root below it, the rest are packages.
INSTALL = r"""
set -eu
layer=$1 below=$2
shift 2
mount --make-rprivate /
mount -t overlay -o "lowerdir=$below,upperdir=$layer/added,workdir=$layer/work" layer "$layer/whole"
cd "$layer/whole"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs tmpfs tmp
mount -t tmpfs tmpfs run
mkdir -p run/systemd/resolve
cp /etc/resolv.conf run/systemd/resolve/stub-resolv.conf
mount --bind /etc/hosts etc/hosts
# no daemon is to start here, and the layer is not to say so
printf '#!/bin/sh\nexit 101\n' > usr/sbin/policy-rc.d
chmod 755 usr/sbin/policy-rc.d
apt() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive chroot . apt-get -q "$@"; }
apt update
apt install -y --no-install-recommends "$@"
apt clean
rm -rf usr/sbin/policy-rc.d var/lib/apt/lists/*
"""


def sources(release, mirror):
    """Lines of sources.list. Where the machine has no key of the distribution, packages are taken as they come."""
    key = KEYRINGS[release]
    trust = "signed-by=%s" % key if pathlib.Path(key).exists() else "trusted=yes"
    suites = [("noble", "main universe"), ("noble-updates", "main universe")] if release == "noble" else [("trixie", "main")]
    return "".join("deb [%s] %s %s %s\n" % (trust, mirror, suite, components) for suite, components in suites)


def root(release, mirror):
    """The folder of a distribution's root; mirrors of Debian are found without being named."""
    folder = CACHE / "roots" / release
    if folder.with_suffix(".json").exists():
        return folder
    mirror = (mirror if release == "noble" else DEBIAN).rstrip("/")
    partial = folder.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.parent.mkdir(parents=True, exist_ok=True)
    included = "--include=" + ",".join(PACKAGES[release].split())
    command = ["mmdebstrap", "--variant=apt", "--mode=root", "--format=directory", '--aptopt=APT::Install-Recommends "false"', included]
    lines = sources(release, mirror)
    made = subprocess.run([*command, release, str(partial), "-"], input=lines, text=True, capture_output=True)
    if made.returncode:
        raise RuntimeError("%s can't be made of %s: %s" % (release, mirror, made.stderr[-1500:]))
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)
    write_json(folder.with_suffix(".json"), {"mirror": mirror, "verified": "trusted=yes" not in lines})
    return folder


def layers(release, packages, mirror):
    """Folders that together are a root with these packages: the topmost first."""
    below = root(release, mirror)
    if not packages:
        return [str(below)]
    of_root = below.with_suffix(".json").stat().st_mtime_ns  # a root that is made anew has other versions
    key = hashlib.sha256(repr([release, of_root, sorted(packages)]).encode()).hexdigest()[:16]
    layer = CACHE / "layers" / ("%s-%s" % (release, key))
    if read_json(layer / "packages.json") is None:
        shutil.rmtree(layer, ignore_errors=True)
        for each in ("added", "work", "whole"):
            (layer / each).mkdir(parents=True)
        alone = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", INSTALL, "install"]
        made = subprocess.run([*alone, str(layer), str(below), *packages], text=True, capture_output=True)
        if made.returncode:
            raise RuntimeError("%s can't be installed into %s: %s" % (" ".join(packages), release, (made.stdout + made.stderr)[-2000:]))
        write_json(layer / "packages.json", sorted(packages))
    return [str(layer / "added"), str(below)]


def mirror_of(folders):
    """Where the packages of a root come from, which its nodes ask again."""
    return read_json(pathlib.Path(folders[-1]).with_suffix(".json"))["mirror"]
