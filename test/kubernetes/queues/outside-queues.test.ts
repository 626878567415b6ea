import { gpusOutsideQueues, outsideQueues } from "../../../lib/kubernetes/queues/outside-queues";
import { workloadsChart } from "../../../lib/kubernetes/workloads";
import { g6e, mig, p5 } from "../pools";
import { clusterOf, modelOf, queuesOf, teamOf, tritonOf, workloadsOf } from "../samples";

describe("outsideQueues", () => {
  it("counts servers by their replicas and Ray clusters in no queue by their workers", () => {
    const of = workloadsOf({
      serving: [modelOf({ tensorParallel: 2, replicas: { min: 1, max: 3 } })],
      triton: [tritonOf({ gpusPerReplica: 2, replicas: { min: 0, max: 2 } })],
      rayClusters: [
        clusterOf({ workerGroups: [{ name: "w", of: g6e, gpusPerPod: 4, minReplicas: 1, maxReplicas: 2 }] }),
        clusterOf({
          queue: "a",
          workerGroups: [{ name: "w", of: g6e, gpusPerPod: 4, minReplicas: 1, maxReplicas: 2 }],
        }),
      ],
    });
    expect(outsideQueues(of, "l40s")).toEqual([
      { path: "serving[0]", limit: "replicas.max", least: 2, most: 6 },
      { path: "triton[0]", limit: "replicas.max", least: 0, most: 4 },
      { path: "rayClusters[0]", limit: "workers.max", least: 4, most: 8 },
    ]);
    expect(gpusOutsideQueues(of, [g6e, p5])).toEqual({ l40s: 18, h100: 0 });
  });

  it("counts a GPU of which one MIG device is taken as taken", () => {
    const of = workloadsOf({ triton: [tritonOf({ of: mig, replicas: { min: 1, max: 1 } })] });
    expect(gpusOutsideQueues(of, [mig])).toEqual({ [mig.pool.name]: 1 });
  });
});

describe("workloadsChart", () => {
  it("lends queues no GPUs that a server in no queue may take", () => {
    const lent = (max: number) =>
      workloadsChart(
        workloadsOf({
          serving: [modelOf({ replicas: { min: 1, max } })],
          queues: queuesOf({ pools: [g6e], teams: [teamOf("a", { l40s: 8 })] }),
        }),
      ).files.find(({ path }) => path === "templates/queues.yaml")!.text;
    expect(lent(16)).toMatch(/kind: Cohort[\s\S]*name: nvidia.com\/gpu\n\s+nominalQuota: "8"[\s\S]*kind: ClusterQueue/);
    expect(lent(24)).not.toMatch(/kind: Cohort[\s\S]*nominalQuota[\s\S]*kind: ClusterQueue/);
  });
});
