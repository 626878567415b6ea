import type { ManagedLustreFileSystem } from "@cdktf/provider-azurerm/lib/managed-lustre-file-system";
import { DataResource } from "cdktf";
import type { Construct } from "constructs";
import { onDestroy } from "../shared/on-destroy";
import type { LustreBlobsProps } from "./lustre-storage-props";
import { AUTO_EXPORT, AUTO_IMPORT } from "./lustre-storage-table";

/** Version of the API that has the jobs. @see azure-mgmt-storagecache 4.1.0, AutoExportJobProperties and AutoImportJobProperties */
const API = "2026-08-01";

/** Tries, with a pause between them, until a job starts: one job runs at a time, and the import at creation goes on after the file system is made. */
const TRIES = 60;
const TRY_SECONDS = 60;

/** Looks, with a pause between them, until a job is disabled: 20 minutes. */
const LOOKS = 120;
const LOOK_SECONDS = 10;

interface Job {
  /** Kind of job, as in its address. */
  readonly kind: "autoExportJobs" | "autoImportJobs";
  readonly name: string;
  readonly properties: object;
}

/** The job that is asked for: at most one runs at a time. */
function jobOf({ autoExport, autoImport }: LustreBlobsProps): Job | undefined {
  if (autoExport !== undefined) {
    const { prefix = AUTO_EXPORT.prefix.default } = autoExport;
    return { kind: "autoExportJobs", name: "auto-export", properties: { autoExportPrefixes: [prefix] } };
  }
  if (autoImport === undefined) return undefined;
  const {
    prefixes = AUTO_IMPORT.prefixes.default,
    conflictResolution = AUTO_IMPORT.conflictResolution.default,
    deletions = AUTO_IMPORT.deletions.default,
  } = autoImport;
  const properties = {
    autoImportPrefixes: prefixes,
    conflictResolutionMode: conflictResolution,
    enableDeletions: deletions,
  };
  return { kind: "autoImportJobs", name: "auto-import", properties };
}

/**
 * Keeps a container in step with a file system, one way, by a job of Azure's that the provider has no resource for: the Azure CLI starts it, and ends it
 * before another takes its place and before the file system goes. What a job does cannot be changed while it is there.
 * @see https://learn.microsoft.com/azure/azure-managed-lustre/auto-export, https://learn.microsoft.com/azure/azure-managed-lustre/auto-import
 */
export function keepInStep(
  scope: Construct,
  { fileSystem, location, blobs }: { fileSystem: ManagedLustreFileSystem; location: string; blobs: LustreBlobsProps },
): void {
  const job = jobOf(blobs);
  if (job === undefined) return;
  const { kind, name, properties } = job;
  const address = `${fileSystem.id}/${kind}/${name}`;
  const body = JSON.stringify({ location, properties: { adminStatus: "Enable", ...properties } });
  const triggers = { properties: JSON.stringify(properties) };
  const end = onDestroy(scope, "job-end", { name: "job", variable: "JOB", of: address, command: END, triggers });
  new DataResource(scope, "job", {
    triggersReplace: { job: address, ...triggers },
    provisioners: [
      {
        type: "local-exec",
        when: "create",
        interpreter: ["bash", "-c"],
        environment: { JOB: address, BODY: body },
        command: START,
      },
    ],
    dependsOn: [end],
  });
}

const START = `set -euo pipefail
command -v az > /dev/null || { echo "the Azure CLI (az) is not on the PATH; install it, run az login and apply again" >&2; exit 1; }
url="https://management.azure.com$JOB?api-version=${API}"
for try in $(seq ${TRIES}); do
  az rest --method put --url "$url" --body "$BODY" --output none && break
  [ "$try" -lt ${TRIES} ] || { echo "no job started; where another job of the file system still runs, apply again when it ends" >&2; exit 1; }
  sleep ${TRY_SECONDS}
done
while :; do
  state=$(az rest --method get --url "$url" --query properties.provisioningState --output tsv)
  case "$state" in
    Succeeded) exit 0 ;;
    Failed | Canceled | Deleting) echo "$JOB: $state" >&2; exit 1 ;;
  esac
  sleep ${LOOK_SECONDS}
done`;

const END = `set -euo pipefail
url="https://management.azure.com$JOB?api-version=${API}"
if ! found=$(az rest --method get --url "$url" --output none 2>&1); then
  case "$found" in *NotFound*) exit 0 ;; esac
  echo "$found" >&2
  exit 1
fi
az rest --method patch --url "$url" --body '{"properties":{"adminStatus":"Disable"}}' --output none
for _ in $(seq ${LOOKS}); do
  state=$(az rest --method get --url "$url" --query properties.status.state --output tsv)
  case "$state" in
    Disabled | Failed) az rest --method delete --url "$url" --output none; exit 0 ;;
    DisableFailed) break ;;
  esac
  sleep ${LOOK_SECONDS}
done
echo "$JOB: $state" >&2
exit 1`;
