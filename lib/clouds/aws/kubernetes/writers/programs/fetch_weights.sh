#!/bin/sh
# Brings model weights to this node's own disk, so that a server that starts here reads them locally.
# arguments: pairs of a folder and an s3:// address; CACHE: where the folders are on the node's disk.
# A folder is complete when it holds the file .complete; servers wait for that. What is complete is never touched again: another
# address or revision has another folder, and release_weights.py removes those that nobody reads any more.
set -eu
while [ "$#" -ge 2 ]; do
  folder=$1 address=$2
  shift 2
  if [ -e "$CACHE/$folder/.complete" ]; then
    echo "$folder is here"
    continue
  fi
  mkdir -p "$CACHE/$folder"
  aws s3 sync --only-show-errors --delete --exclude .complete "$address" "$CACHE/$folder"
  chmod -R a+rX "$CACHE/$folder"
  echo "$address" >"$CACHE/$folder/.complete"
  echo "$folder fetched"
done
touch /tmp/ready
# a signal ends the pod at once, not after its grace period
trap 'exit 0' TERM INT
while :; do sleep 3600 & wait $!; done
