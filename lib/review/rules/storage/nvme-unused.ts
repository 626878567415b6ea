import { checkEach, type Rule } from "../../rule";

export const nvmeUnused: Rule = {
  id: "nvme-unused",
  area: "storage",
  severity: "info",
  clouds: "all",
  title: "local NVMe that nobody mounts",
  why: "The node's own disks are paid for and faster than any file system: 30 TB a p5 node. Unmounted, container images and dataset caches go to the small root disk.",
  fix: "Leave the NVMe cache on.",
  verify: "`lsblk` on a node shows the instance-store disks with a mount point.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/InstanceStorage.html",
  check: (design) =>
    checkEach(
      design.gpuPools.filter(({ type }) => type !== null && type.localNvme !== null),
      ({ pool, path, type }) =>
        pool.nvmeCache === null
          ? {
              path: `${path}.nvmeCache`,
              value: null,
              allowed: `a mount of its ${type?.localNvme?.count} x ${type?.localNvme?.sizeGB} GB`,
              fix: "leave nvmeCache at its default",
            }
          : null,
    ),
};
