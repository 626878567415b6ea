#!/bin/bash
# Installs what reports this node's health to its Auto Scaling group and keeps the fleet's rendezvous name pointed at a live node.
# A unit runs it at every boot: a node out of a warm pool boots for a second time, where cloud-init runs no user data and the
# launch hook waits again. Settings: AWS_REGION, HOOK, HOOK_SECONDS, ZONE_ID, RENDEZVOUS.
set -euo pipefail
install -d -m 755 /usr/local/sbin
{
  echo '#!/bin/bash'
  printf 'AWS_REGION=%q\nHOOK=%q\nHOOK_SECONDS=%q\nZONE_ID=%q\nRENDEZVOUS=%q\n' "$AWS_REGION" "$HOOK" "$HOOK_SECONDS" "$ZONE_ID" "$RENDEZVOUS"
  cat <<'PROGRAM'
set -euo pipefail
export AWS_DEFAULT_REGION=$AWS_REGION
command -v aws > /dev/null || snap install aws-cli --classic

token=$(curl -fsS -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 21600' http://169.254.169.254/latest/api/token)
metadata() { curl -fsS -H "X-aws-ec2-metadata-token: $token" "http://169.254.169.254/latest/meta-data/$1"; }
instance=$(metadata instance-id)
address=$(metadata local-ipv4)
group=$(metadata tags/instance/warpform:fleet)

# Daemons that the check asks for may start after this unit; a fault that stays is one.
result=ABANDON
for attempt in 1 2 3 4; do
  if [ ! -x /usr/local/sbin/node-health ] || /usr/local/sbin/node-health; then
    result=CONTINUE
    break
  fi
  [ "$attempt" -eq 4 ] || sleep 15
done

# The hook waits in Pending:Wait, before the warm pool in Warmed:Pending:Wait; the group enters either a while after the boot began.
# In the other states none waits: the node was rebooted, or its group has no hook.
# https://docs.aws.amazon.com/autoscaling/ec2/userguide/warm-pool-instance-lifecycle.html
reported=no
for ((waited = 0; waited < HOOK_SECONDS; waited += 10)); do
  state=$(aws autoscaling describe-auto-scaling-instances --instance-ids "$instance" --output text \
    --query 'AutoScalingInstances[0].LifecycleState') || state=unknown
  case $state in
    *:Wait)
      if aws autoscaling complete-lifecycle-action --lifecycle-hook-name "$HOOK" --auto-scaling-group-name "$group" \
        --instance-id "$instance" --lifecycle-action-result "$result"; then
        reported=yes
        break
      fi
      ;;
    InService | Standby | Detached | Warmed:Running | *:Proceed | Terminat* | None)
      reported=yes
      break
      ;;
  esac
  sleep 10
done
if [ "$reported" = no ]; then
  echo "join-fleet: no answer of Auto Scaling within $HOOK_SECONDS s, last state $state" >&2
  exit 1
fi
if [ "$result" = ABANDON ]; then
  echo "join-fleet: node-health found a fault; reported in state $state" >&2
  exit 1
fi

# A node on its way into the warm pool is about to stop; it takes no name.
# https://docs.aws.amazon.com/autoscaling/ec2/userguide/retrieving-target-lifecycle-state-through-imds.html
target=$(metadata autoscaling/target-lifecycle-state) || target=InService
if [[ $target == Warmed:* ]]; then exit 0; fi

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
PROGRAM
} > /usr/local/sbin/join-fleet
chmod 755 /usr/local/sbin/join-fleet

# After cloud-final, where the first boot mounts and installs; cloud-init.target, since cloud-final itself waits for multi-user.target.
cat > /etc/systemd/system/join-fleet.service <<'UNIT'
[Unit]
Description=Report this node's health to its Auto Scaling group
After=cloud-final.service network-online.target remote-fs.target nvme-cache.service
Wants=network-online.target
StartLimitIntervalSec=0
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/sbin/join-fleet
Restart=on-failure
RestartSec=30
[Install]
WantedBy=cloud-init.target
UNIT
systemctl daemon-reload
systemctl enable join-fleet.service
systemctl start --no-block join-fleet.service
