import { keepDefault } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const nvmeUnused: Rule = {
  id: "nvme-unused",
  area: "storage",
  severity: "info",
  clouds: ["aws", "azure", "gcp"],
  title: "Local NVMe instance store not mounted",
  why: "Local NVMe is included in the instance price (30 TB per p5 node) and faster than any shared file system. Without a mount, container images and dataset caches fill the small root volume.",
  fix: "Keep the NVMe cache enabled (the default).",
  verify: "`lsblk` on a node shows the instance store disks with a mount point.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/InstanceStorage.html",
  check: (design) =>
    checkEach(
      design.gpuPools.filter(({ type }) => type !== null && type.localNvme !== null),
      ({ pool, path, type }) =>
        pool.nvmeCache === null
          ? {
              path: `${path}.nvmeCache`,
              value: null,
              allowed: `a mount for the ${type?.localNvme?.count} x ${type?.localNvme?.sizeGB} GB`,
              fix: keepDefault("nvmeCache"),
            }
          : null,
    ),
};
