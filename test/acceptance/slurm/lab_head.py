"""First process of the head's namespaces (see lab.py): mounts, network, munge, the database, slurmdbd, slurmctld."""

import glob
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import time

# Debian 13's slurmdbd 24.11.5 reads no result with the libmariadb3 of its own point release ("fatal: _check_mysql_concat_is_sane:
# null result", error 5027 "maximum allowed number of columns (=0)"; seen with 1:11.8.9+ds-0+deb13u1 on 2026-11-24), so it is
# started with this machine's. Nothing else of the other Debian is replaced.
CONNECTOR = "/opt/lab-connector"


def sh(*command, **options):
    return subprocess.run(command, check=True, **options)


def until(true, seconds, what):
    end = time.monotonic() + seconds * int(os.environ.get("WARPFORM_PATIENCE", "1"))
    while not true():
        if time.monotonic() > end:
            sys.exit("%s did not come up" % what)
        time.sleep(0.05)


def works(*command):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def setting(path, key, default=None):
    with open(path) as file:
        found = re.search(r"(?im)^\s*%s\s*=\s*([^#\n]+)" % key, file.read())
    return found.group(1).strip() if found else default


def own(path, inside, user="root"):
    """A private, writable folder at `inside`, kept under `path` for reading later."""
    os.makedirs(path, exist_ok=True)
    os.makedirs(inside, exist_ok=True)
    os.chmod(path, 0o755)
    sh("mount", "--bind", path, inside)
    shutil.chown(inside, user)


def enter_system(plan):
    """Makes another Debian's files this namespace's root and starts again with its Python, since a C library that has lost its
    root looks up no groups. The files stay as they are; what is written goes with the site."""
    layer = os.path.join(plan["root"], "system")
    new, upper, work = (os.path.join(layer, part) for part in ("new", "upper", "work"))
    os.makedirs(layer)
    sh("mount", "-t", "tmpfs", "-o", "mode=755", "lab", layer)
    for path in (new, upper, work):
        os.makedirs(path)
    sh("mount", "-t", "overlay", "overlay", "-o", "lowerdir=%s,upperdir=%s,workdir=%s" % (plan["system"], upper, work), new)
    for path in ("/proc", "/sys", "/dev", os.path.dirname(os.path.abspath(__file__)), plan["root"], plan["etc"], *plan["binds"].values()):
        os.makedirs(new + path, exist_ok=True)
        sh("mount", "--rbind", path, new + path)
    os.makedirs(new + CONNECTOR)
    for library in glob.glob("/usr/lib/*/libmariadb.so.3"):
        shutil.copy(library, new + CONNECTOR)
    os.makedirs(new + "/old")
    sh("pivot_root", new, new + "/old")
    os.chdir("/")
    sh("umount", "-l", "/old")
    os.execv("/usr/bin/python3", ["python3", os.path.abspath(__file__), plan["root"], "entered"])


def network(plan, host):
    sh("hostname", host)
    sh("ip", "link", "set", "lo", "up")
    sh("ip", "link", "add", "br0", "type", "bridge")
    sh("ip", "addr", "add", plan["address"] + "/16", "dev", "br0")
    sh("ip", "addr", "add", "169.254.169.254/32", "dev", "br0")  # EC2's instance metadata service
    sh("ip", "link", "set", "br0", "up")


def name_service(plan, host):
    lines = ["127.0.0.1 localhost", "%s %s" % (plan["address"], host)]
    hosts, switch = os.path.join(plan["root"], "hosts"), os.path.join(plan["root"], "nsswitch.conf")
    with open(hosts, "w") as file:
        file.write("\n".join(lines) + "\n")
    with open("/etc/nsswitch.conf") as old, open(switch, "w") as new:
        new.write(re.sub(r"(?m)^hosts:.*", "hosts: files", old.read()))  # there is no DNS server to reach
    sh("mount", "--bind", hosts, "/etc/hosts")
    sh("mount", "--bind", switch, "/etc/nsswitch.conf")


def run_folders():
    sh("mount", "-t", "tmpfs", "-o", "mode=755", "lab", "/run")
    for name, user in (("netns", "root"), ("munge", "munge"), ("mysqld", "mysql"), ("slurm", "slurm"), ("slurmctld", "slurm"), ("slurmdbd", "slurm"), ("lock", "root")):
        os.makedirs("/run/" + name)
        shutil.chown("/run/" + name, user)


