#!/bin/bash
# Fetches a file into an image, and keeps it only where it is the very one that was meant. Settings: URL, SHA256, INSTALL (yes or no)
set -euo pipefail
install -d -m 755 /opt/warpform/baked
file=/opt/warpform/baked/$SHA256
curl -fsSL --retry 5 -o "$file.new" "$URL"
echo "$SHA256  $file.new" | sha256sum --check --quiet
mv "$file.new" "$file"
if [ "$INSTALL" = yes ]; then
  # apt takes a package by its file alone where that ends in .deb
  ln -f "$file" "/tmp/$SHA256.deb"
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -yq "/tmp/$SHA256.deb"
  rm "/tmp/$SHA256.deb"
fi
