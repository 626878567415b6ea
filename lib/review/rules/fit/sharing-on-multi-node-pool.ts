import { prop, say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

export const sharingOnMultiNodePool: Rule = {
  id: "sharing-on-multi-node-pool",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "GPU sharing in a pool used by multi-node jobs",
  why: "MIG instances have no NVLink or GPUDirect between them, and time-sliced processes take turns. Collectives between GPU partitions hang or run very slowly.",
  fix: "Omit `gpuSharing` on multi-node pools, and create a separate pool for small jobs.",
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
              allowed: "none for multi-node jobs",
              fix: say`omit ${prop("gpuSharing")}, and create a separate pool for shared GPUs`,
            }
          : null,
    ),
};
