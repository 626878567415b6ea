import type { TerraformStack } from "cdktf";
import { FineTuningCluster } from "../../lib/architectures/fine-tuning-cluster";
import { InferenceCluster } from "../../lib/architectures/inference-cluster";
import { SingleNode } from "../../lib/architectures/single-node";
import { Capacity, LustreStorage } from "../../lib/clouds/aws/index";
import { clusterModel } from "../../lib/clouds/common/cluster-model";
import type { Workload } from "../../lib/model/model";
import { review } from "../../lib/review/review";
import { messageOf, synthesized, testNetwork, testStack } from "../clouds/aws/synthesized";

const place = { availabilityZone: "us-east-2a" };
const tuning = {
  model: "llama-3.1-8b",
  method: "qlora",
  tokens: 1e8,
  sequenceLength: 2048,
  globalBatchSequences: 32,
  deadlineDays: 1,
} as const;
const service = {
  model: "llama-3.1-8b",
  requestsPerSecond: 20,
  promptTokens: 1000,
  outputTokens: 300,
  timeToFirstTokenSeconds: 1,
  timePerOutputTokenSeconds: 0.05,
};

function errorsOf(stack: TerraformStack, workload: Workload): string[] {
  const { findings } = review(clusterModel(stack, workload));
  return findings.filter(({ severity }) => severity === "error").map((f) => `${f.rule} ${f.path} ${f.value}`);
}

describe("SingleNode", () => {
  it("is one machine that meets the deadline, with no error found", () => {
    const stack = testStack();
    const node = new SingleNode(stack, "node", { ...place, workload: tuning });
    expect(errorsOf(stack, node.workload)).toEqual([]);
    expect(node.pool.nodes.max).toBe(1);
    expect(Object.keys(synthesized(stack).resource)).toContain("aws_autoscaling_group");
    expect(node.decisions[0]!.choice).toBe(`1 x ${node.pool.instanceType.name}`);
  });

  it("keeps the type that is given", () => {
    const node = new SingleNode(testStack(), "node", { ...place, workload: tuning, instanceType: "g6e.12xlarge" });
    expect(node.pool.instanceType.name).toBe("g6e.12xlarge");
  });
});

describe("FineTuningCluster", () => {
  it.each(["slurm", "ray"] as const)("shares spot nodes between teams on %s, with no error found", (scheduler) => {
    const stack = testStack();
    const props = { ...place, workload: tuning, scheduler, runsAtOnce: 4, teams: ["support", "search"] };
    const cluster = new FineTuningCluster(stack, "tune", { ...props, instanceType: "g6e.12xlarge", nodesPerRun: 1 });
    expect(errorsOf(stack, cluster.workload)).toEqual([]);
    expect(cluster.pool.nodes.max).toBe(4);
    expect(cluster.pool.capacity.map(({ kind }) => kind)).toEqual(["spot", "on-demand"]);
    synthesized(stack);
  });

  it("refuses props of the scheduler that it does not have", () => {
    const build = () =>
      new FineTuningCluster(testStack(), "tune", { ...place, workload: tuning, ray: { systemNodes: 4 } });
    expect(messageOf(build)).toContain(
      'ray has no effect with scheduler "slurm"; leave it out, or use scheduler "ray"',
    );
  });

  it("takes other capacity and sizes itself", () => {
    const capacity = [Capacity.onDemand()];
    const cluster = new FineTuningCluster(testStack(), "tune", { ...place, workload: tuning, capacity });
    expect(cluster.decisions.map(({ choice }) => choice)).toContain("on-demand");
  });
});

