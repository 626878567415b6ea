import { trains } from "../../../model/workload";
import { add } from "../../../remedies/remedy";
import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

const nfs = ["efs", "openzfs", "nfs"];

export const nfsForMultiNodeTraining: Rule = {
  id: "nfs-for-multi-node-training",
  area: "storage",
  severity: "warning",
  clouds: "all",
  title: "Multi-node training on NFS",
  why: "EFS, OpenZFS and NFS serve each client over one or a few TCP streams: a few GB/s in total, whereas many GPU nodes together read and checkpoint at tens of GB/s.",
  fix: "Mount a LustreStorage for datasets and checkpoints; keep NFS for home directories.",
  verify: "Run `fio` with one job per node on all nodes at once, and compare with a single node.",
  source:
    "https://docs.aws.amazon.com/efs/latest/ug/performance.html https://docs.aws.amazon.com/fsx/latest/OpenZFSGuide/performance.html",
  check: (design) =>
    !trains(design.workload)
      ? DOES_NOT_APPLY
      : checkEach(
          design.multiNodePools.filter((p) => p === design.workPool && p.pool.mounts.length > 0),
          (p) => {
            const kinds = design.mounts.flatMap((m) => (m.pool === p && m.fileSystem ? [m.fileSystem.kind] : []));
            if (kinds.length === 0 || kinds.some((kind) => !nfs.includes(kind))) return null;
            return {
              path: `${p.path}.mounts`,
              value: [...new Set(kinds)].sort().join(", "),
              allowed: "a parallel file system: lustre, beegfs, weka, spectrum-scale, cephfs",
              fix: add("lustre"),
            };
          },
        ),
};
