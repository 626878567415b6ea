#!/bin/sh
# Brings model weights to this node's own disk, so that a server that starts here reads them locally.
# arguments: pairs of a folder and an address, https://<account>.blob.core.windows.net/<container>/<prefix>; CACHE: where the folders are
# on the node's disk. The pod's identity is that of its service account: its token is exchanged for one of the store.
# A folder is complete when it holds the file .complete; servers wait for that. What is complete is never touched again: another
# address or revision has another folder, and release_weights.py removes those that nobody reads any more.
set -eu
export HOME=/tmp
az login --only-show-errors --output none --service-principal --username "$AZURE_CLIENT_ID" --tenant "$AZURE_TENANT_ID" \
  --federated-token "$(cat "$AZURE_FEDERATED_TOKEN_FILE")"
while [ "$#" -ge 2 ]; do
  folder=$1 address=$2
  shift 2
  if [ -e "$CACHE/$folder/.complete" ]; then
    echo "$folder is here"
    continue
  fi
  host=${address#https://}
  account=${host%%.*}
  path=${host#*/}
  container=${path%%/*}
  prefix=${path#"$container"}
  prefix=${prefix#/}
  prefix=${prefix%/}
  # blobs keep their whole names: what lies below the prefix comes to the top of the folder
  mkdir -p "$CACHE/$folder/.part"
  az storage blob download-batch --only-show-errors --output none --auth-mode login --account-name "$account" \
    --source "$container" --pattern "${prefix:+$prefix/}*" --destination "$CACHE/$folder/.part" --overwrite true
  for file in "$CACHE/$folder/.part/$prefix"/*; do
    mv -f "$file" "$CACHE/$folder/"
  done
  rm -r "${CACHE:?}/$folder/.part"
  chmod -R a+rX "$CACHE/$folder"
  echo "$address" >"$CACHE/$folder/.complete"
  echo "$folder fetched"
done
touch /tmp/ready
# a signal ends the pod at once, not after its grace period
trap 'exit 0' TERM INT
while :; do sleep 3600 & wait $!; done
