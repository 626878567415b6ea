import { TrainingCluster } from "../../lib/architectures/training-cluster";
import { Capacity, LustreStorage, SharedHome } from "../../lib/clouds/aws/index";
import { clusterModel } from "../../lib/clouds/common/cluster-model";
import { review } from "../../lib/review/review";
import { messageOf, synthesized, testNetwork, testStack } from "../clouds/aws/synthesized";

const workload = {
  model: "llama-3.1-70b",
  tokens: 1e12,
  sequenceLength: 8192,
  globalBatchSequences: 512,
  deadlineDays: 120,
};

describe("TrainingCluster", () => {
  it("sizes itself from the run alone, with no error found and a reason for every choice", () => {
    const stack = testStack();
    const cluster = new TrainingCluster(stack, "train", { availabilityZone: "us-east-2a", workload });
    const result = review(clusterModel(stack, cluster.workload));
    // who hears an alarm, nobody can choose for a user
    expect(result.findings.filter(({ severity }) => severity !== "info").map(({ rule }) => rule)).toEqual([
      "alarms-missing",
    ]);
    expect(result.figures.run!.days.high).toBeLessThanOrEqual(120);
    expect(cluster.decisions.map(({ choice }) => choice)).toContain(
      `${cluster.size.nodes} x ${cluster.size.instanceType}`,
    );
    expect(cluster.decisions.length).toBeGreaterThanOrEqual(6);
    expect(cluster.decisions.filter(({ choice, why }) => choice === "" || why === "")).toEqual([]);
  });

  it.each(["slurm", "ray", "fleet"] as const)("synthesizes on %s without an error of the review", (scheduler) => {
    const stack = testStack();
    const machines = { instanceType: "p5.48xlarge", nodes: 32 };
    const place = { availabilityZone: "us-east-2a" };
    const cluster = new TrainingCluster(stack, "train", { ...place, workload, scheduler, ...machines });
    const result = review(clusterModel(stack, cluster.workload));
    expect(result.findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(Object.keys(synthesized(stack).resource)).toContain("aws_fsx_lustre_file_system");
  });

  it("refuses props of its parts that would make another cluster than the one that is sized", () => {
    const pool = { instanceType: "g6e.48xlarge", nodes: { min: 0, max: 2 } } as object;
    const machines = { instanceType: "p5.48xlarge", nodes: 32 };
    const place = { availabilityZone: "us-east-2a" };
    expect(
      messageOf(() => new TrainingCluster(testStack(), "train", { ...place, workload, ...machines, pool })),
    ).toContain("pool.instanceType cannot be set");
  });

  it("mounts its own file system beside those that are given", () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const home = new SharedHome(stack, "home", { network });
    const mounts = [home.mount("/home")];
    const machines = { instanceType: "p5.48xlarge", nodes: 32 };
    const cluster = new TrainingCluster(stack, "train", { network, workload, ...machines, pool: { mounts } });
    expect(cluster.pool.mounts.map(({ path }) => path)).toEqual(["/fsx", "/home"]);
  });

  it("keeps what is given and derives the rest", () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const capacity = [Capacity.block("cr-0123456789abcdef0", { nodes: 32 }), Capacity.onDemand()];
    const given = { instanceType: "p5.48xlarge", nodes: 32, spareNodes: 1, capacity, lustre: { capacityTiB: 48 } };
    const cluster = new TrainingCluster(stack, "train", { network, workload, scheduler: "fleet", ...given });
    expect(cluster.pool.nodes.max).toBe(33);
    expect(cluster.network).toBe(network);
    expect(cluster.size.design.purchase).toBe("capacity-block");
    expect(cluster.decisions.map(({ choice }) => choice)).toEqual(
      expect.arrayContaining(["32 x p5.48xlarge", "1 spare node"]),
    );
    expect(cluster.size.lustre.capacityTiB).toBe(48);
    expect(cluster.decisions.find(({ choice }) => choice.startsWith("Lustre of 48 TiB"))?.why).toBe("given");
  });

  it("asks for a network or a zone", () => {
    expect(messageOf(() => new TrainingCluster(testStack(), "train", { workload }))).toBe(
      'test/train: availabilityZone or network is required; write availabilityZone: "us-east-2a"',
    );
  });

  const fixed = { availabilityZone: "us-east-2a", workload, instanceType: "p5.48xlarge", nodes: 32 };

  it.each([
    { ...fixed, nodes: 16, lustre: { capacityTiB: 96, throughputPerTiB: 500 } },
    { ...fixed, instanceType: "p4d.24xlarge", nodes: 64, spareNodes: 3 },
    { ...fixed, workload: { ...workload, model: "llama-3.1-8b", deadlineDays: 60 }, nodes: undefined },
  ])("decides what it builds, in its model as in its Terraform: case %#", (props) => {
    const stack = testStack();
    const { decisions, size, workload: run } = new TrainingCluster(stack, "train", props);
    const [pool] = clusterModel(stack, run).pools;
    const { resource } = synthesized(stack);
    const [lustre] = Object.values(resource.aws_fsx_lustre_file_system!);
    const max = pool!.nodes.max - size.spareNodes;
    expect(decisions.map(({ choice }) => choice)).toEqual(
      expect.arrayContaining([
        `${max} x ${pool!.instanceType}`,
        expect.stringMatching(`^${size.spareNodes} spare node`),
        `Lustre of ${Number(lustre!.storage_capacity) / 1000} TiB at ${lustre!.per_unit_storage_throughput} MB/s/TiB`,
        `a checkpoint every ${run.checkpointMinutes ?? size.checkpointMinutes} min`,
      ]),
    );
    const launched = Object.values(resource.aws_launch_template!).map(({ instance_type }) => instance_type);
    expect(launched).toContain(pool!.instanceType);
  });

  it("decides on no file system of its own where one is given", () => {
    const stack = testStack();
    const attributes = { fileSystemId: "fs-0123456789abcdef0", mountName: "fsx", availabilityZone: "us-east-2a" };
    const existingLustre = LustreStorage.import(stack, "ours", attributes);
    const choices = new TrainingCluster(stack, "train", { ...fixed, existingLustre }).decisions.map((d) => d.choice);
    expect(choices).toContain("the file system ours");
    expect(choices.filter((choice) => choice.startsWith("Lustre of"))).toEqual([]);
  });

  it("says what it tried where nothing fits", () => {
    const build = () =>
      new TrainingCluster(testStack(), "train", {
        availabilityZone: "us-east-2a",
        workload,
        instanceType: "p4d.24xlarge",
        nodes: 1,
      });
    expect(messageOf(build)).toBe(
      "sizing: workload: llama-3.1-70b in sequences of 8192 tokens fits no design that can be priced (tried p4d.24xlarge, exactly 1 node, on-demand); allow more nodes, other types or another purchase",
    );
  });
});
