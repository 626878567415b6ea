import { findAzureSize } from "../../../catalog/azure/azure-sizes";
import type { Design } from "../../design";
import { word } from "../../report/shell-word";
import type { QuotaNeeded } from "../claim";

/**
 * The Azure CLI's answers are of these shapes.
 * @see https://learn.microsoft.com/rest/api/compute/usage/list and https://learn.microsoft.com/rest/api/compute/resource-skus/list
 */
const HEADER = `#!/usr/bin/env bash
# Preflight of one design, generated with its review: reads the subscription's quotas and sizes and says what is missing.
# It changes nothing: quotas of GPU families are raised by a support request.
# Needs the Azure CLI, logged in to the subscription of ARM_SUBSCRIPTION_ID, as Reader.
set -uo pipefail

failed=0

ok() { printf 'ok      %s\\n' "$1"; }
bad() {
  printf 'FAILED  %s\\n' "$1"
  failed=$((failed + 1))
}

# quota FAMILY NEEDED: do the free vCPUs of the family hold what the design needs? Names are printed with and without spaces.
quota() {
  local found used limit
  found=$(printf '%s\\n' "$usages" | awk -F '\\t' -v want="$1" \\
    'function plain(s) { gsub(/ /, "", s); return tolower(s) } plain($1) == plain(want) { print $2, $3; exit }')
  read -r used limit <<< "$found"
  if [ -z "$found" ]; then
    bad "$1: the quota cannot be read"
  elif [ "$limit" = -1 ] || [ $((limit - used)) -ge "$2" ]; then
    ok "$1: $used of $limit vCPUs in use, the design takes $2"
  else
    bad "$1: $used of $limit vCPUs in use, the design takes $2"
  fi
}

# offered SIZE ZONE: is the size sold to the subscription in the zone?
offered() {
  local query found
  query="[?name=='$1'].[name, join(' ', locationInfo[0].zones || \\\`[]\\\`), join(' ', restrictions[?type=='Location'].reasonCode || \\\`[]\\\`), join(' ', restrictions[?type=='Zone'].restrictionInfo.zones[] || \\\`[]\\\`)]"
  found=$(az vm list-skus --location "$region" --resource-type virtualMachines --size "$1" --all --query "$query" --output tsv 2>/dev/null |
    awk -F '\\t' -v zone="$2" 'NR == 1 {
      if ($3 != "") print "not for this subscription: " $3
      else if (zone != "" && index(" " $2 " ", " " zone " ") == 0) print "not in zone " zone ", only in: " $2
      else if (zone != "" && index(" " $4 " ", " " zone " ") > 0) print "not for this subscription in zone " zone
      else print "offered"
    }')
  case "$found" in
    offered) ok "$1 is offered in $region\${2:+, zone $2}" ;;
    "") bad "$1 is not offered in $region" ;;
    *) bad "$1 is $found" ;;
  esac
}

# group ID: is the capacity reservation group there?
group() {
  if az resource show --ids "$1" --query id --output tsv > /dev/null 2>&1; then ok "$1 exists"; else bad "$1 does not exist"; fi
}

# infiniband WANTED: has AKS its feature for InfiniBand in the subscription, or has it not where racks want it off?
infiniband() {
  local state advice=register
  [ "$1" = on ] || advice=unregister
  state=$(az feature show --namespace Microsoft.ContainerService --name AKSInfinibandSupport --query properties.state --output tsv 2>/dev/null)
  case "$1 $state" in
    "on Registered" | "off NotRegistered" | "off Unregistered") ok "AKSInfinibandSupport is $state" ;;
    *) bad "AKSInfinibandSupport is \${state:-unknown}: az feature $advice --namespace Microsoft.ContainerService --name AKSInfinibandSupport, before the pool is made" ;;
  esac
}
`;

const FOOTER = `
if [ "$failed" -gt 0 ]; then
  printf '%s check(s) failed\\n' "$failed"
  exit 1
fi
echo "all checks passed"
`;

/** Number of a zone: 1 of eastus-1, none of westus, which has no zones. */
const zoneOf = (zone: string | null): string => /-(\d)$/.exec(zone ?? "")?.[1] ?? "";

/**
 * States of AKS' feature for InfiniBand that the pools of its clusters need: on for a fabric of x86 nodes, off for racks.
 * @see Azure/ai-infrastructure-on-azure @a01b073 infrastructure_references/aks/README.md
 */
function infinibandStates({ cluster }: Design): readonly string[] {
  const pools = cluster.pools.filter(({ adoptedBy }) => adoptedBy?.kind === "kubernetes");
  const states = pools.map(({ instanceType, fabric }) => {
    if (findAzureSize(instanceType)?.rackNodes) return "off";
    return fabric === null ? null : "on";
  });
  return [...new Set(states.filter((state) => state !== null))];
}

/** A shell script that checks a subscription against a design in Azure: quotas, sizes, capacity reservation groups, AKS' feature for InfiniBand. */
export function azurePreflight(design: Design, quotas: readonly QuotaNeeded[]): string {
  const { region, pools } = design.cluster;
  const offers = pools.map((pool) => `offered ${word(pool.instanceType)} ${word(zoneOf(pool.availabilityZone))}`);
  const groups = pools.flatMap(({ capacity }) => capacity.flatMap(({ reservationId }) => reservationId ?? []));
  const lines = [
    region === null ? "region=${AZURE_REGION:?set AZURE_REGION to the region of the design}" : `region=${word(region)}`,
    '[ -z "${ARM_SUBSCRIPTION_ID:-}" ] || az account set --subscription "$ARM_SUBSCRIPTION_ID" || exit 2',
    'usages=$(az vm list-usage --location "$region" --query "[].[name.value, currentValue, limit]" --output tsv) || {',
    '  echo "the Azure CLI is not logged in"',
    "  exit 2",
    "}",
    "",
    ...quotas.map(({ code, needed }) => `quota ${word(code)} ${needed}`),
    ...new Set(offers),
    ...[...new Set(groups)].map((id) => `group ${word(id)}`),
    ...infinibandStates(design).map((state) => `infiniband ${state}`),
  ];
  return `${HEADER}\n${lines.join("\n")}\n${FOOTER}`;
}
