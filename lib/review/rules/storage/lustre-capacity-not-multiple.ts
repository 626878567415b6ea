import { inTiB, nearestLustreCapacities } from "../../../catalog/storage/lustre-capacity";
import { set } from "../../../remedies/remedy";
import { tierOf } from "../../lustre-tier-of";
import { checkEach, type Rule } from "../../rule";

export const lustreCapacityNotMultiple: Rule = {
  id: "lustre-capacity-not-multiple",
  area: "storage",
  severity: "error",
  clouds: ["aws"],
  title: "Lustre capacity not available from FSx",
  why: "FSx offers capacity in increments that depend on deployment type, storage type and throughput, and in larger increments with EFA. Any other value fails at apply, after earlier resources are created.",
  fix: "Round `capacityTiB` up to the increment in the finding.",
  verify:
    "Compare with StorageCapacity in the FSx API's CreateFileSystem; `aws fsx create-file-system` rejects invalid values and creates a file system with valid ones.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/increase-storage-capacity.html",
  check: (design) =>
    checkEach(
      design.cluster.fileSystems.flatMap((f) => {
        const tier = tierOf(f);
        const step = f.overFabric ? tier?.efaStepGiB : tier?.stepGiB;
        return tier && step && f.capacityGiB !== null && !f.existing
          ? [{ f, tier, step, capacity: f.capacityGiB }]
          : [];
      }),
      ({ f, tier, step, capacity }) => {
        const next = nearestLustreCapacities(tier, f.overFabric, Math.max(capacity, 1)).at(-1)!;
        if (next === capacity) return null;
        const extra = f.overFabric ? [] : tier.extraCapacitiesGiB;
        return {
          path: `fileSystems.${f.name}.capacityGiB`,
          value: `${capacity} GiB`,
          allowed: `${[...extra, `multiples of ${step}`].join(", or ")} GiB${f.overFabric ? " with EFA" : ""}`,
          fix: set("capacityTiB", Number(inTiB(next))),
        };
      },
    ),
};
