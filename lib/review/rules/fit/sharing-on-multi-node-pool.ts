import { checkEach, type Rule } from "../../rule";

export const sharingOnMultiNodePool: Rule = {
  id: "sharing-on-multi-node-pool",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "GPUs cut into parts in a pool whose jobs span nodes",
  why: "MIG instances have no NVLink and no GPUDirect between them, and time slices take turns; collectives between parts of GPUs hang or crawl.",
  fix: "Leave `gpuSharing` out for multi-node pools, and make another pool for small jobs.",
  verify: "`nvidia-smi topo -m` shows no NVLink between MIG instances.",
  source: "https://docs.nvidia.com/datacenter/tesla/mig-user-guide/index.html",
  check: (design) =>
    checkEach(
      design.gpuPools.filter(({ pool }) => pool.sharing.kind !== "none"),
      (p) =>
        design.multiNodePools.includes(p)
          ? {
              path: `${p.path}.sharing`,
              value: p.pool.sharing.kind,
              allowed: "none for jobs of several nodes",
              fix: "leave gpuSharing out, and make a pool of its own for shared GPUs",
            }
          : null,
    ),
};
