import { nearest } from "../../../units/nearest";
import { checkEach, type Rule } from "../../rule";

export const partitionUnknownPool: Rule = {
  id: "partition-unknown-pool",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "Partition references an unknown pool",
  why: "slurmctld does not start if a partition lists nodes without a NodeName line, and the whole cluster is down.",
  fix: "Pass the pool object, or correct the name.",
  verify: "`slurmctld -D -f slurm.conf` starts without `Invalid node name`.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_Nodes_1",
  check: (design) =>
    checkEach(
      design.slurm.flatMap((s) => s.partitions.map((partition) => ({ s, partition }))),
      ({ s, partition }) => {
        const path = `schedulers.${s.name}.partitions.${partition.name}.pools`;
        const names = design.cluster.pools.map((p) => p.name);
        if (partition.pools.length === 0) {
          return { path, value: "none", allowed: "at least one pool", fix: "add a pool to the partition" };
        }
        return partition.pools
          .filter((name) => !names.includes(name))
          .map((name) => {
            const near = nearest(name, names);
            return {
              path,
              value: name,
              allowed: `a pool of this cluster: ${names.join(", ") || "none declared"}`,
              fix: near.length > 0 ? `use ${near[0]}` : "declare the pool",
            };
          });
      },
    ),
};
