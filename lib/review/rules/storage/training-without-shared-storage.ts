import type { Bucket } from "../../../model/model";
import { trains } from "../../../model/workload";
import { add } from "../../../remedies/remedy";
import type { PoolFacts } from "../../design";
import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

export const trainingWithoutSharedStorage: Rule = {
  id: "training-without-shared-storage",
  area: "storage",
  severity: "error",
  clouds: "all",
  title: "No checkpoint storage",
  why: "Without a shared file system or a checkpoint bucket, a restarted job starts from step zero, and every failure loses the whole run so far. A bucket that no node may write to holds no checkpoints.",
  fix: 'Mount a LustreStorage on the pool, or let it write to a bucket with purpose "checkpoints": `bucket.grantReadWrite(pool)`, in a blueprint `buckets` of the pool.',
  verify: "Kill one rank; the job must resume from the last checkpoint on other nodes.",
  source: "https://docs.pytorch.org/docs/stable/distributed.checkpoint.html",
  check: (design) => {
    if (!trains(design.workload)) return DOES_NOT_APPLY;
    const { buckets } = design.cluster;
    return checkEach(design.workPool ? [design.workPool] : [], (p) => {
      const shared = design.mounts.some((m) => m.pool === p && !m.readOnly);
      if (shared || buckets.some((bucket) => holdsCheckpoints(bucket, p))) return null;
      const unused = buckets.filter(({ purpose }) => purpose === "checkpoints");
      return {
        path: `${p.path}.mounts`,
        value:
          unused.length > 0
            ? `no shared file system, and a bucket (${unused[0]!.name}) that no pool may write to`
            : "no shared file system and no checkpoint bucket",
        allowed: "a shared file system or a checkpoint bucket",
        fix: unused.length > 0 ? [add("bucket-access"), add("lustre")] : add("lustre"),
      };
    });
  },
};

/** Of a bucket read from resources neither purpose nor writers are known; a role that exists already may write to any. */
function holdsCheckpoints({ purpose, writable }: Bucket, { pool }: PoolFacts): boolean {
  if (writable === undefined) return purpose === "checkpoints" || purpose === "datasets";
  return purpose === "checkpoints" && (writable || pool.existingProfile !== undefined);
}
