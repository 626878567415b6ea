import { givenGroupOf } from "../../../model/aws/aws-model";
import type { Design } from "../../design";
import { word } from "../../report/shell-word";
import type { QuotaNeeded } from "../claim";
import { endpointServiceLines } from "./endpoint-services";
import { givenLines } from "./given/given-lines";
import { nameLines } from "./taken-names";

const HEADER = `#!/usr/bin/env bash
# Preflight of one design, generated with its review: reads the account's quotas, offerings, reservations and names and says
# what is missing. Changes nothing unless called with --request, which asks for the quotas that are too low.
# Needs the AWS CLI v2 and credentials that may read Service Quotas and EC2.
set -uo pipefail

request=0
[ "\${1:-}" = "--request" ] && request=1
failed=0

ok() { printf 'ok      %s\\n' "$1"; }
bad() {
  printf 'FAILED  %s\\n' "$1"
  failed=$((failed + 1))
}
confirm() { printf 'confirm %s\\n' "$1"; }

# quota SERVICE CODE NEEDED NAME: is the account's limit at least what the design needs?
quota() {
  local value
  if ! value=$(aws service-quotas get-service-quota --region "$region" --service-code "$1" --quota-code "$2" \\
    --query Quota.Value --output text 2>/dev/null); then
    value=$(aws service-quotas get-aws-default-service-quota --region "$region" --service-code "$1" --quota-code "$2" \\
      --query Quota.Value --output text 2>/dev/null) || value=""
  fi
  if [ -z "$value" ]; then
    bad "$4 ($2): the quota cannot be read"
  elif awk -v have="$value" -v need="$3" 'BEGIN { exit !(have >= need) }'; then
    ok "$4 ($2): $value, the design takes $3 on top of what runs"
  else
    bad "$4 ($2): $value, the design takes $3"
    if [ "$request" = 1 ]; then
      aws service-quotas request-service-quota-increase --region "$region" --service-code "$1" --quota-code "$2" \\
        --desired-value "$3" --query RequestedQuota.Status --output text
    fi
  fi
}

# zone ZONE: does the account have it? Accounts differ in their zones, and the second one of a network is chosen without asking.
zone() {
  local there
  there=$(aws ec2 describe-availability-zones --region "$region" \\
    --filters Name=state,Values=available Name=zone-type,Values=availability-zone \\
    --query 'AvailabilityZones[].ZoneName' --output text 2>/dev/null | tr -s '[:space:]' ' ')
  if [ -z "\${there// /}" ]; then
    bad "zones of $region cannot be read; allow ec2:DescribeAvailabilityZones"
    return
  fi
  case " $there " in
    *" $1 "*) ok "zone $1 is there for this account" ;;
    *) bad "zone $1 does not exist for this account; set availabilityZone or secondAvailabilityZone of the network to one of: $there" ;;
  esac
}

# offered TYPE ZONE: is the instance type sold in the zone (in the region, without one)?
offered() {
  local where=\${2:-$region} kind=region found
  [ -n "\${2:-}" ] && kind=availability-zone
  found=$(aws ec2 describe-instance-type-offerings --region "$region" --location-type "$kind" \\
    --filters "Name=instance-type,Values=$1" "Name=location,Values=$where" \\
    --query 'length(InstanceTypeOfferings)' --output text 2>/dev/null)
  if [ "\${found:-0}" != 0 ]; then ok "$1 is offered in $where"; else bad "$1 is not offered in $where"; fi
}

# reservation ID TYPE NODES: is it there, of that type, and large enough?
reservation() {
  local id type total state
  if ! read -r id type total state < <(aws ec2 describe-capacity-reservations --region "$region" \\
    --capacity-reservation-ids "$1" \\
    --query 'CapacityReservations[0].[CapacityReservationId,InstanceType,TotalInstanceCount,State]' \\
    --output text 2>/dev/null) || [ -z "\${id:-}" ]; then
    bad "reservation $1 does not exist"
  elif [ "$type" != "$2" ]; then
    bad "reservation $1 holds $type, the pool asks for $2"
  elif [ "$total" -lt "$3" ]; then
    bad "reservation $1 holds $total nodes, the pool asks for $3"
  else
    case "$state" in
      active | pending | scheduled | payment-pending) ok "reservation $1: $total x $type, $state" ;;
      *) bad "reservation $1 is $state" ;;
    esac
  fi
}
`;

/** Written only where a fabric's group was given: the review cannot know its rules. */
const FABRIC_GROUP = `
# fabric_group ID NAME: does the group let everything in from itself and out to itself? EFA is not IP, so 0.0.0.0/0 does not count.
fabric_group() {
  local egress count
  for egress in false true; do
    count=$(aws ec2 describe-security-group-rules --region "$region" --filters "Name=group-id,Values=$1" \\
      --query "length(SecurityGroupRules[?IsEgress==\\\`$egress\\\` && IpProtocol=='-1' && ReferencedGroupInfo.GroupId=='$1'])" \\
      --output text 2>/dev/null) || count=unknown
    case "$count" in
      unknown) bad "rules of $1, the group of fabric $2, cannot be read" ;;
      0) bad "$1, the group of fabric $2, has no rule for all protocols $([ $egress = true ] && echo to || echo from) itself" ;;
      *) ok "$1, the group of fabric $2, is open $([ $egress = true ] && echo to || echo from) itself" ;;
    esac
  done
}
`;

