import type { Cluster } from "../../model/model";
import { ADOPTERS, type AdopterRow } from "../../remedies/adopters";
import type { Finding } from "../../review/rule";
import type { Path } from "../reader/path";
import { adoptersIn } from "../reader/written-adopters";
import type { Blueprint } from "../schema/aws/aws-blueprint";

/** Sections of a blueprint for those of the model whose parts have names, and those that have one part. */
const NAMED = { pools: "pools", fileSystems: "fileSystems", buckets: "buckets" } as const;
const SINGLE = { networks: "network", fabrics: "fabric", monitoring: "monitoring", workload: "workload" } as const;

/** Sections of an architecture that hold the props of its parts. */
const OF_ARCHITECTURE: Readonly<Record<string, string>> = {
  pools: "pool",
  fileSystems: "lustre",
  monitoring: "monitoring",
};

/** Where a blueprint says what a finding is about: the part that the finding's path begins with; undefined where it has no such place. */
export function placeOfFinding(
  { path }: Pick<Finding, "path">,
  blueprint: Blueprint,
  { schedulers }: Pick<Cluster, "schedulers">,
): Path | undefined {
  const [section = "", name = "", list, item] = path.split(".");
  if (section in SINGLE && !(blueprint.architecture && section === "monitoring")) {
    return [SINGLE[section as keyof typeof SINGLE]];
  }
  if (section === "schedulers") {
    const kind = schedulers.find((one) => one.name === name)?.kind;
    const owner = kind && schedulerSection(kind, name, blueprint);
    return owner === undefined || list !== "partitions" || item === undefined
      ? owner
      : partitionOf(owner, item, blueprint);
  }
  const { architecture } = blueprint;
  if (section in NAMED && Object.hasOwn(blueprint[section as keyof typeof NAMED] ?? {}, name)) {
    return [NAMED[section as keyof typeof NAMED], name];
  }
  const inner = OF_ARCHITECTURE[section];
  return architecture === undefined || architecture.kind === "inferenceRegions" || inner === undefined
    ? undefined
    : ["architecture", inner];
}

function schedulerSection(kind: Cluster["schedulers"][number]["kind"], name: string, blueprint: Blueprint) {
  const written = adoptersIn(blueprint).find(({ row, id }) => row.scheduler === kind && id === name);
  if (written !== undefined) return written.path;
  if (blueprint.architecture === undefined || blueprint.architecture.kind === "inferenceRegions") return undefined;
  const rows: readonly AdopterRow[] = Object.values(ADOPTERS);
  const section = rows.find((row) => row.scheduler === kind)?.section;
  return section ? ["architecture", section] : undefined;
}

function partitionOf(owner: Path, name: string, blueprint: Blueprint): Path | undefined {
  const section = blueprint[owner[0] as keyof Blueprint] as { readonly partitions?: readonly { name: string }[] };
  const index = section.partitions?.findIndex((one) => one.name === name) ?? -1;
  return index < 0 ? undefined : [...owner, "partitions", index];
}
