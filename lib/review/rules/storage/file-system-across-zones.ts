import { checkEach, type Rule } from "../../rule";

export const fileSystemAcrossZones: Rule = {
  id: "file-system-across-zones",
  area: "storage",
  severity: "warning",
  clouds: "all",
  title: "file system in another zone than the nodes",
  why: "Every read and write crosses zones: a millisecond more, and 0.01 USD a GB each way.",
  fix: "Put the file system in the nodes' zone.",
  verify: "`aws fsx describe-file-systems --query 'FileSystems[].SubnetIds'` against the subnet of the nodes.",
  source:
    "https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer",
  check: (design) =>
    checkEach(
      design.mounts.filter(
        ({ pool, fileSystem }) =>
          pool.pool.availabilityZone !== null && fileSystem !== null && fileSystem.availabilityZones.length > 0,
      ),
      ({ pool, path, fileSystem }) => {
        const zone = pool.pool.availabilityZone ?? "";
        if (fileSystem?.availabilityZones.includes(zone)) return null;
        return {
          path,
          value: `nodes in ${zone}, file system in ${fileSystem?.availabilityZones.join(", ")}`,
          allowed: "one zone for both",
          fix: `put file system ${fileSystem?.name} in ${zone}`,
        };
      },
    ),
};
