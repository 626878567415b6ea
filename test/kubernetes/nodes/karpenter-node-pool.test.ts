import { EC2_NODE_CLASS, ec2NodeClass } from "../../../lib/clouds/aws/kubernetes/writers/ec2-node-class";
import { karpenterNodePool, poolSources } from "../../../lib/kubernetes/nodes/karpenter-node-pool";
import { nodeOverlay } from "../../../lib/kubernetes/nodes/node-overlay";
import { gpuResource } from "../../../lib/kubernetes/nodes/pool";
import { g6e, mig, mps, p5, poolOf, sliced } from "../pools";

const settings = {
  instanceProfile: "node",
  subnetIds: ["subnet-1"],
  securityGroupIds: ["sg-1"],
  amiAlias: "al2023@v20261118",
  placementGroup: "pg",
  kmsKeyId: null,
  userData: null,
  tags: {},
};
// biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
const spec = (object: { spec?: unknown } | null) => object?.spec as any;

describe("poolSources", () => {
  it("numbers sources of one kind and gives the first the highest weight", () => {
    const twice = poolOf("p5.48xlarge", {
      capacity: [p5.pool.capacity[0]!, p5.pool.capacity[0]!, p5.pool.capacity[1]!],
    });
    expect(poolSources(twice).map(({ name, weight }) => [name, weight])).toEqual([
      ["gpu-block", 100],
      ["gpu-block-2", 99],
      ["gpu-on-demand", 98],
    ]);
  });
});

describe("karpenterNodePool", () => {
  const [block, onDemand] = poolSources(p5);

  it("limits a p5 pool of 16 nodes to 128 GPUs", () => {
    expect(spec(karpenterNodePool(p5, onDemand!, "training", EC2_NODE_CLASS)).limits).toEqual({
      "nvidia.com/gpu": "128",
    });
  });

  it.each([
    ["MIG devices", mig],
    ["shares of MPS", mps],
    ["shares of time slicing", sliced],
  ])("limits a pool of %s by what its nodes advertise, which Karpenter counts", (_, of) => {
    const { name, perNode } = gpuResource(of);
    expect(name).not.toBe("nvidia.com/gpu");
    expect(spec(karpenterNodePool(of, poolSources(of)[0]!, "serving", EC2_NODE_CLASS)).limits).toEqual({
      [name]: String(of.pool.nodes.max * perNode),
    });
    expect(Object.keys(spec(nodeOverlay(of)).capacity)).toContain(name);
  });

  it("takes reserved capacity in the block's zone", () => {
    expect(spec(karpenterNodePool(p5, block!, "training", EC2_NODE_CLASS)).template.spec.requirements).toEqual(
      expect.arrayContaining([
        { key: "karpenter.sh/capacity-type", operator: "In", values: ["reserved"] },
        { key: "topology.kubernetes.io/zone", operator: "In", values: ["us-east-2a"] },
      ]),
    );
  });

  it("takes only empty nodes away from training", () => {
    const { disruption, template } = spec(karpenterNodePool(p5, block!, "training", EC2_NODE_CLASS));
    expect(disruption.consolidationPolicy).toBe("WhenEmpty");
    expect(disruption.budgets).toContainEqual({ nodes: "0", reasons: ["Drifted", "Underutilized"] });
    expect(template.spec.expireAfter).toBe("Never");
  });

  it("packs serving nodes one at a time", () => {
    expect(spec(karpenterNodePool(g6e, poolSources(g6e)[0]!, "serving", EC2_NODE_CLASS)).disruption).toEqual({
      consolidationPolicy: "WhenEmptyOrUnderutilized",
      consolidateAfter: "10m",
      budgets: [{ nodes: "1" }],
    });
  });
});

describe("ec2NodeClass", () => {
  const [block, onDemand] = poolSources(p5);

  it("launches p5 nodes with one plain interface and 32 EFA devices", () => {
    const interfaces = spec(ec2NodeClass("h100-block", p5, block!.source, settings)).networkInterfaces;
    expect(interfaces).toHaveLength(33);
    expect(interfaces[0]).toEqual({ networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" });
  });

  it("names the block and no placement group for reserved capacity", () => {
    const of = spec(ec2NodeClass("h100-block", p5, block!.source, settings));
    expect(of.capacityReservationSelectorTerms).toEqual([{ id: "cr-0123456789abcdef0" }]);
    expect(of.placementGroupSelector).toBeUndefined();
  });

  it("names the placement group and no reservation for on-demand capacity", () => {
    const of = spec(ec2NodeClass("h100-on-demand", p5, onDemand!.source, settings));
    expect(of.placementGroupSelector).toEqual({ name: "pg" });
    expect(of.capacityReservationSelectorTerms).toBeUndefined();
  });

  it("leaves the interfaces of a type without a fabric to Karpenter", () => {
    expect(spec(ec2NodeClass("l40s-spot", g6e, g6e.pool.capacity[0]!, settings)).networkInterfaces).toBeUndefined();
  });
});

describe("nodeOverlay", () => {
  it.each([
    ["MIG devices of a p4d node", mig, { "nvidia.com/mig-1g.5gb": "56" }],
    ["shares of a time-sliced GPU", sliced, { "nvidia.com/gpu.shared": "4" }],
    ["shares of GPUs under MPS, six of each of four", mps, { "nvidia.com/gpu.shared": "24" }],
    ["EFA and huge pages of a p5 node", p5, { "vpc.amazonaws.com/efa": "32", "hugepages-2Mi": "42242Mi" }],
  ])("counts %s", (_, of, capacity) => {
    expect(spec(nodeOverlay(of)).capacity).toEqual(capacity);
  });

  it("is not needed for whole GPUs without a fabric", () => {
    expect(nodeOverlay(g6e)).toBeNull();
  });
});
