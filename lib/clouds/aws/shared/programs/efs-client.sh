#!/bin/bash
# Installs the EFS mount helper where the image lacks it. https://docs.aws.amazon.com/efs/latest/ug/installing-amazon-efs-utils.html
set -euo pipefail
if ! command -v mount.efs > /dev/null; then
  if command -v dnf > /dev/null; then
    dnf install -yq amazon-efs-utils
  else
    curl -fsSL --retry 5 -o /tmp/efs-utils-installer.sh https://amazon-efs-utils.aws.com/efs-utils-installer.sh
    sh /tmp/efs-utils-installer.sh --install
  fi
fi