def daemon(plan, user, *command, env=None):
    """Starts a daemon in the foreground, under its user, with its output in log/NAME.log."""
    with open(os.path.join(plan["root"], "log", command[0] + ".log"), "a") as log:
        process = subprocess.Popen(
            ["setpriv", "--reuid", user, "--regid", user, "--init-groups", "--", *command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd="/",
            env=dict(os.environ, **(env or {})),
        )
    with open("/run/lab-%s.pid" % command[0], "w") as file:
        file.write(str(process.pid))


def munge(plan):
    with open("/run/munge/key", "wb") as file:
        file.write(secrets.token_bytes(1024))
    shutil.chown("/run/munge/key", "munge")
    os.chmod("/run/munge/key", 0o600)
    daemon(
        plan, "munge", "munged", "--foreground", "--key-file", "/run/munge/key", "--pid-file", "/run/munge/pid",
        "--seed-file", "/run/munge/seed", "--log-file", "/run/munge/log",
    )  # fmt: skip
    until(lambda: works("munge", "-n"), 10, "munged")


def encrypted(authority):
    """Options of a server that takes encrypted connections alone, and the certificate of its authority where slurmdbd looks for it."""
    if authority == "":
        return []
    at = os.path.dirname(authority)
    key, certificate, request = (os.path.join(at, name) for name in ("server.key", "server.pem", "server.csr"))
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    made = ("openssl", "req", "-newkey", "rsa:2048", "-nodes")
    sh(*made, "-x509", "-days", "2", "-subj", "/CN=authority", "-keyout", at + "/ca.key", "-out", authority, **quiet)
    sh(*made, "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", request, **quiet)
    signed = ("-CA", authority, "-CAkey", at + "/ca.key", "-CAcreateserial")
    sh("openssl", "x509", "-req", "-in", request, *signed, "-days", "2", "-out", certificate, **quiet)
    for file in (key, certificate):
        shutil.chown(file, "mysql")
    return ["--ssl-cert=" + certificate, "--ssl-key=" + key, "--ssl-ca=" + authority, "--require-secure-transport=ON"]


def database(plan):
    # Temporary tables are named by process and thread, whose numbers in the namespaces of two sites are the same.
    os.environ["TMPDIR"] = "/run/mysqld"
    dbd = "/etc/slurm/slurmdbd.conf"
    os.chmod(dbd, 0o600)
    shutil.chown(dbd, "slurm", "slurm")
    own(os.path.join(plan["root"], "mysql"), "/var/lib/mysql", "mysql")
    with open(os.path.join(plan["root"], "log", "install-db.log"), "w") as log:
        sh(
            "mariadb-install-db", "--user=mysql", "--auth-root-authentication-method=socket", "--skip-test-db",
            stdout=log, stderr=log,
        )  # fmt: skip
    # slurmdbd warns of less; https://slurm.schedmd.com/accounting.html#slurm-accounting-configuration-before-build
    recommended = ["--innodb-buffer-pool-size=2G", "--innodb-lock-wait-timeout=900", "--innodb-log-file-size=64M"]
    encryption = encrypted(setting(dbd, "StorageParameters", "").partition("SSL_CA=")[2])
    daemon(plan, "mysql", "mariadbd", "--bind-address=127.0.0.1", *recommended, *encryption)
    until(lambda: works("mariadb-admin", "ping"), 60, "mariadbd")
    user, word, schema = (setting(dbd, key, default) for key, default in (("StorageUser", "slurm"), ("StoragePass", ""), ("StorageLoc", "slurm_acct_db")))
    sh("mariadb", "-e", "create user '%s'@'localhost' identified by '%s'; grant all on %s.* to '%s'@'localhost'" % (user, word, schema, user))
    daemon(plan, "slurm", "slurmdbd", "-D", env={"LD_LIBRARY_PATH": CONNECTOR} if plan["system"] else None)
    until(lambda: works("sacctmgr", "-n", "show", "cluster"), 60, "slurmdbd")
    works("sacctmgr", "-i", "-Q", "add", "cluster", setting("/etc/slurm/slurm.conf", "ClusterName"))


def main():
    root = sys.argv[1]
    with open(os.path.join(root, "plan.json")) as file:
        plan = json.load(file)
    sh("mount", "--make-rprivate", "/")
    if plan["system"] and sys.argv[2:] != ["entered"]:
        enter_system(plan)
    os.makedirs("/etc/slurm", exist_ok=True)
    sh("mount", "--bind", plan["etc"], "/etc/slurm")
    for inside, outside in plan["binds"].items():
        os.makedirs(inside, exist_ok=True)
        sh("mount", "--bind", outside, inside)
    conf = "/etc/slurm/slurm.conf"
    network(plan, re.sub(r"\(.*", "", setting(conf, "SlurmctldHost")))
    run_folders()
    name_service(plan, setting(conf, "SlurmctldHost").partition("(")[0])
    for folder in ("/var/spool", "/var/log/slurm", "/var/log/warpform", "/var/lib/slurm"):
        own(os.path.join(root, "head" + folder), folder, "root" if folder == "/var/spool" else "slurm")
    os.makedirs("/var/spool/slurm", exist_ok=True)
    for path in ("/var/spool/slurm", setting(conf, "StateSaveLocation"), "/var/spool/slurm/warpform"):
        os.makedirs(path, exist_ok=True)
        shutil.chown(path, "slurm", "slurm")
    sh("mount", "--bind", "/var/spool/slurm", "/var/spool/slurm")  # the state volume
    munge(plan)
    if plan["database"]:
        database(plan)
    for command in plan["before"]:  # what the head's boot does before it starts slurmctld
        sh(*command)
    daemon(plan, setting(conf, "SlurmUser", "root"), "slurmctld", "-D")
    until(lambda: works("sinfo"), 120, "slurmctld")
    open(os.path.join(root, "ready"), "w").close()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:  # the first process of a namespace inherits orphans
        try:
            os.wait()
        except ChildProcessError:
            time.sleep(0.5)


if __name__ == "__main__":
    main()
