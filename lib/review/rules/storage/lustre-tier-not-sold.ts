import { lustreTiers } from "../../../catalog/lustre-tiers";
import { tierOf } from "../../lustre-tier-of";
import { checkEach, type Rule } from "../../rule";

export const lustreTierNotSold: Rule = {
  id: "lustre-tier-not-sold",
  area: "storage",
  severity: "error",
  clouds: ["aws"],
  title: "Lustre deployment, storage and throughput that don't go together",
  why: "PERSISTENT_2 SSD is sold at 125, 250, 500 and 1000 MB/s/TiB, PERSISTENT_1 SSD at 50, 100 and 200, its HDD at 12 and 40, SCRATCH without a choice. FSx refuses any other combination.",
  fix: "Choose one of the combinations that the finding lists.",
  verify: "Compare with the table of deployment types in the FSx for Lustre guide.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-fsx-lustre.html",
  check: (design) =>
    checkEach(
      design.cluster.fileSystems.filter((f) => f.kind === "lustre" && f.deploymentType !== null && !f.existing),
      (f) => {
        if (tierOf(f)) return null;
        const same = lustreTiers().filter((t) => t.deploymentType === f.deploymentType);
        const sold = same.map((t) => `${t.storageType}${t.throughputPerTiB === null ? "" : ` ${t.throughputPerTiB}`}`);
        return {
          path: `fileSystems.${f.name}.throughputPerTiB`,
          value: `${f.deploymentType} ${f.storageType} ${f.throughputPerTiB} MB/s/TiB`,
          allowed: `${f.deploymentType} with ${sold.length > 0 ? sold.join(", ") : "nothing: no such deployment type"}`,
          fix: "set deploymentType PERSISTENT_2, storageType SSD and throughputPerTiB 125, 250, 500 or 1000",
        };
      },
    ),
};
