import { systemRoomOfQueues } from "../../../lib/kubernetes/nodes/check-system-nodes";
import { workloadsChart } from "../../../lib/kubernetes/workloads";
import { clusterOf, modelOf, runOf, workloadsOf } from "../samples";

const SYSTEM = { nodes: 3, instanceType: "m7i.2xlarge", cpus: 8, memoryGiB: 32 };

describe("systemRoomOfQueues", () => {
  it("is half of the system nodes, less the heads that ask no queue", () => {
    expect(systemRoomOfQueues(SYSTEM, workloadsOf())).toEqual({ cpus: 12, memoryGiB: 48 });
    const of = workloadsOf({
      rayClusters: [clusterOf(), clusterOf({ queue: "a" })],
      fineTuning: [runOf({ queue: "a" })],
    });
    expect(systemRoomOfQueues(SYSTEM, of)).toEqual({ cpus: 9, memoryGiB: 39 });
  });

  it("counts nodes that an autoscaler may add", () => {
    expect(systemRoomOfQueues({ ...SYSTEM, mostNodes: 10 }, workloadsOf())).toEqual({ cpus: 40, memoryGiB: 160 });
  });

  it("keeps room for the second head of a model that is upgraded", () => {
    expect(systemRoomOfQueues(SYSTEM, workloadsOf({ serving: [modelOf()] })).cpus).toBe(7);
  });
});

describe("workloadsChart", () => {
  it("gives the pods of every workload the login of their registry", () => {
    const chart = workloadsChart(workloadsOf({ rayClusters: [clusterOf()], imagePullSecret: "registry" }));
    expect(chart.files.find(({ path }) => path === "templates/namespaces.yaml")!.text).toMatch(
      /kind: ServiceAccount\n.*\n {2}name: ray\n[\s\S]*imagePullSecrets:\n {2}- name: registry/,
    );
    const model = modelOf({ engine: "leader-worker-set", routing: "prefix-aware", lora: null });
    const routed = workloadsChart(workloadsOf({ serving: [model], imagePullSecret: "registry" }));
    expect(routed.files.find(({ path }) => path === "templates/serving.yaml")!.text).toMatch(
      /imagePullSecrets:\n {2}- name: registry/,
    );
  });
});
