"""The first process of a machine, until systemd takes its place:  python3 -m bootlab.power_on STATE NAME

In namespaces of its own for mounts, processes, names, memory, network and clock; the one for control groups is made here, inside of the groups
that the machine is to have for a root.
"""

import ctypes
import os
import pathlib
import stat
import subprocess
import sys
import uuid

from .files import read_json

NEW_CGROUP = 0x02000000  # CLONE_NEWCGROUP
CGROUPS = pathlib.Path("/sys/fs/cgroup")
PROCESSORS = "cpu"
SHARES = "20480"  # twenty times that of a process of the host: a machine counts as one of those, however many it runs
V1 = (PROCESSORS, "cpuacct", "memory", "devices", "freezer", "cpuset", "blkio", "pids")
CHARACTER_DEVICES = {"null": (1, 3), "zero": (1, 5), "full": (1, 7), "random": (1, 8), "urandom": (1, 9), "tty": (5, 0), "fuse": (10, 229)}
# Settings of the one kernel that all share. The network's are each machine's own.
SHARED_SETTINGS = ("abi", "debug", "dev", "fs", "kernel", "user", "vm")
ACTS_WHEN_READ = {"stat_refresh"}
# What would reach beyond the machine: the clock, the kernel's modules and its memory
WITHHELD = "-sys_time,-sys_module,-sys_rawio,-mac_admin,-mac_override"
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}


def mount(*words):
    subprocess.run(["mount", *(str(each) for each in words)], check=True)


def fresh(kind, where, options):
    where.mkdir(parents=True, exist_ok=True)
    mount("-t", kind, "-o", options, kind, where)


def unified():
    return CGROUPS / "unified" if (CGROUPS / "unified").is_dir() else CGROUPS


def enter_groups(group, v1):
    """Moves this process into the machine's own control groups: one of version 2, and those of version 1 that it is to see. It has a share of the
    processors in any case, by which what a distribution runs at the lowest priority after each installation does not wait for the host's others."""
    wanted = (*V1, "systemd") if v1 else (PROCESSORS,)
    hierarchies = [unified(), *(CGROUPS / each for each in wanted if (CGROUPS / each).is_dir())]
    for hierarchy in hierarchies:
        own = hierarchy / group
        own.mkdir(parents=True, exist_ok=True)
        if hierarchy.name == "cpuset":  # a group has no processors until it is given some
            for below in (own.parent, own):
                for setting in ("cpuset.cpus", "cpuset.mems"):
                    (below / setting).write_text((hierarchy / setting).read_text())
        if hierarchy.name == PROCESSORS:
            for each in (own.parent, own):
                (each / "cpu.shares").write_text(SHARES)
        (own / "cgroup.procs").write_text("0")
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_CGROUP):
        raise OSError(ctypes.get_errno(), "no namespace for control groups")


def mount_groups(root, v1):
    where = root / "sys/fs/cgroup"
    if not v1:
        return mount("-t", "cgroup2", "cgroup2", where)
    fresh("tmpfs", where, "mode=755")
    for controller in V1:
        fresh("cgroup", where / controller, controller)
    fresh("cgroup", where / "systemd", "none,name=systemd")
    (where / "unified").mkdir()
    mount("-t", "cgroup2", "cgroup2", where / "unified")


def copied(source, target):
    """What can be read of a folder of settings, as files that can be written."""
    for folder, names, files in os.walk(source):
        names[:] = [each for each in names if each != "binfmt_misc"]
        here = target / pathlib.Path(folder).relative_to(source)
        here.mkdir(parents=True, exist_ok=True)
        for name in set(files) - ACTS_WHEN_READ:
            path = pathlib.Path(folder, name)
            try:
                if path.stat().st_mode & stat.S_IRUSR:
                    (here / name).write_bytes(path.read_bytes())
            except OSError:
                pass  # some refuse though their mode says otherwise


