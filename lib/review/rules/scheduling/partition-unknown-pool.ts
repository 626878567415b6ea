import { nearest } from "../../../units/nearest";
import { checkEach, type Rule } from "../../rule";

export const partitionUnknownPool: Rule = {
  id: "partition-unknown-pool",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "partition with a pool that the cluster does not have",
  why: "slurmctld refuses a configuration whose partition names nodes that no NodeName line declares, and the whole cluster stays down.",
  fix: "Pass the pool object itself, or correct the name.",
  verify: "`slurmctld -D -f slurm.conf` starts without `Invalid node name`.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_Nodes_1",
  check: (design) =>
    checkEach(
      design.slurm.flatMap((s) => s.partitions.map((partition) => ({ s, partition }))),
      ({ s, partition }) => {
        const path = `schedulers.${s.name}.partitions.${partition.name}.pools`;
        const names = design.cluster.pools.map((p) => p.name);
        if (partition.pools.length === 0) {
          return { path, value: "none", allowed: "one pool or more", fix: "give the partition a pool" };
        }
        return partition.pools
          .filter((name) => !names.includes(name))
          .map((name) => {
            const near = nearest(name, names);
            return {
              path,
              value: name,
              allowed: `a pool of this cluster: ${names.join(", ") || "there is none"}`,
              fix: near.length > 0 ? `write ${near[0]}` : "declare the pool",
            };
          });
      },
    ),
};
