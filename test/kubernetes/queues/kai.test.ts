import { parseAllDocuments } from "yaml";
import { kaiObjects } from "../../../lib/kubernetes/queues/kai";
import { workloadsChart } from "../../../lib/kubernetes/workloads";
import { g6e } from "../pools";
import { clusterOf, queuesOf, runOf, teamOf, workloadsOf } from "../samples";

const queues = queuesOf({
  scheduler: "kai",
  teams: [teamOf("a", { h100: 64, l40s: 8 }, { weight: 3 }), teamOf("b", { h100: 32 }, { borrowing: false })],
});
const specs = Object.fromEntries(
  kaiObjects(queues).map(({ kind, metadata, spec }) => [`${kind} ${metadata.name}`, spec]),
);

describe("kaiObjects", () => {
  it("gives each team its GPUs of all pools, and what is left by weight", () => {
    expect(specs["Queue a"]).toMatchObject({
      parentQueue: "all",
      resources: { gpu: { quota: 72, limit: -1, overQuotaWeight: 3 } },
    });
  });

  it("bounds a team that may not borrow by its own", () => {
    expect(specs["Queue b"]).toMatchObject({ resources: { gpu: { quota: 32, limit: 32 } } });
  });

  it("has one queue above all with the sum", () => {
    expect(specs["Queue all"]).toMatchObject({ resources: { gpu: { quota: 104, limit: -1 } } });
    expect(specs["Queue all"]).not.toHaveProperty("parentQueue");
  });

  it("knows the layers of the EC2 network where a pool has a fabric, and none elsewhere", () => {
    expect(specs["Topology ec2-network"]).toMatchObject({
      levels: [{ nodeLabel: "topology.k8s.aws/network-node-layer-1" }, {}, {}, { nodeLabel: "kubernetes.io/hostname" }],
    });
    const plain = kaiObjects(queuesOf({ scheduler: "kai", pools: [g6e], teams: [teamOf("a", { l40s: 4 })] }));
    expect(plain.map(({ kind }) => kind)).toEqual(["PriorityClass", "Queue", "Queue"]);
  });
});

describe("workloadsChart with KAI", () => {
  const chart = workloadsChart(
    workloadsOf({
      queues,
      rayClusters: [clusterOf({ queue: "a" }), clusterOf({ name: "free" })],
      fineTuning: [runOf({ queue: "b", priority: "scavenger" })],
    }),
  );
  const objects = ["clusters", "fine-tuning"].flatMap((name) =>
    parseAllDocuments(chart.files.find(({ path }) => path === `templates/${name}.yaml`)!.text).map((of) => of.toJS()),
  );
  const [queued, free, job] = objects;

  it("labels what is in a queue for KAI, and not for Kueue", () => {
    expect(queued.metadata.labels).toEqual({ "kai.scheduler/queue": "a", priorityClassName: "train" });
    expect(job.metadata.labels).toEqual({ "kai.scheduler/queue": "b", priorityClassName: "scavenger" });
  });

  it("lets KAI schedule head and workers, near each other where they train over a fabric", () => {
    expect(queued.spec.headGroupSpec.template.spec.schedulerName).toBe("kai-scheduler");
    const [worker] = queued.spec.workerGroupSpecs;
    expect(worker.template.spec.schedulerName).toBe("kai-scheduler");
    expect(worker.template.metadata.annotations).toMatchObject({
      "kai.scheduler/topology": "ec2-network",
      "kai.scheduler/topology-preferred-placement": "topology.k8s.aws/network-node-layer-3",
      "karpenter.sh/do-not-disrupt": "true",
    });
    expect(JSON.stringify(objects.slice(0, 1))).not.toContain("kueue");
    expect(job.spec.rayClusterSpec.workerGroupSpecs[0].template.spec.schedulerName).toBe("kai-scheduler");
  });

  it("leaves what is in no queue to Kubernetes' own scheduler", () => {
    expect(free.spec.headGroupSpec.template.spec).not.toHaveProperty("schedulerName");
  });

  it("installs no object of Kueue's", () => {
    expect(chart.files.find(({ path }) => path === "templates/queues.yaml")!.text).not.toContain("kueue");
  });
});
