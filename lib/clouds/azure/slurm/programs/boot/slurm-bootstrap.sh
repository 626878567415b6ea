#!/bin/bash
# Fetches this machine's Slurm files and hands over to its set-up program. Settings: SITE, CLIENT_ID, ROLE.
install -d -m 755 /etc/warpform /opt/warpform
printf 'SITE=%q\nCLIENT_ID=%q\nROLE=%q\n' "$SITE" "$CLIENT_ID" "$ROLE" > /etc/warpform/machine.env
cat > /usr/local/sbin/slurm-files <<'PROGRAM'
#!/usr/bin/python3
"""Brings this machine's files up to the manifest in the cluster's container; prints the paths that changed. A file that is being
replaced is taken the next time: what does not have the digest of the manifest is left out."""
import hashlib
import json
import os
import shlex
import sys
import tempfile
import time
import urllib.parse
import urllib.request

STATE = "/var/lib/warpform-files.json"
SETTINGS = "/etc/warpform/machine.env"
METADATA = os.environ.get("WARPFORM_METADATA", "http://169.254.169.254")
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def token(client_id):
    query = {"api-version": "2018-02-01", "resource": "https://storage.azure.com/", "client_id": client_id}
    url = METADATA + "/metadata/identity/oauth2/token?" + urllib.parse.urlencode(query)
    with OPENER.open(urllib.request.Request(url, headers={"Metadata": "true"}), timeout=10) as answer:
        return json.loads(answer.read())["access_token"]


def read(site, client_id, key):
    headers = {"Authorization": "Bearer " + token(client_id), "x-ms-version": "2023-11-03"}
    with urllib.request.urlopen(urllib.request.Request(site + "/" + key, headers=headers), timeout=60) as answer:
        return answer.read()


def write(path, data, mode):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path))
    with os.fdopen(handle, "wb") as out:
        out.write(data)
    os.chmod(temporary, int(mode, 8))
    os.replace(temporary, path)


def noted():
    """What an earlier run has brought; nothing where a crash has left the note empty or damaged."""
    try:
        with open(STATE) as file:
            return dict(json.load(file))
    except (OSError, TypeError, ValueError):
        return {}


def main(site, client_id, role):
    for attempt in range(60):  # a new role is not known everywhere at once
        try:
            manifest = json.loads(read(site, client_id, "manifest.json"))
            break
        except Exception as error:
            print("waiting for the manifest: %s" % error, file=sys.stderr)
            if attempt == 59:
                raise
            time.sleep(10)
    known, missed = noted(), []
    for file in manifest["files"]:
        path, digest = file["path"], file["sha256"]
        if role not in file["roles"] or (known.get(path) == digest and os.path.exists(path)):
            continue
        try:
            data = read(site, client_id, file["key"])
        except OSError as error:
            missed.append("%s: %s" % (file["key"], error))
            continue
        if hashlib.sha256(data).hexdigest() != digest:
            missed.append("%s is not yet that of the manifest" % file["key"])
            continue
        write(path, data, file["mode"])
        if file["bundle"]:
            for name, program in json.loads(data).items():
                text = "\n".join(program["lines"]) + "\n"
                write(os.path.join(os.path.dirname(path), name), text.encode(), program["mode"])
        known[path] = digest
        print(path)
    # The set-up begins once the note is there, which the first time all files must be
    if not missed or os.path.exists(STATE):
        with open(STATE + ".new", "w") as out:
            json.dump(known, out)
        os.replace(STATE + ".new", STATE)
    if missed:
        sys.exit("; ".join(missed))


with open(SETTINGS) as settings:
    words = dict(word.split("=", 1) for word in shlex.split(settings.read()))
main(words["SITE"], words["CLIENT_ID"], words["ROLE"])
PROGRAM
chmod 755 /usr/local/sbin/slurm-files
# A service, which goes on until nothing is missing, and looks after it at later boots; files of later applies come by sync.
cat > /etc/systemd/system/warpform-set-up.service <<UNIT
[Unit]
Description=Set this node of the Slurm cluster up
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -c '[ -e /var/lib/warpform-files.json ] || exec /usr/local/sbin/slurm-files'
ExecStart=/opt/warpform/setup/set-up-$ROLE
Restart=on-failure
RestartSec=20
[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable --quiet warpform-set-up
# Without waiting: this runs in the boot, which must end for others to begin
systemctl start --no-block warpform-set-up
