import files from "./data/slurm-files.json";
import type { Finding } from "./finding";
import type { Impact } from "./impact";
import { otherKeys } from "./json-changes";
import type { ResourceChange } from "./plan";
import { slurmConfChanges } from "./slurm-conf-changes";
import type { StackResource, TerraformStack } from "./terraform-stack";
import { userChanges } from "./user-changes";
import { some } from "./wording";

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function judgeSlurmConf(before: string, after: string, key: string): readonly Finding[] {
  const {
    addedNodes,
    removedNodes,
    removedPartitions,
    otherHardware,
    otherKeys: lines,
  } = slurmConfChanges(before, after);
  const parts = [
    ...(addedNodes > 0 ? [`${addedNodes} nodes more`] : []),
    ...(removedNodes.length > 0 ? [`${removedNodes.length} nodes fewer`] : []),
    ...(otherHardware.length > 0 ? [`other hardware of ${otherHardware.length} nodes`] : []),
    ...(lines.length > 0 ? [`other lines: ${some(lines)}`] : []),
  ];
  return [
    ...(removedNodes.length > 0
      ? [
          {
            impact: "nodes-drained",
            says: `Slurm drains ${some(removedNodes)}; idle nodes are terminated at once, busy ones when their jobs have ended`,
            addresses: [key],
          } as const,
        ]
      : []),
    ...(removedPartitions.length > 0
      ? [
          {
            impact: "nodes-drained",
            says: `Slurm closes the partition ${some(removedPartitions)}: it takes no new jobs, and goes once its jobs have ended`,
            addresses: [key],
          } as const,
        ]
      : []),
    ...(lines.includes("ClusterName")
      ? [
          {
            impact: "slurmctld-refuses",
            // slurmctld ends with CLUSTER NAME MISMATCH where StateSaveLocation/clustername says otherwise
            says: "ClusterName: its state volume has the old one, and accounting keeps the old one's jobs; keep it by slurmClusterName",
            addresses: [key],
          } as const,
        ]
      : []),
    ...(otherHardware.length > 0
      ? [
          {
            impact: "nodes-drained",
            says: `Slurm expects other hardware of ${some(otherHardware)}: those that have less are drained until they are launched again`,
            addresses: [key],
          } as const,
        ]
      : []),
    { impact: "slurmctld-restarted", says: `slurm.conf: ${parts.join("; ") || "comments only"}`, addresses: [key] },
  ];
}

function judgeUsers(before: string, after: string, key: string): readonly Finding[] {
  const { added, removed, renumbered } = userChanges(before, after);
  const parts = [
    ...(added.length > 0 ? [`new: ${some(added)}`] : []),
    ...(removed.length > 0 ? [`can no longer log in, files and jobs stay: ${some(removed)}`] : []),
  ];
  return [
    ...(renumbered.length > 0
      ? [
          {
            impact: "users-refused",
            // lib/slurm/set-up/users ends with an error where a name has another uid
            says: `${some(renumbered)}: files keep the old id, and running nodes keep the user; use a new name, or change both by hand first`,
            addresses: [key],
          } as const,
        ]
      : []),
    ...(parts.length > 0 || renumbered.length === 0
      ? [{ impact: "users-changed", says: parts.join("; ") || "keys or rights of users", addresses: [key] } as const]
      : []),
  ];
}

/** An object of S3 has its text in itself, a blob of Azure a reference to a local, where it is longer than a name. */
function contentOf(resource: StackResource | undefined, stack: TerraformStack): string {
  const written = textOf(resource?.block.content ?? resource?.block.source_content);
  const [, local] = /^\$\{local\.([\w-]+)\}$/.exec(written) ?? [];
  return local === undefined ? written : textOf(stack.locals[local]);
}

const keyOf = (resource: StackResource | undefined) => textOf(resource?.block.key ?? resource?.block.name);

/** What another file of the Slurm site does: the head's `sync` program fetches it and acts on it. */
export function judgeConfiguration(
  { address, before, after, attributes, action }: ResourceChange,
  old: TerraformStack,
  now: TerraformStack,
): readonly Finding[] {
  const key = keyOf(after ?? before);
  const file = files.find(({ suffix }) => key === suffix || key.endsWith(`/${suffix}`));
  if (file === undefined) return [{ impact: "unknown-resource", says: `the object ${key}`, addresses: [address] }];
  if (file.impact === null || attributes.every(({ path }) => path.startsWith("tags"))) {
    if (action === "update") return [];
  }
  const [was, is] = [contentOf(before, old), contentOf(after, now)];
  if (file.impact === null) return [];
  if (file.suffix === "etc/slurm.conf" && was !== "" && is !== "") return judgeSlurmConf(was, is, address);
  if (file.suffix === "warpform/users.json" && was !== "" && is !== "") return judgeUsers(was, is, address);
  const keys = key.endsWith(".json") ? otherKeys(was, is) : [];
  const says = keys.length > 0 ? `${file.says}: ${some(keys)}` : file.says;
  return [{ impact: file.impact as Impact, says, addresses: [address] }];
}
