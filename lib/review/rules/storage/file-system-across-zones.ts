import { checkEach, type Rule } from "../../rule";

export const fileSystemAcrossZones: Rule = {
  id: "file-system-across-zones",
  area: "storage",
  severity: "warning",
  clouds: "all",
  title: "File system and nodes in different Availability Zones",
  why: "Every read and write crosses Availability Zones, which adds about 1 ms of latency and costs 0.01 USD per GB in each direction.",
  fix: "Create the file system in the nodes' Availability Zone.",
  verify:
    "On AWS, `aws fsx describe-file-systems --query 'FileSystems[].SubnetIds'` must print a subnet in the nodes' zone; on Azure, `az amlfs list --query '[].[name,zones]'` must print the nodes' zone.",
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
          allowed: "the same Availability Zone for both",
          fix: `create file system ${fileSystem?.name} in ${zone}`,
        };
      },
    ),
};
