import { App, TerraformStack, Testing } from "cdktf";
import { FineTuningCluster } from "../../../lib/architectures/fine-tuning-cluster";
import { InferenceCluster } from "../../../lib/architectures/inference-cluster";
import { SingleNode } from "../../../lib/architectures/single-node";
import { TrainingCluster } from "../../../lib/architectures/training-cluster";
import { buildBlueprint } from "../../../lib/blueprint/build";
import { ejectBlueprint } from "../../../lib/blueprint/eject";
import { expandBlueprint } from "../../../lib/blueprint/expand";
import { parseBlueprint } from "../../../lib/blueprint/load";
import { reviewBlueprint } from "../../../lib/blueprint/review-blueprint";
import type { KubeRayCluster } from "../../../lib/clouds/azure/kubernetes/kube-ray-cluster";
import { ClusterNetwork } from "../../../lib/clouds/azure/network/cluster-network";
import { azure } from "../../../lib/clouds/azure/parts";
import { CheckpointBucket } from "../../../lib/clouds/azure/storage/checkpoint-bucket";
import { designOf } from "../../../lib/review/design";

/** A stack with a network and a bucket, whose account needs its own name. */
function place() {
  const stack = new TerraformStack(new App(), "train");
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
  return { stack, network, bucket: new CheckpointBucket(stack, "data", { network, accountName: "traindata01" }) };
}

const resources = (stack: TerraformStack) => {
  const { resource } = JSON.parse(Testing.synth(stack)) as { resource: Record<string, Record<string, object>> };
  return resource;
};

const TUNING = {
  model: "llama-3.1-8b",
  tokens: 1e8,
  sequenceLength: 2048,
  globalBatchSequences: 64,
  method: "lora",
} as const;
const TRAINING = {
  model: "llama-3.1-70b",
  tokens: 1e11,
  sequenceLength: 4096,
  globalBatchSequences: 512,
  deadlineDays: 120,
};

describe("architectures in Azure", () => {
  it("make a training cluster of Azure's own parts, in its types", () => {
    const { stack, network, bucket } = place();
    const cluster = new TrainingCluster(
      stack,
      "run",
      { network, bucket, workload: TRAINING, scheduler: "fleet", pool: { imageVersion: "22.04.2026010101" } },
      azure,
    );
    // of Azure's types: none of these is a prop of AWS's constructs
    const { identity } = cluster.pool;
    expect(identity.node.path).toContain("run/nodes");
    expect(cluster.monitoring).toBeUndefined();
    expect(cluster.decisions.map(({ choice }) => choice)).toContain("no monitoring");
    const made = Object.keys(resources(stack));
    expect(made).toEqual(expect.arrayContaining(["azurerm_managed_lustre_file_system", "azurerm_role_assignment"]));
    // what is no resource of Azure is of Terraform itself
    expect(made.filter((type) => !type.startsWith("azurerm_"))).toEqual(["terraform_data"]);
    expect(cluster.size.instanceType).toMatch(/^Standard_ND/);
  });

  it("make a single node and a fine-tuning cluster, which buys its nodes in one way", () => {
    const one = place();
    const node = new SingleNode(
      one.stack,
      "node",
      { network: one.network, bucket: one.bucket, workload: TUNING },
      azure,
    );
    expect(node.fleet.scaleSet.node.path).toContain("node/fleet");
    const { stack, network, bucket } = place();
    const names = { siteAccountName: "trainslurmsite", vaultName: "train-slurm" };
    const tuned = new FineTuningCluster(stack, "tune", { network, bucket, workload: TUNING, slurm: names }, azure);
    expect(tuned.pool.node.path).toContain("tune");
    expect(Object.keys(resources(stack))).toEqual(
      expect.arrayContaining(["azurerm_linux_virtual_machine", "azurerm_key_vault"]),
    );
  });

  it("serve a model on AKS, with weights that the pods' identity reads", () => {
    const { stack, network, bucket } = place();
    const workload = { model: "llama-3.1-8b", promptTokens: 500, outputTokens: 200, requestsPerSecond: 2 };
    const service = new InferenceCluster(stack, "serve", { network, bucket, workload }, azure);
    expect(service.size.instanceType).toMatch(/^Standard_/);
    expect(service.ray.workloads.serving[0]!.files.address).toBe(bucket.uri("weights/llama-3.1-8b"));
    expect(Object.keys(resources(stack))).toContain("azurerm_kubernetes_cluster_node_pool");
  });

  it("train and tune on Ray, where a pool's grant is that of the pods", () => {
    const { stack, network, bucket } = place();
    const props = { network, bucket, workload: TUNING, scheduler: "ray" as const };
    const tuned = new FineTuningCluster(stack, "tune", props, azure);
    expect(tuned.pool.identity).toBe((tuned.scheduler as KubeRayCluster).identity);
    const found = resources(stack);
    expect(Object.keys(found)).not.toContain("azurerm_linux_virtual_machine");
    const names = Object.values(found.azurerm_user_assigned_identity as Record<string, { name: string }>).map(
      ({ name }) => name,
    );
    expect(names.sort()).toEqual(["train-ray-aks", "train-ray-pods"]);
  });
});

