import { TerraformStack, Testing } from "cdktf";
import { candidateCluster } from "../../../lib/architectures/sizing/candidate-cluster";
import { modelArchitecture } from "../../../lib/catalog/models";
import * as aws from "../../../lib/clouds/aws";
import * as azure from "../../../lib/clouds/azure";
import type { NodePool } from "../../../lib/model/model";
import { factsNamed } from "../../../lib/review/clouds/list";
import { designOf } from "../../../lib/review/design";
import { costFigures } from "../../../lib/review/figures/cost";

const workload = {
  kind: "training",
  model: modelArchitecture("llama-3.1-8b"),
  tokens: 1e11,
  sequenceLength: 8192,
  globalBatchSequences: 512,
  deadlineDays: null,
  checkpointMinutes: null,
} as const;

const candidate = (cloud: "aws" | "azure", region: string, instanceType: string, nodes: number) =>
  candidateCluster(
    { instanceType, nodes, purchase: "on-demand", region, cloud: factsNamed(cloud)!, lustre: null },
    workload,
  );

const built = {
  aws: (instanceType: string): NodePool => {
    const stack = new TerraformStack(Testing.app(), "lab");
    const network = new aws.ClusterNetwork(stack, "network", { availabilityZone: "us-east-1a" });
    return new aws.GpuNodePool(stack, "nodes", { network, instanceType, nodes: { min: 0, max: 2 } }).describe();
  },
  azure: (instanceType: string): NodePool => {
    const stack = new TerraformStack(Testing.app(), "lab");
    const network = new azure.ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
    return new azure.GpuNodePool(stack, "nodes", { network, instanceType, nodes: { min: 0, max: 2 } }).describe();
  },
};

describe("a design that is judged before it is built", () => {
  it.each([
    ["aws", "us-east-1", "p5.48xlarge"],
    ["aws", "us-east-1", "g6e.4xlarge"],
    ["azure", "eastus", "Standard_ND96isr_H100_v5"],
    ["azure", "eastus", "Standard_NC40ads_H100_v5"],
  ] as const)("has the nodes that pools of %s are built with: %s %s", (cloud, region, type) => {
    const [judged] = candidate(cloud, region, type, 2).pools;
    const facts = ({ image, rootVolumeGiB, rootVolumeIops, rootVolumeMBps, encrypted, aws: own }: NodePool) => ({
      ...{ image, rootVolumeGiB, rootVolumeIops, rootVolumeMBps, encrypted },
      own: own && { ...own, networkInterfaces: [] },
    });
    expect(facts(judged!)).toEqual(facts(built[cloud](type)));
  });

  it("pays for what their root volumes are provisioned for", () => {
    const { parts } = costFigures(designOf(candidate("aws", "us-east-1", "p5.48xlarge", 5)));
    const perMonth = parts
      .filter(({ name }) => name.endsWith("(nodes)") && !name.includes("x p5"))
      .map(({ name, usdPerHour }) => [name, Math.round(usdPerHour! * 730 * 100) / 100]);
    expect(perMonth).toEqual([
      ["5 x 200 GiB root volume (nodes)", 80],
      ["5 x 3000 IOPS beyond gp3's 3,000 (nodes)", 75],
      ["5 x 375 MB/s beyond gp3's 125 (nodes)", 75],
      ["5 x EC2 detailed monitoring (nodes)", 10.5],
    ]);
  });
});
