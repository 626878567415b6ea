import { leaveOut, set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

const small = [1500, 3000, 6000];
const sold = (iops: number) => small.includes(iops) || (iops > 0 && iops % 12_000 === 0 && iops <= 192_000);

export const lustreMetadataIopsNotSold: Rule = {
  id: "lustre-metadata-iops-not-sold",
  area: "storage",
  severity: "error",
  clouds: ["aws"],
  title: "Lustre metadata IOPS not available from FSx",
  why: "FSx for Lustre accepts 1500, 3000, 6000, 12000 and multiples of 12000 up to 192000, only on PERSISTENT_2. Other values fail at apply.",
  fix: "Use one of these values, or omit `metadataIops` for automatic mode.",
  verify:
    "`aws fsx describe-file-systems --query 'FileSystems[].LustreConfiguration.MetadataConfiguration'` shows the value.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/managing-metadata-performance.html",
  check: (design) =>
    checkEach(
      design.cluster.fileSystems.filter((f) => f.kind === "lustre" && f.metadataIops !== null),
      (f) => {
        const iops = f.metadataIops ?? 0;
        const path = `fileSystems.${f.name}.metadataIops`;
        if (f.deploymentType !== "PERSISTENT_2") {
          return {
            path,
            value: iops,
            allowed: "only with PERSISTENT_2",
            fix: [leaveOut("metadataIops"), set("deploymentType", "PERSISTENT_2")],
          };
        }
        if (sold(iops)) return null;
        const next =
          [...small, ...Array.from({ length: 16 }, (_, i) => (i + 1) * 12_000)].find((s) => s >= iops) ?? 192_000;
        const allowed = "1500, 3000, 6000, or multiples of 12000 up to 192000";
        return { path, value: iops, allowed, fix: [set("metadataIops", next), leaveOut("metadataIops")] };
      },
    ),
};
