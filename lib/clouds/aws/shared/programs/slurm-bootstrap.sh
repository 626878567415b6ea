#!/bin/bash
# Fetches this machine's Slurm files and hands over to its set-up program. Settings: AWS_REGION, BUCKET, PREFIX, ROLE.
set -euo pipefail
for pause in 5 15 30 60 120; do
  if python3 -c 'import boto3' 2> /dev/null; then break; fi
  dpkg --configure -a || true
  if apt-get -o DPkg::Lock::Timeout=600 update -q &&
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -yq python3-boto3; then break; fi
  sleep "$pause"
done
install -d -m 755 /etc/warpform /opt/warpform
printf 'AWS_REGION=%q\nBUCKET=%q\nPREFIX=%q\nROLE=%q\n' "$AWS_REGION" "$BUCKET" "$PREFIX" "$ROLE" > /etc/warpform/machine.env
cat > /usr/local/sbin/slurm-files <<'PROGRAM'
#!/usr/bin/python3
"""Brings this machine's files up to the manifest in the cluster's bucket; prints the paths that changed. One that the bucket refuses keeps the
others from nothing, and is asked for again the next time."""
import json
import os
import sys
import tempfile
import time

import boto3

STATE = "/var/lib/warpform-files.json"
# boto3 asks the metadata service once, for a second; a busy instance may be slower.
os.environ.update(AWS_METADATA_SERVICE_TIMEOUT="10", AWS_METADATA_SERVICE_NUM_ATTEMPTS="5")


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


def main(region, bucket, prefix, role):
    def read(key):
        # A client that was made without credentials never has any
        return boto3.client("s3", region_name=region).get_object(Bucket=bucket, Key=prefix + key)["Body"].read()

    for attempt in range(60):  # a new role is not known everywhere at once
        try:
            manifest = json.loads(read("manifest.json"))
            break
        except Exception as error:
            print("waiting for the manifest: %s" % error, file=sys.stderr)
            if attempt == 59:
                raise
            time.sleep(5)
    known, missed = noted(), []
    for file in manifest["files"]:
        path, etag = file["path"], file["etag"]
        if role not in file["roles"] or (known.get(path) == etag and os.path.exists(path)):
            continue
        try:
            data = read(file["key"])
        except Exception as error:
            missed.append("%s: %s" % (file["key"], error))
            continue
        write(path, data, file["mode"])
        if file["bundle"]:
            for name, program in json.loads(data).items():
                text = "\n".join(program["lines"]) + "\n"
                write(os.path.join(os.path.dirname(path), name), text.encode(), program["mode"])
        known[path] = etag
        print(path)
    # The set-up begins once the note is there, which the first time all files must be
    if not missed or os.path.exists(STATE):
        with open(STATE + ".new", "w") as out:
            json.dump(known, out)
        os.replace(STATE + ".new", STATE)
    if missed:
        sys.exit("; ".join(missed))


main(*sys.argv[1:5])
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
ExecStart=/bin/sh -c '[ -e /var/lib/warpform-files.json ] || exec /usr/local/sbin/slurm-files $AWS_REGION $BUCKET $PREFIX $ROLE'
ExecStart=/opt/warpform/setup/set-up-$ROLE
Restart=on-failure
RestartSec=20
[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable --quiet warpform-set-up
systemctl start warpform-set-up || echo 'not all is there yet, and is tried again; see: journalctl -u warpform-set-up' >&2
