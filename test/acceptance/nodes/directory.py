"""Users of a directory: a real slapd in the lab, to which head and nodes are joined by the sssd that the library sets up."""

import pathlib
import subprocess
import time

from counting import check, report, set_up, within
from faults import UP

BASE = "dc=corp,dc=example,dc=com"
NAME = "ldap.corp.example.com"
READER, PASSWORD = "secret-of-the-reader", "secret-of-people"
# Who is there, with what differs: an attribute that the access filter asks for, and the day on which the account expires.
PEOPLE = {"john.smith": ("hpc", ""), "jane.doe": ("hpc", ""), "mallory": ("sales", ""), "former": ("hpc", "shadowExpire: 1\n")}

SLAPD = """\
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/nis.schema
include /etc/ldap/schema/inetorgperson.schema
attributetype ( 1.3.6.1.4.1.24552.500.1.1.1.13 NAME 'sshPublicKey' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 )
objectclass ( 1.3.6.1.4.1.24552.500.1.1.2.0 NAME 'ldapPublicKey' SUP top AUXILIARY MAY ( sshPublicKey $ uid ) )
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile /run/slapd/slapd.pid
TLSCertificateFile /etc/ldap/server.pem
TLSCertificateKeyFile /etc/ldap/server.key
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="cn=reader,{base}" read by * none
database mdb
suffix "{base}"
directory /var/lib/ldap
"""

ROOT = "dn: {base}\nobjectClass: domain\ndc: corp\n\n"
READER_ENTRY = "dn: cn=reader,{base}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: reader\nuserPassword: {password}\n\n"
GROUP = "dn: cn=people,{base}\nobjectClass: posixGroup\ncn: people\ngidNumber: 30000\n\n"
PERSON = """\
dn: uid={name},{base}
objectClass: inetOrgPerson
objectClass: posixAccount
objectClass: shadowAccount
objectClass: ldapPublicKey
uid: {name}
cn: {name}
sn: {name}
uidNumber: {number}
gidNumber: 30000
homeDirectory: /home/{name}
employeeType: {kind}
userPassword: {password}
sshPublicKey: {key}
{more}
"""

# What the server's user data does; the packages are in its image.
SERVER = """\
#!/bin/bash
set -eu
systemctl stop slapd
cat > /etc/ldap/slapd.conf <<'END'
{conf}END
cat > /etc/ldap/server.pem <<'END'
{certificate}END
cat > /etc/ldap/server.key <<'END'
{key}END
cat > /root/people.ldif <<'END'
{people}END
rm -rf /var/lib/ldap/*
slapadd -f /etc/ldap/slapd.conf -l /root/people.ldif
chown -R openldap:openldap /var/lib/ldap /etc/ldap/server.key
printf '%s\\n' 'SLAPD_CONF=/etc/ldap/slapd.conf' 'SLAPD_USER=openldap' 'SLAPD_GROUP=openldap' 'SLAPD_SERVICES="ldaps:/// ldapi:///"' > /etc/default/slapd
systemctl start slapd
"""


def authority(folder):
    """A certificate authority of the directory's own, and a certificate of its server."""
    run = lambda *words: subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    run("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj", "/CN=corp", "-addext", "basicConstraints=critical,CA:TRUE")
    run("req", *key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=" + NAME)
    pathlib.Path(folder, "names").write_text("subjectAltName=DNS:%s\n" % NAME)
    run("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", "30", "-extfile", "names", "-out", "server.pem")


def write_server(folder):
    """Certificates, a key of the people's own making, and the server's user data."""
    authority(folder)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "people", "-f", str(folder / "people")], check=True)
    key = (folder / "people.pub").read_text().strip()
    people = "".join(
        PERSON.format(name=name, base=BASE, number=30001 + index, kind=kind, password=PASSWORD, key=key, more=more)
        for index, (name, (kind, more)) in enumerate(PEOPLE.items())
    )
    entries = ROOT.format(base=BASE) + READER_ENTRY.format(base=BASE, password=READER) + GROUP.format(base=BASE) + people
    text = SERVER.format(conf=SLAPD.format(base=BASE), certificate=(folder / "server.pem").read_text(), key=(folder / "server.key").read_text(), people=entries)
    (folder / "ldap.sh").write_text(text)