/** Written only where instance profiles were given: the stack changes no role that it did not create. */
const PROFILE = `
# profile NAME OUTPUT ACTION...: is the instance profile there, with a role that is not denied what its nodes do? A role that
# allows an action on some resources only answers implicitDeny here: compare it with the policy of the output.
profile() {
  local name=$1 output=$2 role denied missing
  shift 2
  role=$(aws iam get-instance-profile --instance-profile-name "$name" --query 'InstanceProfile.Roles[0].Arn' \\
    --output text 2>/dev/null) || role=""
  case "$role" in
    "") bad "instance profile $name does not exist" && return ;;
    None) bad "instance profile $name has no role" && return ;;
  esac
  denied=$(simulated explicitDeny "$role" "$@") && missing=$(simulated implicitDeny "$role" "$@") || {
    bad "permissions of $role, the role of instance profile $name, cannot be read"
    return
  }
  if [ -n "$denied" ]; then
    bad "$role, the role of instance profile $name, is denied $denied"
  elif [ -n "$missing" ]; then
    confirm "$role, the role of instance profile $name: not allowed on all resources: $missing; must be allowed as in terraform output $output"
  else
    ok "$role, the role of instance profile $name, is allowed all $# actions"
  fi
}

# simulated DECISION ROLE ACTION...: the actions with this decision, on one line.
simulated() {
  local decision=$1 role=$2 found
  shift 2
  found=$(aws iam simulate-principal-policy --policy-source-arn "$role" --action-names "$@" \\
    --query "EvaluationResults[?EvalDecision=='$decision'].EvalActionName" --output text 2>/dev/null) || return 1
  printf '%s' "$found" | tr -s '[:space:]' ' '
}
`;

const FOOTER = `
if [ "$failed" -gt 0 ]; then
  printf '%s check(s) failed\\n' "$failed"
  exit 1
fi
echo "all checks passed"
`;

/**
 * Each reservation once, with what all its users together take of it. A use without a number takes the whole pool, or, where
 * other sources stand behind it, whatever is there.
 */
function reservationLines(design: Design): string[] {
  const nodes = new Map<string, number>();
  for (const { pool } of design.pools) {
    for (const { reservationId: id, nodes: held } of pool.capacity) {
      if (id === null) continue;
      const use = `reservation ${word(id)} ${word(pool.instanceType)}`;
      nodes.set(use, (nodes.get(use) ?? 0) + (held ?? (pool.capacity.length === 1 ? pool.nodes.max : 1)));
    }
  }
  return [...nodes].map(([use, sum]) => `${use} ${sum}`);
}

/** Zones of the networks that the stack makes; those of a network that is there already are known to be. */
function zoneLines(design: Design): string[] {
  const made = design.cluster.networks.filter(({ existing }) => !existing);
  const zones = made.flatMap(({ computeSubnets }) => computeSubnets.flatMap((each) => each.availabilityZone ?? []));
  return [...new Set(zones)].filter((zone) => !zone.includes("${")).map((zone) => `zone ${word(zone)}`);
}

/** Each given instance profile once, with what its nodes do; a profile that only Terraform knows is left to the review. */
function profileLines(design: Design): string[] {
  const given = [
    ...design.pools.flatMap(({ pool }) => pool.existingProfile ?? []),
    ...design.slurm.flatMap(({ existingProfiles = [] }) => existingProfiles),
  ];
  return given
    .filter(({ name, actions }) => actions.length > 0 && !name.includes("${"))
    .map(({ name, output, actions }) => ["profile", ...[name, output, ...actions].map(word)].join(" "));
}

/** A shell script that checks an account against the design: quotas, offerings and reservations. */
export function awsPreflight(design: Design, quotas: readonly QuotaNeeded[]): string {
  const region = design.cluster.region;
  const lines = [
    region === null ? "region=${AWS_REGION:?set AWS_REGION to the region of the design}" : `region=${word(region)}`,
    'aws sts get-caller-identity --output text >/dev/null || { echo "no AWS credentials"; exit 2; }',
    "",
    ...quotas.map((q) => `quota ${q.service} ${q.code} ${q.needed} ${word(q.name)}`),
  ];
  const offers = design.pools.map(
    ({ pool }) => `offered ${word(pool.instanceType)} ${word(pool.availabilityZone ?? "")}`,
  );
  const groups = design.cluster.fabrics.flatMap((fabric) => {
    const id = givenGroupOf(fabric);
    return id === undefined ? [] : `fabric_group ${word(id)} ${word(fabric.name)}`;
  });
  const profiles = profileLines(design);
  const given = givenLines(design);
  const names = nameLines(design);
  const endpoints = endpointServiceLines(design);
  const own = (groups.length > 0 ? FABRIC_GROUP : "") + (profiles.length > 0 ? PROFILE : "");
  const header = HEADER + own + given.functions + names.functions + endpoints.functions;
  const calls = [
    ...zoneLines(design),
    ...new Set(offers),
    ...reservationLines(design),
    ...groups,
    ...profiles,
    ...given.calls,
  ];
  return `${header}\n${[...lines, ...calls, ...names.calls, ...endpoints.calls].join("\n")}\n${FOOTER}`;
}
