import type { DataResource } from "cdktf";
import type { Construct } from "constructs";
import { onDestroy } from "../shared/on-destroy";

/** Version of the compute API, as of the head's programs. @see azure-mgmt-compute 39.0.0, VirtualMachines.list_all and begin_delete */
const API = "2025-04-01";

/** Looks, with a pause between them, until the VMs are gone: 20 minutes. */
const LOOKS = 120;
const PAUSE_SECONDS = 10;

/** VMs deleted at a time: the command line takes a second for each. What Azure refuses for its rate is asked for again at the next look. */
const AT_ONCE = 8;

/**
 * Ends a pool's VMs when the pool, or the whole cluster, is destroyed: the head makes them, so that Terraform's state does not know them, and with the
 * head gone nothing else ends them. On destroy the head goes first, then this, then the scale set, which Azure does not delete with VMs in it.
 * Disk and interface go with their VM.
 */
export const endNodes = (scope: Construct, id: string, scaleSetId: string): DataResource =>
  onDestroy(scope, id, { name: "scaleSet", variable: "SCALE_SET", of: scaleSetId, command: END });

const END = `set -euo pipefail
group=$(echo "$SCALE_SET" | sed 's,/providers/.*,,')
vms="https://management.azure.com$group/providers/Microsoft.Compute/virtualMachines"
of_set="\\$filter=%27virtualMachineScaleSet/id%27%20eq%20%27$SCALE_SET%27"
for _ in $(seq ${LOOKS}); do
  if ids=$(az rest --method get --url "$vms?api-version=${API}&$of_set" --query "value[].id" --output tsv); then
    [ -n "$ids" ] || exit 0
    printf '%s\\n' $ids | xargs -P ${AT_ONCE} -I {} az rest --method delete --url "https://management.azure.com{}?api-version=${API}&forceDeletion=true" --output none || true
  fi
  sleep ${PAUSE_SECONDS}
done
echo "VMs may be left in $SCALE_SET: $ids" >&2
exit 1`;
