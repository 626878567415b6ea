import { add } from "../../../remedies/remedy";
import { DOES_NOT_APPLY, type Rule } from "../../rule";

export const workloadWithoutAccelerators: Rule = {
  id: "workload-without-accelerators",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "Workload without accelerators",
  why: "The review cannot compute fit, time, cost or failures of the workload. Without this finding, a review with no errors would be misleading.",
  fix: "Add a GPU pool, or remove the workload.",
  verify: "`warpform catalog` lists instance types with accelerators; at least one pool must use one.",
  source: "https://docs.aws.amazon.com/ec2/latest/instancetypes/ac.html",
  check: ({ workload, cluster, pools, gpuPools }) => {
    // of a type that the catalog lacks nobody knows; another rule says so
    if (workload === null || pools.some(({ type }) => type === null)) return DOES_NOT_APPLY;
    if (gpuPools.length > 0) return [];
    return [
      {
        path: "pools",
        value: cluster.pools.map(({ name, instanceType }) => `${name} of ${instanceType}`).join(", ") || "none",
        allowed: "a pool with an accelerated instance type",
        fix: add("gpu-pool"),
      },
    ];
  },
};
