#!/bin/bash
# Makes the folder of the erasure-coded pool, which the nodes mount; run it once, when a metadata server is up.
# Needs: an admin's keyring in /etc/ceph, and the packages ceph-common and attr.
set -euo pipefail
# SETTINGS
at=$(mktemp -d)
trap 'umount "$at" 2> /dev/null || true; rmdir "$at"' EXIT
mount -t ceph ":/" "$at" -o "name=admin,fs=$FILE_SYSTEM"
mkdir -p "$at/data"
# Files that exist keep their pool: set it before the first.
setfattr -n ceph.dir.layout.pool -v "$FILE_SYSTEM-chunks" "$at/data"
getfattr --only-values -n ceph.dir.layout.pool "$at/data"
