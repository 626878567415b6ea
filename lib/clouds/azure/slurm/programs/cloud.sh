# shellcheck shell=bash
# What the set-up programs ask of Azure. Read by common.sh, with SITE and CLIENT_ID of machine.env; each cloud brings the same functions.
# Programs of the head's timer and of a node's service that watch for what Azure is about to do
# shellcheck disable=SC2034
HEAD_EVENTS=azure-events NODE_NOTICES=azure-notices

# Objects that the head makes are in a container of their own, `built`.
# shellcheck disable=SC2034
PREFIX=

# A value of the instance's metadata.
metadata() {
  curl -fsS --noproxy '*' --retry 5 --retry-all-errors -H Metadata:true \
    "${WARPFORM_METADATA:-http://169.254.169.254}/metadata/instance/$1?api-version=2021-02-01&format=text"
}

own_address() { metadata network/interface/0/ipv4/ipAddress/0/privateIpAddress; }
instance_id() { metadata compute/name; }
instance_type() { metadata compute/vmSize; }

# The image's chrony follows the host's clock by itself (/dev/ptp_hyperv).
clock_sources() { :; }
set_clock() { :; }

# Device of the head's state disk, by its number on the VM.
state_device() { echo "/dev/disk/azure/scsi1/lun$STATE_VOLUME"; }

# What a head has besides: metrics, where a ClusterMonitoring watches the cluster.
cloud_steps() { [ "$ROLE" != head ] || step metrics /opt/warpform/setup/head-metrics; }