def settings(root):
    """Copies of the shared kernel's settings: a write succeeds, is read back, and changes nothing for others."""
    aside, of_kernel = root / "mnt", root / "proc/sys"
    fresh("tmpfs", aside, "mode=755")
    for name in SHARED_SETTINGS:
        if (of_kernel / name).is_dir():
            copied(of_kernel / name, aside / name)
    (aside / "kernel/random/boot_id").write_text(str(uuid.uuid4()) + "\n")
    for name in SHARED_SETTINGS:
        if (aside / name).is_dir():
            mount("--bind", aside / name, of_kernel / name)
    mount("--bind", "/proc/sys/kernel/random/uuid", of_kernel / "kernel/random/uuid")
    subprocess.run(["umount", "--lazy", str(aside)], check=True)


def devices(root, disks):
    """Devices of the machine's own: systemd gives some an owner and a mode, which must not reach the host's."""
    dev = root / "dev"
    fresh("tmpfs", dev, "mode=755,nosuid")
    for name, numbers in {**CHARACTER_DEVICES, "console": CHARACTER_DEVICES["null"]}.items():
        os.mknod(dev / name, stat.S_IFCHR, os.makedev(*numbers))
        os.chmod(dev / name, 0o600 if name == "console" else 0o666)
    fresh("devpts", dev / "pts", "newinstance,ptmxmode=666,mode=620,gid=5")
    fresh("tmpfs", dev / "shm", "mode=1777,nosuid,nodev")
    fresh("mqueue", dev / "mqueue", "rw")
    (dev / "hugepages").mkdir()
    for name, target in {"ptmx": "pts/ptmx", "fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}.items():
        (dev / name).symlink_to(target)
    (dev / "disk/by-id").mkdir(parents=True)
    for name, disk in disks.items():
        # also under the name that the kernel lists it by, where blkid looks for labels
        for each in (name, pathlib.Path(disk["loop"]).name):
            os.mknod(dev / each, stat.S_IFBLK | 0o660, os.stat(disk["loop"]).st_rdev)
        (dev / "disk/by-id" / disk["by-id"]).symlink_to("../../" + name)


def whole(state, folder, node):
    """The root: the machine's own files over the image's."""
    root = folder / "root"
    root.mkdir(exist_ok=True)
    lower = ":".join([*reversed(node["overlay"]), *node["lower"]])
    fitted = "lowerdir=%s,upperdir=%s,workdir=%s,redirect_dir=on,xino=on" % (lower, folder / "own", folder / "work")
    mount("-t", "overlay", "-o", fitted, node["name"], root)
    fresh("proc", root / "proc", "nosuid,nodev,noexec")
    fresh("sysfs", root / "sys", "nosuid,nodev,noexec")
    settings(root)
    mount("-o", "remount,bind,ro", root / "sys")
    return root


def main(state, name, plugged):
    state = pathlib.Path(state)
    folder = state / "nodes" / name
    node, boot = read_json(folder / "node.json"), read_json(folder / "boot.json")
    v1 = node.get("cgroup") == "v1"
    enter_groups(boot["group"], v1)
    root = whole(state, folder, node)
    os.read(int(plugged), 1)  # until the network card is there
    mount_groups(root, v1)
    devices(root, boot["disks"])
    if (root / "proc/sysrq-trigger").exists():
        mount("--bind", root / "dev/null", root / "proc/sysrq-trigger")
    fresh("tmpfs", root / "run", "mode=755,nosuid,nodev")
    for each in ("run/lock", "run/lab/shared"):
        (root / each).mkdir(parents=True)
    mount("--bind", state / "shared", root / "run/lab/shared")
    subprocess.run(["hostname", (root / "etc/hostname").read_text().strip()], check=True)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    os.chdir(root)
    subprocess.run(["pivot_root", ".", "mnt"], check=True)
    os.chroot(".")
    subprocess.run(["/bin/umount", "--lazy", "/mnt"], check=True)
    nothing = os.open("/dev/null", os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    init = ["/usr/bin/setpriv", "--bounding-set=" + WITHHELD, "--inh-caps=-all", "/sbin/init", "--log-target=journal", "--show-status=no"]
    os.execve(init[0], init, ENVIRONMENT)


if __name__ == "__main__":
    main(*sys.argv[1:])
