import { App } from "cdktf";
import { buildBlueprint } from "../../lib/blueprint/build";
import { parseBlueprint } from "../../lib/blueprint/load";
import { GpuNodePool } from "../../lib/clouds/aws/pools/gpu-node-pool";
import { LustreStorage } from "../../lib/clouds/aws/storage/lustre/lustre-storage";
import { adopt, testNetwork, testStack } from "../clouds/aws/synthesized";
import { disagreements } from "./disagreements";

/** What constructs and Terraform of a blueprint disagree on. */
function ofBlueprint(text: string) {
  const head = "apiVersion: warpform/v1\nname: lab\nnetwork: { availabilityZone: us-east-2a }\n";
  const { stack } = buildBlueprint(new App(), parseBlueprint([{ file: "a.yaml", text: head + text }]));
  return disagreements(stack);
}

/** A pool with two groups of its own on a fabric, and two file systems, on Kubernetes. */
const kubernetes = (provisioner: string, nodeImage: string, pool = "") => `
fabric: {}
fileSystems:
  fast: { kind: lustre, capacityTiB: 1.2 }
  slow: { kind: lustre, storageType: INTELLIGENT_TIERING }
pools:
  h100:
    instanceType: p5.48xlarge
    nodes: { min: 0, max: 4 }
    securityGroupIds: [sg-0123456789abcdef1, sg-0123456789abcdef2]
    ${pool}
kubeRay:
  pools: [h100]
  provisioner: ${provisioner}
  nodeImage: ${nodeImage}
  fileSystems: [{ fileSystem: fast, path: /fast }, { fileSystem: slow, path: /slow }]
`;

describe("what constructs say and what their Terraform says", () => {
  it.each([
    ["managed", "bottlerocket"],
    ["karpenter", "al2023"],
  ])("is the same of nodes that %s starts from %s", (provisioner, nodeImage) => {
    expect(ofBlueprint(kubernetes(provisioner, nodeImage))).toEqual([]);
  });

  it("is the same of a pool with settings of its own", () => {
    const own = "detailedMonitoring: false\n    imdsHopLimit: 2\n    rootVolumeGiB: 500";
    expect(ofBlueprint(kubernetes("managed", "al2023", own))).toEqual([]);
  });

  it("is the same of Slurm's nodes and of a fleet's", () => {
    const pools = "pools:\n  gpu: { instanceType: p5.48xlarge, nodes: { min: 0, max: 2 }, imdsHopLimit: 1 }\n";
    expect(ofBlueprint(`${pools}slurm: { partitions: [{ name: train, pools: [gpu] }] }`)).toEqual([]);
    expect(ofBlueprint(`${pools}fleets: { run: { pool: gpu } }`)).toEqual([]);
  });
});

describe("the second witness", () => {
  it("sees a launch template and a file system that are not what their constructs say", () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const pool = new GpuNodePool(stack, "gpu", { network, instanceType: "g6e.xlarge", nodes: { min: 0, max: 1 } });
    const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 1.2 });
    adopt(pool);
    expect(disagreements(stack)).toEqual([]);
    pool.launchTemplate.putMetadataOptions({ httpTokens: "optional", httpPutResponseHopLimit: 3 });
    pool.launchTemplate.putMonitoring({ enabled: false });
    scratch.fileSystem.putMetadataConfiguration({ mode: "USER_PROVISIONED", iops: 12_000 });
    expect(disagreements(stack)).toEqual([
      { part: "pools.gpu.on-demand", fact: "imdsV2Required", says: true, reads: false },
      { part: "pools.gpu.on-demand", fact: "imdsHopLimit", says: 2, reads: 3 },
      { part: "pools.gpu.on-demand", fact: "detailedMonitoring", says: true, reads: false },
      { part: "fileSystems.scratch", fact: "metadataIops", says: null, reads: 12_000 },
    ]);
  });
});