SSH = "ssh -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o ConnectTimeout=10 "
BY_KEY = SSH + "-o BatchMode=yes -i /root/people %s@127.0.0.1 '%s'"
BY_PASSWORD = "printf '#!/bin/sh\\necho \"%s\"\\n' > /root/ask && chmod 700 /root/ask && SSH_ASKPASS=/root/ask SSH_ASKPASS_REQUIRE=force "
BY_PASSWORD += SSH + "-o PubkeyAuthentication=no -o NumberOfPasswordPrompts=1 %s@127.0.0.1 true"
SHOWN = "tail -n 5 /run/warpform/missing; systemctl status sssd --no-pager | tail -n 15; tail -n 8 /var/log/auth.log; tail -n 8 /var/log/sssd/sssd_cluster.log"


def checks(lab):
    lab.name(NAME, "ldap")
    set_up(lab, "a head with a directory is set up", "head", 420, and_then=UP, shown=SHOWN)
    lab.run("head", "install -m 600 /run/lab/shared/people /root/people")
    within(lab, "a user of the directory logs in by the key that it holds", "head", BY_KEY % ("john.smith", "test $HOME = /home/john.smith"), 60, shown=SHOWN)
    within(lab, "or with the password there, where it is declared so", "head", BY_PASSWORD % (PASSWORD, "john.smith"), 30, shown=SHOWN)
    refused = lambda name, script: report("but not " + name, "the log-in succeeded" if lab.run("head", script)[0] == 0 else None)
    refused("with another password", BY_PASSWORD % ("wrong", "john.smith"))
    refused("whom the access filter leaves out", BY_KEY % ("mallory", "true"))
    refused("whose account has expired, though the key is there", BY_KEY % ("former", "true"))
    got = lab.text("head", BY_KEY % ("john.smith", "srun -N1 id -un"), timeout=600)
    # slurmstepd says at any time that the node has no home of the user
    said = [line for line in got.splitlines() if not line.startswith("slurmstepd")]
    check("the user's job runs as the user on a node, which knows the directory too", said[-1:] or got[-300:], ["john.smith"])
    for node in ("head", "cpu-dy-1"):
        check("no unit of %s has failed" % node, lab.text(node, "systemctl --failed --plain --no-legend | cut -d' ' -f1").split(), [])
    report("a reboot of that head brings back all that was there", lab.reboot("head"))
    within(lab, "it knows the directory again", "head", BY_KEY % ("john.smith", "true"), 60, shown=SHOWN)
    check("without a failed unit", lab.text("head", "systemctl --failed --plain --no-legend | cut -d' ' -f1").split(), [])
    gone(lab)


def changed(lab, name, change):
    """Changes a person's entry."""
    text = "dn: uid=%s,%s\\nchangetype: modify\\n%s\\n" % (name, BASE, change)
    modify = "slapmodify -f /etc/ldap/slapd.conf -l /root/change && chown -R openldap:openldap /var/lib/ldap && systemctl start slapd"
    status, said = lab.run("ldap", "printf '%s' > /root/change && systemctl stop slapd && %s" % (text, modify))
    assert status == 0, said


def gone(lab):
    """Who loses the account, or a key, is out within a minute: with a session open, and at the first attempt after it."""
    lab.run("head", "systemd-run --quiet --unit=session " + BY_KEY % ("john.smith", "sleep 600"))
    within(lab, "a user has a session", "head", "loginctl list-sessions | grep -q john.smith", 30)
    report("another logs in by key", None if lab.run("head", BY_KEY % ("jane.doe", "true"))[0] == 0 else "not so")
    changed(lab, "john.smith", "add: shadowExpire\\nshadowExpire: 1")
    out = "loginctl list-sessions | grep -q john.smith && ! " + BY_KEY % ("john.smith", "true")
    within(lab, "who is disabled in the directory can't log in again within a minute, though a session is open", "head", out, 60, shown=SHOWN)
    changed(lab, "jane.doe", "delete: sshPublicKey")
    time.sleep(60)
    report("a key that the directory has no more lets nobody in a minute later", "it did" if lab.run("head", BY_KEY % ("jane.doe", "true"))[0] == 0 else None)
