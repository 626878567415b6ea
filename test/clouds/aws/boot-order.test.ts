import {
  Capacity,
  CheckpointBucket,
  GpuNodePool,
  InfiniBandFabric,
  KubeRayCluster,
  LustreStorage,
  NodeFleet,
  SharedHome,
  SlurmHeadNode,
} from "../../../lib/clouds/aws/index";
import { BootOrder } from "./boot-order";
import { synthesized, testNetwork, testStack } from "./synthesized";

/** Fleet, head and login node in a network of their own, with every kind of storage. */
function order(): BootOrder {
  const stack = testStack();
  const network = testNetwork(stack);
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 4.8, throughputPerTiB: 250 });
  const home = new SharedHome(stack, "home", { network });
  const pool = (id: string) =>
    new GpuNodePool(stack, id, {
      network,
      fabric,
      instanceType: "p5.48xlarge",
      nodes: { min: 0, max: 2 },
      mounts: [scratch.mount("/fsx"), home.mount("/home")],
    });
  const targetGroupArn = "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/serve/0123456789abcdef";
  new NodeFleet(stack, "fleet", { pool: pool("serve"), size: 1, targetGroupArn, targetPort: 8000 });
  const train = pool("train");
  new CheckpointBucket(stack, "checkpoints", { network }).grantReadWrite(train);
  new SlurmHeadNode(stack, "slurm", {
    network,
    partitions: [{ name: "train", pools: [train] }],
    mounts: [home.mount("/home")],
    loginNodes: 1,
    loginCidrs: ["192.0.2.0/24"],
  });
  return new BootOrder(synthesized(stack));
}

/** Node groups on a fabric that mount Lustre over it. */
function kubernetes(): BootOrder {
  const stack = testStack();
  const network = testNetwork(stack);
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const scratch = new LustreStorage(stack, "scratch", {
    network,
    capacityTiB: 38.4,
    throughputPerTiB: 125,
    fabric,
  });
  const h100 = new GpuNodePool(stack, "h100", {
    network,
    fabric,
    instanceType: "p5.48xlarge",
    nodes: { min: 2, max: 2 },
    capacity: [Capacity.onDemand()],
  });
  new KubeRayCluster(stack, "ray", {
    network,
    pools: [h100],
    provisioner: "managed",
    fileSystems: [{ storage: scratch, path: "/fsx" }],
  });
  return new BootOrder(synthesized(stack));
}

describe("What boots on Kubernetes", () => {
  const built = kubernetes();

  it("waits for its way out, rules, policies and file systems over the fabric, and goes before them", () => {
    const late = built.runners.map((runner) => [runner, built.late(runner)]);
    expect(late).toEqual(built.runners.map((runner) => [runner, []]));
    expect(built.runners.filter((runner) => runner.startsWith("helm_release")).length).toBeGreaterThan(3);
    expect(built.circles).toEqual([]);
  });
});

describe("What boots", () => {
  const built = order();

  it("waits for its way out, rules, policies, files and mount targets, and goes before them", () => {
    const late = built.runners.map((runner) => [runner, built.late(runner)]);
    expect(late).toEqual(built.runners.map((runner) => [runner, []]));
    expect(built.runners).toHaveLength(3);
  });

  it("names what it waits for as Terraform takes it", () => expect(built.expressions).toEqual([]));

  it("waits for nothing that waits for it", () => expect(built.circles).toEqual([]));

  it("of the head comes after what its nodes need, which it starts out of Terraform's sight", () => {
    const head = built.runners.find((address) => address.includes("slurm_head"))!;
    const before = [...built.before(head)];
    for (const needed of [
      "aws_launch_template.train_template",
      "aws_nat_gateway",
      "aws_efs_mount_target",
      "aws_vpc_security_group_egress_rule.fabric",
    ])
      expect(before.filter((address) => address.startsWith(needed))).not.toEqual([]);
  });

  it("of the NAT gateway comes after the internet gateway", () => {
    const nat = [...built.before(built.runners[0]!)].find((address) => address.startsWith("aws_nat_gateway"))!;
    expect([...built.before(nat)].filter((address) => address.startsWith("aws_internet_gateway"))).toHaveLength(1);
  });
});
