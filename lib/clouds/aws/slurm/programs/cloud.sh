# shellcheck shell=bash
# What the set-up programs ask of EC2. Read by common.sh, with AWS_REGION, BUCKET and PREFIX of machine.env; each cloud brings the same functions.
export AWS_DEFAULT_REGION=$AWS_REGION
# boto3 asks the metadata service once, for a second; a busy instance may be slower.
export AWS_METADATA_SERVICE_TIMEOUT=10 AWS_METADATA_SERVICE_NUM_ATTEMPTS=5
# Programs of the head's timer and of a node's service that watch for what EC2 is about to do
# shellcheck disable=SC2034
HEAD_EVENTS=ec2-events NODE_NOTICES=ec2-notices

# A value of the instance's metadata.
metadata() {
  local token
  token=$(curl -fsS --retry 5 --retry-all-errors -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 60' http://169.254.169.254/latest/api/token)
  curl -fsS --retry 5 --retry-all-errors -H "X-aws-ec2-metadata-token: $token" "http://169.254.169.254/latest/meta-data/$1"
}

own_address() { metadata local-ipv4; }
instance_id() { metadata instance-id; }
instance_type() { metadata instance-type; }

# The hypervisor's server is the only one: a distribution's pools are on the internet, and tell leap seconds in another way than it does:
# https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/set-time.html
clock_sources() {
  local file=/etc/chrony/chrony.conf pools='^(pool|server)[[:space:]]+[^[:space:]]*(ubuntu\.com|pool\.ntp\.org)'
  install -d /etc/chrony/sources.d
  settings chrony /etc/chrony/sources.d/amazon.sources 'server 169.254.169.123 prefer iburst minpoll 4 maxpoll 4'
  grep -qE "$pools" "$file" || return 0
  sed -i -E "s/$pools/# &/" "$file"
  changed chrony
}

# Credentials are refused by a clock that is wrong.
set_clock() {
  [ -d /etc/chrony ] || return 0
  clock_sources
  run_unit chrony || true
}

# Device of the head's state volume.
state_device() { echo "/dev/disk/by-id/nvme-Amazon_Elastic_Block_Store_${STATE_VOLUME/-/}"; }

# What a head or login node has besides, which no other cloud has.
cloud_steps() { step cloudwatch /opt/warpform/setup/cloudwatch; }
