import { checkEach, type Rule } from "../../rule";

export const partitionMixesAccelerators: Rule = {
  id: "partition-mixes-accelerators",
  area: "scheduling",
  severity: "warning",
  clouds: "all",
  title: "Partition mixes accelerator types",
  why: "A job that spans both types runs at the speed of the slower one, and NCCL settings and batch sizes fit only one of them. Users cannot tell which type they get.",
  fix: "Create one partition per accelerator type, and let users choose.",
  verify: "`sinfo -p PARTITION -o %G` prints one GRES type.",
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
          allowed: "one accelerator type and count per node",
          fix: "create one partition per type",
        };
      },
    ),
};