const BLUEPRINT = `apiVersion: warpform/v1
name: train
cloud: azure
network: { availabilityZone: eastus-1 }
buckets:
  data: { accountName: traindata01 }
architecture:
  kind: training
  scheduler: fleet
  bucket: data
  pool: { rootVolumeGiB: 512 }
workload:
  kind: training
  model: llama-3.1-70b
  tokens: 100000000000
  sequenceLength: 4096
  globalBatchSequences: 512
  deadlineDays: 120
`;

describe("a blueprint of an architecture in Azure", () => {
  const load = (text: string) => parseBlueprint([{ file: "a.yaml", text }]);
  const synth = (text: string) => Testing.synth(buildBlueprint(new App(), load(text)).stack);

  it("is sized by what Azure sells, and expanded to what is built", () => {
    const { cluster } = buildBlueprint(new App(), load(BLUEPRINT));
    expect(cluster.pools[0]).toMatchObject({ instanceType: expect.stringMatching(/^Standard_ND/), rootVolumeGiB: 512 });
    const { capacityGiB, throughputPerTiB } = cluster.fileSystems[0]!;
    // multiples of the step of its tier, TiB: 48, 16, 8, 4
    const steps: Readonly<Record<number, number>> = { 40: 48, 125: 16, 250: 8, 500: 4 };
    expect((capacityGiB! / 1024) % steps[throughputPerTiB!]!).toBe(0);
    const expanded = expandBlueprint(load(BLUEPRINT).blueprint);
    expect(expanded).toContain(`instanceType: ${cluster.pools[0]!.instanceType}`);
    expect(synth(expanded)).toBe(synth(BLUEPRINT));
  });

  it("is reviewed with Azure's prices and ejected as a program of Azure's module", () => {
    const { cluster } = buildBlueprint(new App(), load(BLUEPRINT));
    const { figures } = reviewBlueprint(designOf(cluster), load(BLUEPRINT).blueprint);
    expect(figures.cost.usdPerHour).toBeGreaterThan(0);
    const program = ejectBlueprint(load(BLUEPRINT).blueprint);
    expect(program).toContain('import { CheckpointBucket, ClusterNetwork, azure } from "warpform/azure";');
    expect(program).toContain("}, azure);");
  });

  it.each(["slurm", "ray"])("tunes with %s, sized, expanded and ejected", (scheduler) => {
    const names = scheduler === "slurm" ? "  slurm: { siteAccountName: tunesite01, vaultName: tune-slurm }\n" : "";
    const text = `apiVersion: warpform/v1
name: tune
cloud: azure
network: { availabilityZone: eastus-1 }
buckets:
  data: { accountName: tunedata01 }
architecture:
  kind: fineTuning
  scheduler: ${scheduler}
  runsAtOnce: 3
  teams: [search, ads]
  bucket: data
${names}workload:
  kind: fine-tuning
  model: llama-3.1-8b
  method: lora
  tokens: 100000000
  sequenceLength: 2048
  globalBatchSequences: 64
`;
    const { cluster } = buildBlueprint(new App(), load(text));
    const [pool] = cluster.pools;
    expect(pool).toMatchObject({ adoptedBy: { kind: scheduler === "ray" ? "kubernetes" : "slurm" } });
    expect(pool!.nodes.max % 3).toBe(0);
    expect(synth(text)).toContain("search");
    expect(synth(expandBlueprint(load(text).blueprint))).toBe(synth(text));
    expect(ejectBlueprint(load(text).blueprint)).toContain("new FineTuningCluster(stack");
    expect(() => load(text.replace("scheduler: ", "scheduler: fleet # "))).toThrow(/"slurm" or "ray"/);
  });

  it("asks for the bucket, whose account needs a name, and takes no key of AWS", () => {
    expect(() => load(BLUEPRINT.replace("  bucket: data\n", ""))).toThrow(/architecture\.bucket is required/);
    expect(() => load(BLUEPRINT.replace("  bucket: data\n", "  bucket: data\n  monitoring: {}\n"))).toThrow(
      /monitoring is a key of AWS/,
    );
  });
});
