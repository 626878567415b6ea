import files from "./data/slurm-files.json";
import type { Finding } from "./finding";
import type { Impact } from "./impact";
import type { ResourceChange } from "./plan";
import { slurmConfChanges } from "./slurm-conf-changes";

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** A few names, and how many more. */
export function some(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** The top-level keys that two JSON texts hold otherwise; all that either has where one is no JSON object. */
function otherKeys(before: string, after: string): readonly string[] {
  try {
    const [old, now] = [JSON.parse(before), JSON.parse(after)] as [Record<string, unknown>, Record<string, unknown>];
    const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
    return keys.filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]));
  } catch {
    return [];
  }
}

function judgeSlurmConf(before: string, after: string, key: string): readonly Finding[] {
  const { addedNodes, removedNodes, otherHardware, otherKeys: lines } = slurmConfChanges(before, after);
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
            says: `Slurm forgets ${some(removedNodes)}: drain them first, or the jobs on them end`,
            addresses: [key],
          } as const,
        ]
      : []),
    ...(otherHardware.length > 0
      ? [
          {
            impact: "nodes-drained",
            says: `Slurm expects other hardware of ${some(otherHardware)}: those that have less are drained until they are launched anew`,
            addresses: [key],
          } as const,
        ]
      : []),
    { impact: "slurmctld-restarted", says: `slurm.conf: ${parts.join("; ") || "comments only"}`, addresses: [key] },
  ];
}

/** What another file of the Slurm site does: the head's `sync` program fetches it and acts on it. */
export function judgeConfiguration({ address, before, after, attributes, action }: ResourceChange): readonly Finding[] {
  const key = textOf((after ?? before)?.block.key);
  const file = files.find(({ suffix }) => key === suffix || key.endsWith(`/${suffix}`));
  if (file === undefined)
    return [{ impact: "unknown-resource", says: `the object ${key} in S3`, addresses: [address] }];
  if (file.impact === null || attributes.every(({ path }) => path.startsWith("tags"))) {
    if (action === "update") return [];
  }
  const [old, now] = [textOf(before?.block.content), textOf(after?.block.content)];
  if (file.impact === null) return [];
  if (file.suffix === "etc/slurm.conf" && old !== "" && now !== "") return judgeSlurmConf(old, now, address);
  const keys = key.endsWith(".json") ? otherKeys(old, now) : [];
  const says = keys.length > 0 ? `${file.says}: ${some(keys)}` : file.says;
  return [{ impact: file.impact as Impact, says, addresses: [address] }];
}