describe("FineTuningCluster's storage", () => {
  const sized = { ...place, workload: tuning, instanceType: "g6e.12xlarge", nodesPerRun: 1 };
  const whyOf = (cluster: FineTuningCluster, part: string) =>
    cluster.decisions.find(({ choice }) => choice.includes(part))?.why;

  it("calls one run at once its own choice unless it was asked for", () => {
    expect(whyOf(new FineTuningCluster(testStack(), "tune", sized), "1 run at once")).toContain("runsAtOnce");
    const asked = new FineTuningCluster(testStack(), "tune", { ...sized, runsAtOnce: 1 });
    expect(whyOf(asked, "1 run at once")).toBe("given");
  });

  it("keeps datasets on the nodes unless Lustre is asked for", () => {
    const cluster = new FineTuningCluster(testStack(), "tune", sized);
    expect(cluster.lustre).toBeUndefined();
    expect(whyOf(cluster, "datasets on the nodes' NVMe arrays")).toContain("all month");
  });

  it.each(["slurm", "ray"] as const)(
    "mounts Lustre in front of the bucket with %s, with no error found",
    (scheduler) => {
      const stack = testStack();
      const cluster = new FineTuningCluster(stack, "tune", { ...sized, scheduler, datasets: "lustre" });
      expect(errorsOf(stack, cluster.workload)).toEqual([]);
      expect(cluster.pool.describe().mounts.map(({ path }) => path)).toEqual(scheduler === "slurm" ? ["/fsx"] : []);
      expect(Object.keys(synthesized(stack).resource)).toContain("aws_fsx_data_repository_association");
      expect(whyOf(cluster, "Lustre of 1.2 TiB")).toContain("dataset");
    },
  );

  it("uses a file system that is there", () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const existingLustre = LustreStorage.import(stack, "fsx", {
      fileSystemId: "fs-0123456789abcdef0",
      mountName: "abcdefgh",
      availabilityZone: "us-east-2a",
    });
    const { availabilityZone, ...rest } = sized;
    const cluster = new FineTuningCluster(stack, "tune", { ...rest, network, existingLustre });
    expect(cluster.lustre).toBe(existingLustre);
    expect(Object.keys(synthesized(stack).resource)).not.toContain("aws_fsx_lustre_file_system");
  });

  it.each([
    [{ runsAtOnce: 0 }, "test/tune: runsAtOnce must be a whole number of 1 or more, got 0; use 1"],
    [{ runsAtOnce: 2.6 }, "test/tune: runsAtOnce must be a whole number of 1 or more, got 2.6; use 3"],
    [
      { datasets: "nvme", lustre: {} },
      'test/tune: datasets must be "lustre" where lustre or existingLustre is given, got "nvme"; leave one of them out',
    ],
  ] as const)("refuses %j", (props, message) => {
    expect(messageOf(() => new FineTuningCluster(testStack(), "tune", { ...sized, ...props }))).toBe(message);
  });
});

describe("InferenceCluster", () => {
  it("serves by groups of pods, which have no Ray head whose state would be kept", () => {
    const serving = { engine: "leader-worker-set", image: "vllm/vllm-openai:v0.11.0" } as const;
    const { ray } = new InferenceCluster(testStack(), "service", { ...place, workload: service, serving });
    expect(ray.workloads.serving[0]).toMatchObject({ engine: "leader-worker-set" });
  });

  it("sizes replicas and nodes for the requests, with no error found", () => {
    const stack = testStack();
    const cluster = new InferenceCluster(stack, "serve", { ...place, workload: service });
    expect(errorsOf(stack, cluster.workload)).toEqual([]);
    expect(cluster.size.replicas.min).toBeGreaterThanOrEqual(2);
    synthesized(stack);
  });

  it("says what it tried where no machine meets the objectives", () => {
    const workload = { ...service, timePerOutputTokenSeconds: 1e-6 };
    expect(messageOf(() => new InferenceCluster(testStack(), "serve", { ...place, workload }))).toBe(
      "sizing: workload: llama-3.1-8b at 20 requests per second fits no design that can be priced (tried any instance type, up to 128 nodes, on-demand); allow more nodes, other types or another purchase",
    );
  });
});
