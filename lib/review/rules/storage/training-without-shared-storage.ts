import { trains } from "../../../model/workload";
import { add } from "../../../remedies/remedy";
import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

export const trainingWithoutSharedStorage: Rule = {
  id: "training-without-shared-storage",
  area: "storage",
  severity: "error",
  clouds: "all",
  title: "No checkpoint storage",
  why: "Without a shared file system or a checkpoint bucket, a restarted job starts from step zero, and every failure loses the whole run so far.",
  fix: 'Mount a LustreStorage on the pool, or add a bucket with purpose "checkpoints".',
  verify: "Kill one rank; the job must resume from the last checkpoint on other nodes.",
  source: "https://docs.pytorch.org/docs/stable/distributed.checkpoint.html",
  check: (design) =>
    !trains(design.workload)
      ? DOES_NOT_APPLY
      : checkEach(design.workPool ? [design.workPool] : [], (p) => {
          const shared = design.mounts.some((m) => m.pool === p && !m.readOnly);
          const bucket = design.cluster.buckets.some((b) => b.purpose === "checkpoints" || b.purpose === "datasets");
          if (shared || bucket) return null;
          return {
            path: `${p.path}.mounts`,
            value: "no shared file system and no checkpoint bucket",
            allowed: "a shared file system or a checkpoint bucket",
            fix: add("lustre"),
          };
        }),
};
