import { lustreTiers } from "../../../catalog/storage/lustre-tiers";
import { prop, say } from "../../../remedies/sentence";
import { tierOf } from "../../lustre-tier-of";
import { checkEach, type Rule } from "../../rule";

export const lustreTierNotSold: Rule = {
  id: "lustre-tier-not-sold",
  area: "storage",
  severity: "error",
  clouds: ["aws"],
  title: "Invalid combination of Lustre deployment, storage and throughput",
  why: "FSx offers PERSISTENT_2 SSD with 125, 250, 500 or 1000 MB/s/TiB, PERSISTENT_1 SSD with 50, 100 or 200, PERSISTENT_1 HDD with 12 or 40, and SCRATCH with fixed throughput. It rejects any other combination.",
  fix: "Use a combination listed in the finding.",
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
          allowed: `${f.deploymentType} with ${sold.length > 0 ? sold.join(", ") : "nothing; unknown deployment type"}`,
          fix: say`set ${prop("deploymentType")} PERSISTENT_2, ${prop("storageType")} SSD and ${prop("throughputPerTiB")} 125, 250, 500 or 1000`,
        };
      },
    ),
};
