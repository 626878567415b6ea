import { nearest } from "../../../units/nearest";
import { checkEach, type Rule } from "../../rule";

export const workerGroupUnknownPool: Rule = {
  id: "worker-group-unknown-pool",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "Worker group references a missing or undersized pool",
  why: "Pods of the group stay Pending: no node has the pool's label, or the pool never has as many nodes as one replica needs.",
  fix: "Correct the pool's name, or raise its `nodes.max` to the number of hosts per replica.",
  verify: "`kubectl get pods` shows no pod that stays Pending with FailedScheduling.",
  source: "https://docs.ray.io/en/latest/cluster/kubernetes/user-guides/config.html",
  check: (design) =>
    checkEach(
      design.kubernetes.flatMap((k) => k.workerGroups.map((g) => ({ k, g }))),
      ({ k, g }) => {
        const path = `schedulers.${k.name}.workerGroups.${g.name}`;
        const pool = design.cluster.pools.find((p) => p.name === g.pool);
        if (pool === undefined) {
          const near = nearest(
            g.pool,
            design.cluster.pools.map((p) => p.name),
          );
          const fix = near.length > 0 ? `use ${near[0]}` : "declare the pool";
          return { path: `${path}.pool`, value: g.pool, allowed: "a pool of this cluster", fix };
        }
        if (g.hosts <= pool.nodes.max) return null;
        const fix = `set hosts to ${pool.nodes.max} or less, or nodes.max to ${g.hosts}`;
        return { path: `${path}.hosts`, value: g.hosts, allowed: `${pool.nodes.max}, the pool's nodes.max`, fix };
      },
    ),
};
