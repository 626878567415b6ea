#!/bin/bash
# Reports this node's health to its Auto Scaling group and keeps the fleet's rendezvous name pointed at a live node.
# Settings: AWS_REGION, HOOK, ZONE_ID, RENDEZVOUS.
set -euo pipefail
export AWS_DEFAULT_REGION=$AWS_REGION
if ! command -v aws > /dev/null; then snap install aws-cli --classic; fi

token=$(curl -fsS -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 300' http://169.254.169.254/latest/api/token)
metadata() { curl -fsS -H "X-aws-ec2-metadata-token: $token" "http://169.254.169.254/latest/meta-data/$1"; }
instance=$(metadata instance-id)
address=$(metadata local-ipv4)
group=$(metadata tags/instance/warpform:fleet)

result=ABANDON
if [ ! -x /usr/local/sbin/node-health ] || /usr/local/sbin/node-health; then result=CONTINUE; fi
# A node out of a warm pool or of an older fleet has no hook waiting; that is no fault.
aws autoscaling complete-lifecycle-action --lifecycle-hook-name "$HOOK" --auto-scaling-group-name "$group" \
  --instance-id "$instance" --lifecycle-action-result "$result" || true
[ "$result" = CONTINUE ] || exit 1

# Route 53 has no endpoint in a network without a way out: the node serves all the same, only its name is not kept.
if ! holder=$(aws route53 list-resource-record-sets --hosted-zone-id "$ZONE_ID" --output text \
  --query "ResourceRecordSets[?Name=='$RENDEZVOUS.'].ResourceRecords[0].Value"); then
  echo "join-fleet: Route 53 can't be reached, so $RENDEZVOUS is left as it is" >&2
  exit 0
fi
alive=$(aws ec2 describe-instances --output text --query 'Reservations[].Instances[].InstanceId' \
  --filters "Name=tag:warpform:fleet,Values=$group" Name=instance-state-name,Values=running "Name=private-ip-address,Values=${holder:-none}")
if [ -z "$alive" ]; then
  change=$(printf '{"Changes":[{"Action":"UPSERT","ResourceRecordSet":{"Name":"%s","Type":"A","TTL":10,"ResourceRecords":[{"Value":"%s"}]}}]}' "$RENDEZVOUS" "$address")
  aws route53 change-resource-record-sets --hosted-zone-id "$ZONE_ID" --change-batch "$change" > /dev/null
fi
