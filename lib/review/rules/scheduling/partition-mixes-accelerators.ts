import { checkEach, type Rule } from "../../rule";

export const partitionMixesAccelerators: Rule = {
  id: "partition-mixes-accelerators",
  area: "scheduling",
  severity: "warning",
  clouds: "all",
  title: "partition with different accelerators",
  why: "A job that spans both runs at the pace of the slower; NCCL rings and batch sizes are tuned for one kind. Users cannot see which they get.",
  fix: "Give each accelerator a partition of its own, and let users choose.",
  verify: "`sinfo -p PARTITION -o %G` prints one kind of gres.",
  source: "https://slurm.schedmd.com/gres.html",
  check: (design) =>
    checkEach(
      design.slurm.flatMap((s) => s.partitions.filter((p) => p.pools.length > 1).map((p) => ({ s, p }))),
      ({ s, p }) => {
        const members = design.gpuPools.filter(({ pool }) => p.pools.includes(pool.name));
        const kinds = [
          ...new Set(members.map(({ type }) => `${type?.acceleratorCount} x ${type?.accelerator}`)),
        ].sort();
        if (kinds.length < 2) return null;
        return {
          path: `schedulers.${s.name}.partitions.${p.name}.pools`,
          value: kinds.join(" and "),
          allowed: "one accelerator and count a node",
          fix: "make a partition for each",
        };
      },
    ),
};
