import type { ManagedLustreFileSystem } from "@cdktf/provider-azurerm/lib/managed-lustre-file-system";
import { DataResource, Token } from "cdktf";
import type { Construct } from "constructs";

/** Version of the API that has expansion jobs. @see azure-mgmt-storagecache 4.1.0, ExpansionJobProperties */
const API = "2026-08-01";

/** Seconds between two looks at a job. */
const LOOK_SECONDS = 30;

/**
 * Grows a file system to the capacity of the program: the provider would replace it, so that its own attribute is left alone, and a job of
 * Azure's does it. What is as large already, such as what was just made, is left as it is.
 */
export function expandTo(scope: Construct, fileSystem: ManagedLustreFileSystem, capacityTiB: number): DataResource {
  return new DataResource(scope, "expansion", {
    triggersReplace: { fileSystem: fileSystem.id, capacityTiB },
    provisioners: [
      {
        type: "local-exec",
        when: "create",
        interpreter: ["bash", "-c"],
        environment: {
          FILE_SYSTEM: fileSystem.id,
          LOCATION: fileSystem.location,
          MADE: Token.asString(fileSystem.storageCapacityInTb),
          CAPACITY: String(capacityTiB),
        },
        command: EXPAND,
      },
    ],
  });
}

const EXPAND = `set -euo pipefail
[ "$MADE" != "$CAPACITY" ] || exit 0
url="https://management.azure.com$FILE_SYSTEM"
now=$(az rest --method get --url "$url?api-version=${API}" --query properties.storageCapacityTiB --output tsv)
awk -v now="$now" -v want="$CAPACITY" 'BEGIN { exit !(now < want) }' || { echo "the file system has $now TiB already"; exit 0; }
job="$url/expansionJobs/to-$CAPACITY-tib?api-version=${API}"
az rest --method put --url "$job" --body "{\\"location\\":\\"$LOCATION\\",\\"properties\\":{\\"newStorageCapacityTiB\\":$CAPACITY}}" --output none
while :; do
  state=$(az rest --method get --url "$job" --query properties.status.state --output tsv)
  case "$state" in
    Completed) exit 0 ;;
    Failed | Deleting | RollingBack) echo "expansion to $CAPACITY TiB: $state" >&2; exit 1 ;;
  esac
  sleep ${LOOK_SECONDS}
done`;
