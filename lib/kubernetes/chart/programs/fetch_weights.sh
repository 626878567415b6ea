#!/bin/sh
# Brings model weights to this node's own disk, so that a server that starts here reads them locally.
# arguments: pairs of a name and an s3:// address; CACHE: the folder on the node's disk.
# A model is complete when its folder holds the file .complete; servers wait for that.
set -eu
while [ "$#" -ge 2 ]; do
  name=$1 address=$2
  shift 2
  if [ -e "$CACHE/$name/.complete" ] && [ "$(cat "$CACHE/$name/.complete")" = "$address" ]; then
    echo "$name is here"
    continue
  fi
  rm -f "$CACHE/$name/.complete"
  mkdir -p "$CACHE/$name"
  aws s3 sync --only-show-errors --delete --exclude .complete "$address" "$CACHE/$name"
  chmod -R a+rX "$CACHE"
  echo "$address" >"$CACHE/$name/.complete"
  echo "$name fetched"
done
touch /tmp/ready
# a signal ends the pod at once, not after its grace period
trap 'exit 0' TERM INT
while :; do sleep 3600 & wait $!; done
