#!/bin/bash
# Makes the file system of the bundle on a Ceph cluster that storage/cephadm.yaml installed; run it again after a change.
# Needs: an admin's keyring, as `cephadm shell` has.
set -euo pipefail
# SETTINGS
metadata=$FILE_SYSTEM-metadata
first=$FILE_SYSTEM-default
chunks=$FILE_SYSTEM-chunks

has_pool() { ceph osd pool ls | grep -qx "$1"; }
has_line() { grep -qx "$1"; }

ceph osd crush rule ls | has_line "$FILE_SYSTEM-copies" ||
  ceph osd crush rule create-replicated "$FILE_SYSTEM-copies" default "$DOMAIN"
for pool in "$metadata" "$first"; do
  has_pool "$pool" || ceph osd pool create "$pool" 32 32 replicated "$FILE_SYSTEM-copies"
  ceph osd pool set "$pool" size "$COPIES"
  # Writes go on as long as one more copy is there than the last.
  ceph osd pool set "$pool" min_size 2
done
if [ "$DATA_CHUNKS" -gt 0 ]; then
  # A profile cannot be changed under a pool: another one is another name.
  profile=$FILE_SYSTEM-$DATA_CHUNKS-$PARITY_CHUNKS-$DOMAIN
  ceph osd erasure-code-profile ls | has_line "$profile" ||
    ceph osd erasure-code-profile set "$profile" "k=$DATA_CHUNKS" "m=$PARITY_CHUNKS" "crush-failure-domain=$DOMAIN"
  has_pool "$chunks" || ceph osd pool create "$chunks" 32 32 erasure "$profile"
  ceph osd pool set "$chunks" allow_ec_overwrites true
  data=$chunks
else
  data=$first
fi
# Placement groups for a pool that will be full, from the beginning: no data moves as it grows.
ceph osd pool set "$data" bulk true
ceph fs ls --format json | grep -q "\"name\":\"$FILE_SYSTEM\"" || ceph fs new "$FILE_SYSTEM" "$metadata" "$first"
[ "$data" = "$first" ] || ceph fs ls --format json | grep -q "\"$chunks\"" || ceph fs add_data_pool "$FILE_SYSTEM" "$chunks"
ceph fs set "$FILE_SYSTEM" allow_standby_replay true
ceph fs authorize "$FILE_SYSTEM" "client.$CLIENT" / rw > /dev/null
echo "the nodes' key, for /etc/ceph/$CLIENT.secret: ceph auth print-key client.$CLIENT"
