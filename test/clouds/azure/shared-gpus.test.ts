import { App, TerraformStack, Testing } from "cdktf";
import { parse } from "yaml";
import {
  ClusterNetwork,
  clusterModel,
  declareProvider,
  GpuNodePool,
  type GpuNodePoolProps,
  GpuSharing,
  InfiniBandFabric,
  KubeRayCluster,
  type KubeRayClusterProps,
  NodeFleet,
  SlurmHeadNode,
} from "../../../lib/clouds/azure";

function place() {
  const stack = new TerraformStack(new App(), "serve");
  declareProvider(stack);
  return { stack, network: new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" }) };
}

type Pools = Readonly<Record<string, Partial<GpuNodePoolProps>>>;

function made(pools: Pools, props: (pools: Record<string, GpuNodePool>) => Partial<KubeRayClusterProps> = () => ({})) {
  const { stack, network } = place();
  const common = { network, instanceType: "Standard_NC24ads_A100_v4", nodes: { min: 0, max: 4 } };
  const all = Object.fromEntries(
    Object.entries(pools).map(([name, of]) => [name, new GpuNodePool(stack, name, { ...common, ...of })]),
  );
  const ray = new KubeRayCluster(stack, "ray", { network, pools: Object.values(all), ...props(all) });
  return { stack, ray, pools: all };
}

interface Resource {
  readonly name: string;
  readonly [argument: string]: unknown;
}

const resources = (stack: TerraformStack, type: string): Resource[] =>
  Object.values(JSON.parse(Testing.synth(stack)).resource[type] ?? {});

const releases = (stack: TerraformStack): Record<string, { values: string[] }> =>
  Object.fromEntries(resources(stack, "helm_release").map((one) => [one.name, one as never]));

const valuesOf = (stack: TerraformStack, name: string) =>
  JSON.parse(releases(stack)[name]!.values[0]!.replaceAll("$${", "${"));

const objects = (ray: KubeRayCluster, kind: string) =>
  ray.releases.workloadsChart.files
    .filter(({ path }) => path.startsWith("templates/"))
    .flatMap(({ text }) => text.split(/^---$/m))
    .filter((text) => new RegExp(`^kind: ${kind}$`, "m").test(text))
    .map((text) => parse(text.replaceAll(/\{\{.*?\}\}/g, "x")));

describe("GPUs that a pool on AKS shares", () => {
  it("are cut by the GPU operator into as many parts of the MIG profile as fit, which pods ask for", () => {
    const { stack, ray, pools } = made({ cut: { gpuSharing: GpuSharing.mig("1g.10gb") } }, ({ cut }) => ({
      jobs: [{ name: "small", pool: cut!, image: "registry.example/work:1", command: ["work"], gpusPerPod: 1 }],
    }));
    expect(ray.definition.gpuDriver).toBe("operator");
    const [pool] = resources(stack, "azurerm_kubernetes_cluster_node_pool");
    expect(pool!.gpu_driver).toBe("None");
    expect(pool!.node_labels).toMatchObject({
      "nvidia.com/mig.config": "all-1g.10gb-7",
      "nvidia.com/device-plugin.config": "mig",
    });
    const operator = valuesOf(stack, "gpu-operator");
    expect(operator.driver.enabled).toBe(true);
    expect(parse(operator.migManager.config.data["config.yaml"])["mig-configs"]["all-1g.10gb-7"]).toEqual([
      { devices: "all", "mig-enabled": true, "mig-devices": { "1g.10gb": 7 } },
    ]);
    const [job] = objects(ray, "Job");
    expect(job.spec.template.spec.containers[0].resources.limits["nvidia.com/mig-1g.10gb"]).toBe("1");
    expect(pools.cut!.describe().sharing).toEqual({ kind: "mig", profile: "1g.10gb", instancesPerGpu: 7 });
    expect(clusterModel(stack).pools[0]!.sharing).toEqual(pools.cut!.describe().sharing);
  });

  it("are shared in turns, or by MPS, as each pool says", () => {
    const { stack } = made({
      turns: { gpuSharing: GpuSharing.timeSlicing(4) },
      atonce: { gpuSharing: GpuSharing.mps(6) },
      whole: {},
    });
    const { data } = valuesOf(stack, "gpu-operator").devicePlugin.config;
    expect(Object.keys(data).sort()).toEqual(["default", "mps-6", "time-slicing-4"]);
    expect(parse(data["mps-6"]).sharing.mps.resources).toEqual([{ name: "nvidia.com/gpu", replicas: 6 }]);
    const labels = Object.fromEntries(
      resources(stack, "azurerm_kubernetes_cluster_node_pool").map((pool) => [
        pool.name,
        pool.node_labels as Record<string, string>,
      ]),
    );
    expect(Object.entries(labels).map(([name, of]) => [name, of["nvidia.com/device-plugin.config"]])).toEqual(
      expect.arrayContaining([
        ["turns", "time-slicing-4"],
        ["atonce", "mps-6"],
        ["whole", undefined],
      ]),
    );
    expect(labels.atonce).toHaveProperty(["nvidia.com/mps.capable"], "true");
  });

  it("are shared by the device plugin alone where AKS' driver is asked for", () => {
    const { stack } = made({ turns: { gpuSharing: GpuSharing.timeSlicing(4) } }, () => ({ gpuDriver: "aks" }));
    expect(Object.keys(releases(stack))).not.toContain("gpu-operator");
    expect(Object.keys(valuesOf(stack, "nvidia-device-plugin").config.map)).toEqual(["default", "time-slicing-4"]);
    expect(resources(stack, "azurerm_kubernetes_cluster_node_pool")[0]!.gpu_driver).toBe("Install");
  });

  it.each<[string, Partial<GpuNodePoolProps>, string]>([
    [
      "a profile that the GPU has not",
      { gpuSharing: GpuSharing.mig("1g.12gb") },
      'gpuSharing.profile must be one of the A100-PCIe-80GB\'s (1g.10gb, 1g.10gb+me, 1g.20gb, 2g.20gb, 3g.40gb, 4g.40gb, 7g.80gb), got "1g.12gb"',
    ],
    [
      "one replica",
      { gpuSharing: GpuSharing.timeSlicing(1) },
      "gpuSharing.replicas must be a whole number from 2 to 48, got 1; use 4",
    ],
    [
      "half a replica",
      { gpuSharing: GpuSharing.mps(2.5) },
      "gpuSharing.replicas must be a whole number from 2 to 48, got 2.5; use 4",
    ],
    [
      "49 replicas",
      { gpuSharing: GpuSharing.mps(49) },
      "gpuSharing.replicas must be a whole number from 2 to 48, got 49; use 4",
    ],
    [
      "what is no GpuSharing",
      { gpuSharing: "mig" as never },
      'gpuSharing must be a GpuSharing, such as GpuSharing.mig("1g.10gb")',
    ],
    [
      "a size without GPUs",
      { instanceType: "Standard_D8as_v5", gpuSharing: GpuSharing.mps(2) },
      "gpuSharing needs NVIDIA GPUs, and Standard_D8as_v5 has none; omit gpuSharing",
    ],
    [
      "GPUs of AMD",
      { instanceType: "Standard_ND96isr_MI300X_v5", gpuSharing: GpuSharing.mps(2) },
      "gpuSharing needs NVIDIA GPUs, and Standard_ND96isr_MI300X_v5 has none; omit gpuSharing",
    ],
    [
      "MIG on a GPU that cannot be partitioned",
      { instanceType: "Standard_NV36ads_A10_v5", gpuSharing: GpuSharing.mig("1g.6gb") },
      "gpuSharing by MIG needs a GPU that can be partitioned, and the A10-24GB of Standard_NV36ads_A10_v5 cannot; use GpuSharing.timeSlicing(4)",
    ],
  ])("are refused with %s", (_, pool, message) => {
    expect(() => made({ wrong: pool })).toThrow(message);
  });

  it("are refused where AKS' driver would have to be cut, by Slurm and in a fleet", () => {
    const cut = { cut: { gpuSharing: GpuSharing.mig("2g.20gb") } };
    expect(() => made(cut, () => ({ gpuDriver: "aks" }))).toThrow(
      'gpuDriver "aks" has GPUs cut when AKS makes a node pool and never again, and pool "cut" has its MIG profile from NVIDIA\'s GPU operator; omit gpuDriver',
    );
    const { stack, network } = place();
    const props = { network, instanceType: "Standard_NC24ads_A100_v4", nodes: { min: 0, max: 2 } };
    const pool = (id: string) => new GpuNodePool(stack, id, { ...props, gpuSharing: GpuSharing.timeSlicing(2) });
    expect(() => new NodeFleet(stack, "fleet", { pool: pool("one") })).toThrow(
      'pool "one" has gpuSharing, which only Kubernetes does on Azure; leave it out, or give the pool to a KubeRayCluster',
    );
    const head = { network, siteAccountName: "trainslurmsite", vaultName: "train-slurm" };
    expect(
      () => new SlurmHeadNode(stack, "slurm", { ...head, partitions: [{ name: "work", pools: [pool("two")] }] }),
    ).toThrow(
      'pools[0] "two" has gpuSharing, which only Kubernetes does on Azure; leave it out, or give the pool to a KubeRayCluster',
    );
  });
});

describe("racks of GB200 and GB300 on AKS", () => {
  const racks = (props: (pools: Record<string, GpuNodePool>) => Partial<KubeRayClusterProps>) => {
    const { stack, network } = place();
    const fabric = new InfiniBandFabric(stack, "fabric", { network });
    const rack = new GpuNodePool(stack, "rack", {
      network,
      fabric,
      instanceType: "Standard_ND128isr_GB300_v6",
      nodes: { min: 18, max: 18 },
    });
    return { stack, ray: new KubeRayCluster(stack, "ray", { network, pools: [rack], ...props({ rack }) }) };
  };
  const job = (rack: GpuNodePool, nodes: number) => ({
    jobs: [{ name: "train", pool: rack, image: "registry.example/arm:1", command: ["train"], nodes }],
  });

  it("have NVLink over their nodes: NVIDIA's driver for it, and a domain of the job that each pod has a channel of", () => {
    const { stack, ray } = racks(({ rack }) => job(rack!, 18));
    expect(valuesOf(stack, "dra-driver-nvidia-gpu").resources).toEqual({
      gpus: { enabled: false },
      computeDomains: { enabled: true },
    });
    const [domain] = objects(ray, "ComputeDomain");
    expect(domain.metadata.name).toBe("train-nvlink");
    const { claims } = objects(ray, "JobSet")[0].spec.replicatedJobs[0].template.spec.template.spec.containers[0]
      .resources;
    expect(claims).toEqual([{ name: "nvlink" }]);
  });

  it("have no domain for a job of one node", () => {
    expect(objects(racks(({ rack }) => job(rack!, 1)).ray, "ComputeDomain")).toEqual([]);
  });

  it("are what queues place workloads by, as the GPU operator names them", () => {
    const { ray } = racks(({ rack }) => ({
      rayClusters: [{ name: "long", pools: [rack!], queue: "research", image: "registry.example/arm:1" }],
      queues: { teams: [{ name: "research", gpus: { rack: 72 } }] },
    }));
    const [topology] = objects(ray, "Topology");
    expect(topology.spec.levels).toEqual([
      { nodeLabel: "nvidia.com/gpu.clique" },
      { nodeLabel: "kubernetes.io/hostname" },
    ]);
    expect(objects(ray, "ResourceFlavor").map(({ spec }) => spec.topologyName)).toContain("nvlink-domains");
  });
});
