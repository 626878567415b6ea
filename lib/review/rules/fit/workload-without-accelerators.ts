import { DOES_NOT_APPLY, type Rule } from "../../rule";

export const workloadWithoutAccelerators: Rule = {
  id: "workload-without-accelerators",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "workload, and no accelerators to run it on",
  why: "Nothing about fit, time, cost or failures of the workload is known, and a review without errors would look as if it were.",
  fix: "Add a GPU pool, or leave the workload out of a design that has none.",
  verify: "`warpform catalog` lists the instance types with accelerators; one of the pools must be of such a type.",
  source: "https://docs.aws.amazon.com/ec2/latest/instancetypes/ac.html",
  check: ({ workload, cluster, pools, gpuPools }) => {
    // of a type that the catalogue lacks nobody knows; another rule says so
    if (workload === null || pools.some(({ type }) => type === null)) return DOES_NOT_APPLY;
    if (gpuPools.length > 0) return [];
    return [
      {
        path: "pools",
        value: cluster.pools.map(({ name, instanceType }) => `${name} of ${instanceType}`).join(", ") || "none",
        allowed: "a pool of an instance type with accelerators",
        fix: "add a GpuNodePool; of resources written by hand, launch templates, EKS node groups and instances are read",
      },
    ];
  },
};
