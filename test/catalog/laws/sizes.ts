import type { InstanceType } from "../../../lib/catalog/types";
import type { Law, Tables } from "./tables";

/** What sizes of a family have more of the larger they are. */
const FIGURES: Readonly<Record<string, (type: InstanceType) => number | null>> = {
  memory: (t) => t.memoryGiB,
  "network bandwidth": (t) => t.networkGbps,
  "network baseline": (t) => t.networkBaselineGbps,
  "EBS bandwidth": (t) => t.aws!.ebs.maximumGbps,
  "EBS baseline": (t) => t.aws!.ebs.baselineGbps,
  "EBS operations": (t) => t.aws!.ebs.maximumIops,
  "EBS baseline operations": (t) => t.aws!.ebs.baselineIops,
  "local disks": (t) => t.localNvme && t.localNvme.count * t.localNvme.sizeGB,
};

/** Most that a figure may grow for each time that vCPUs or accelerators grow, from one size of a family to the next. */
const STEP = 4.2;

/** What a size may lose against the one below it: i4i.8xlarge has 18.75 Gb/s after "up to 25". */
const LOSS = 0.7;

function breachesOf(types: readonly InstanceType[], figure: string, of: (type: InstanceType) => number | null) {
  const sizes = types
    .filter((type) => of(type) !== null)
    .sort((a, b) => a.acceleratorCount - b.acceleratorCount || a.vcpus - b.vcpus || of(a)! - of(b)!);
  return sizes.flatMap((type, i) => {
    const before = sizes[i - 1];
    if (before === undefined) return [];
    const [value, less] = [of(type)!, of(before)!];
    const larger = Math.max(type.vcpus / before.vcpus, type.acceleratorCount / before.acceleratorCount || 1);
    // Of two sizes of Trainium1 the smaller shares its network: 3.125 Gb/s against 800.
    const most = type.family === "trn1" ? Number.POSITIVE_INFINITY : less * STEP * larger;
    return value >= less * LOSS && value <= most
      ? []
      : [`${figure} of ${type.name} ${value} after ${before.name} ${less}`];
  });
}

function families({ "instance-types": types }: Tables): ReadonlyMap<string, InstanceType[]> {
  const byFamily = new Map<string, InstanceType[]>();
  for (const type of types) byFamily.set(type.family, [...(byFamily.get(type.family) ?? []), type]);
  return byFamily;
}

export const sizeLaws: readonly Law[] = Object.entries(FIGURES).map(([figure, of]) => ({
  title: `instance-types: ${figure} grow with the sizes of a family, by no more than their vCPUs and accelerators allow`,
  breaches: (tables) => [...families(tables).values()].flatMap((types) => breachesOf(types, figure, of)),
}));
