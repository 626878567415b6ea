// Every Azure construct in a stack per way to orchestrate nodes, below the folder that is named.
import { App, TerraformStack } from "cdktf";
import {
  Capacity,
  CheckpointBucket,
  ClusterNetwork,
  declareProvider,
  ExistingFileSystem,
  GpuNodePool,
  GpuSharing,
  InfiniBandFabric,
  KubeRayCluster,
  LustreStorage,
  NodeFleet,
  SharedHome,
  SlurmHeadNode,
} from "../../../lib/clouds/azure";

const app = new App({ outdir: process.argv[2] });
for (const orchestration of ["flexible", "uniform"] as const) {
  const stack = new TerraformStack(app, orchestration);
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1", clusterName: orchestration });
  const fabric = new InfiniBandFabric(stack, "fabric", { network, orchestration });
  const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 48 });
  const results = new CheckpointBucket(stack, "results", { network, accountName: `${orchestration}results` });
  const adminPublicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx9Z1mWnq3yq0l2bXk0Fj3nJr0C2s9Qn8b1kqv9o5aT user";
  const common = { network, adminPublicKey, mounts: [scratch.mount("/scratch")] };
  const h100 = new GpuNodePool(stack, "h100", {
    ...common,
    fabric,
    instanceType: "Standard_ND96isr_H100_v5",
    nodes: { min: 0, max: 16 },
  });
  const spot = new GpuNodePool(stack, "spot", {
    ...common,
    instanceType: "Standard_NC24ads_A100_v4",
    nodes: { min: 0, max: 4 },
    capacity: [Capacity.spot()],
  });
  for (const pool of [h100, spot]) {
    results.grantReadWrite(pool);
    new NodeFleet(stack, `${pool.node.id}-fleet`, { pool });
  }
}
const stack = new TerraformStack(app, "slurm");
declareProvider(stack);
const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 16, throughputPerTiB: 125 });
const mounts = [scratch.mount("/scratch")];
const train = new GpuNodePool(stack, "h100", {
  network,
  mounts,
  fabric: new InfiniBandFabric(stack, "fabric", { network }),
  instanceType: "Standard_ND96isr_H100_v5",
  nodes: { min: 0, max: 16 },
});
const spot = new GpuNodePool(stack, "spot", {
  network,
  mounts,
  instanceType: "Standard_NC24ads_A100_v4",
  nodes: { min: 0, max: 4 },
  capacity: [Capacity.spot()],
});
const reserved = new GpuNodePool(stack, "cpu", {
  network,
  instanceType: "Standard_D8as_v5",
  nodes: { min: 1, max: 4 },
  capacity: [
    Capacity.reservation(
      "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/shared/providers/Microsoft.Compute/capacityReservationGroups/cpu",
    ),
  ],
});
new SlurmHeadNode(stack, "slurm", {
  network,
  mounts,
  siteAccountName: "trainslurmsite",
  vaultName: "train-slurm",
  deployCidrs: ["203.0.113.0/24"],
  accounting: { kind: "managed", databaseServerName: "train-slurm-accounts" },
  loginNodes: 1,
  loginPools: [{ name: "viz", count: 2, allowGroups: ["artists"] }],
  partitions: [
    { name: "train", pools: [train] },
    { name: "other", pools: [spot, reserved] },
  ],
});

for (const name of ["aks", "aks-open"]) {
  const stack = new TerraformStack(app, name);
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1", clusterName: name });
  const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 16, throughputPerTiB: 125 });
  const models = new CheckpointBucket(stack, "models", { network, accountName: `${name.replace("-", "")}models` });
  const nd = new GpuNodePool(stack, "nd", {
    network,
    fabric: new InfiniBandFabric(stack, "fabric", { network }),
    instanceType: "Standard_ND96isr_H100_v5",
    nodes: { min: 0, max: 16 },
  });
  const nc = new GpuNodePool(stack, "nc", {
    network,
    instanceType: "Standard_NC40ads_H100_v5",
    nodes: { min: 0, max: 4 },
    capacity: [Capacity.spot()],
  });
  const ray = new KubeRayCluster(stack, "ray", {
    network,
    pools: [nd, nc],
    fileSystems: [{ storage: scratch, path: "/lustre" }],
    rayClusters: [{ name: "train", pools: [nd], queue: "research", workers: { min: 0, max: 16 } }],
    queues: { teams: [{ name: "research", gpus: { nd: 128 } }] },
    serving: [{ name: "llama", pool: nc, model: "llama-3.1-8b", weights: models.uri("weights/llama-3.1-8b") }],
    ...(name === "aks"
      ? {}
      : {
          publicEndpointCidrs: ["203.0.113.0/24"],
          kubernetesVersion: "1.34",
          upgrades: { channel: "patch" as const },
          maxSystemNodes: 6,
          monthlyBudgetUsd: 50_000,
          budgetEmails: ["ops@example.com"],
          budgetStartsOn: "2026-12-01",
        }),
  });
  models.grantRead(ray);
}

// Teams that share GPUs, each with an identity and secrets of its own, and racks.
const shared = new TerraformStack(app, "aks-shared");
declareProvider(shared);
const office = new ClusterNetwork(shared, "network", { availabilityZone: "eastus-1", clusterName: "shared" });
const notes = new CheckpointBucket(shared, "notes", { network: office, accountName: "sharednotes" });
const a100s = { network: office, instanceType: "Standard_NC24ads_A100_v4", nodes: { min: 0, max: 4 } };
const cut = new GpuNodePool(shared, "cut", { ...a100s, gpuSharing: GpuSharing.mig("1g.10gb") });
const turns = new GpuNodePool(shared, "turns", { ...a100s, gpuSharing: GpuSharing.timeSlicing(4) });
const atOnce = new GpuNodePool(shared, "atonce", { ...a100s, gpuSharing: GpuSharing.mps(6) });
const token =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/data/providers/Microsoft.KeyVault/vaults/teams/secrets/hub-token";
const work = { image: "registry.example.com/team/work:1", command: ["work"] };
const teams = new KubeRayCluster(shared, "ray", {
  network: office,
  pools: [cut, turns, atOnce],
  podIdentities: "per-namespace",
  jobs: [
    {
      ...work,
      name: "small",
      namespace: "team-a",
      pool: cut,
      gpusPerPod: 1,
      secretEnv: { HF_TOKEN: { secretId: token } },
    },
    {
      ...work,
      name: "other",
      namespace: "team-b",
      pool: turns,
      gpusPerPod: 1,
      secretEnv: { HF_TOKEN: { secretId: token } },
    },
    { ...work, name: "third", namespace: "team-b", pool: atOnce, gpusPerPod: 1 },
  ],
});
notes.grantRead(teams);
notes.grantReadWrite(teams.namespace("team-a"));

const racked = new TerraformStack(app, "aks-racks");
declareProvider(racked);
const hall = new ClusterNetwork(racked, "network", { availabilityZone: "eastus-1", clusterName: "racks" });
const rack = new GpuNodePool(racked, "rack", {
  network: hall,
  fabric: new InfiniBandFabric(racked, "fabric", { network: hall }),
  instanceType: "Standard_ND128isr_GB300_v6",
  nodes: { min: 18, max: 18 },
});
new KubeRayCluster(racked, "ray", {
  network: hall,
  pools: [rack],
  jobs: [{ ...work, name: "train", pool: rack, nodes: 18, queue: "research" }],
  queues: { teams: [{ name: "research", gpus: { rack: 72 } }] },
});

// Node auto-provisioning beside a pool of a fixed size.
const provisioned = new TerraformStack(app, "aks-nap");
declareProvider(provisioned);
const yard = new ClusterNetwork(provisioned, "network", { availabilityZone: "eastus-1", clusterName: "nap" });
const launched = new GpuNodePool(provisioned, "nc", {
  network: yard,
  instanceType: "Standard_NC40ads_H100_v5",
  nodes: { min: 0, max: 4 },
  capacity: [Capacity.spot()],
});
const fixed = new GpuNodePool(provisioned, "nd", {
  network: yard,
  fabric: new InfiniBandFabric(provisioned, "fabric", { network: yard }),
  instanceType: "Standard_ND96isr_H100_v5",
  nodes: { min: 4, max: 4 },
});
new KubeRayCluster(provisioned, "ray", {
  network: yard,
  pools: [fixed, launched],
  provisioner: "karpenter",
  registry: { pullThrough: { registryName: "napimages" } },
  jobs: [{ ...work, name: "train", pool: fixed, nodes: 4 }],
});

// What a network, storage and a bucket can have besides.
const full = new TerraformStack(app, "full");
declareProvider(full);
const closed = new ClusterNetwork(full, "network", {
  availabilityZone: "westus3-2",
  privateEndpoints: ["blob", "file", "vault"],
  flowLogs: { accountName: "fullflowlogs" },
});
const linked = new LustreStorage(full, "linked", {
  network: closed,
  capacityTiB: 16,
  throughputPerTiB: 125,
  blobs: { accountName: "fulllustreblobs", providerPrincipalId: "0f6a4a5e-9e3b-4a5e-8f5e-2d1d0c6a1b2c" },
});
const home = new SharedHome(full, "home", { network: closed });
const tools = SharedHome.files(full, "tools", { network: closed, accountName: "fulltools" });
const data = new CheckpointBucket(full, "data", {
  network: closed,
  accountName: "fulldata",
  immutableDays: 7,
  customerKey: {
    keyVaultKeyId: "https://fullkeys.vault.azure.net/keys/data",
    userAssignedIdentityId:
      "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/keys/providers/Microsoft.ManagedIdentity/userAssignedIdentities/data",
  },
});
const export_ = ExistingFileSystem.nfs(full, "old", { server: "10.200.0.4", exportPath: "/export" });
const a100 = new GpuNodePool(full, "a100", {
  network: closed,
  instanceType: "Standard_NC24ads_A100_v4",
  nodes: { min: 0, max: 2 },
  mounts: [
    linked.mount("/lustre"),
    home.mount("/home"),
    tools.mount("/tools"),
    data.mount("/data"),
    export_.mount("/old"),
  ],
});
new SlurmHeadNode(full, "slurm", {
  network: closed,
  mounts: [home.mount("/home")],
  loginNodes: 2,
  stateSnapshots: { everyHours: 12 },
  siteAccountName: "fullslurmsite",
  vaultName: "full-slurm",
  partitions: [{ name: "gpu", pools: [a100] }],
});

// The same in a virtual network that exists.
const within = new TerraformStack(app, "existing");
declareProvider(within);
const hub =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/main";
const given = ClusterNetwork.import(within, "network", {
  availabilityZone: "eastus-1",
  resourceGroupName: "train",
  virtualNetworkId: hub,
  computeSubnetId: `${hub}/subnets/gpu`,
});
const there = LustreStorage.import(within, "there", { mgsAddress: "10.1.2.3", availabilityZone: "eastus-1" });
const nodes = new GpuNodePool(within, "h100", {
  network: given,
  fabric: new InfiniBandFabric(within, "fabric", { network: given }),
  instanceType: "Standard_ND96isr_H100_v5",
  nodes: { min: 0, max: 4 },
  mounts: [there.mount("/lustre")],
});
new SlurmHeadNode(within, "slurm", {
  network: given,
  siteAccountName: "existingsite",
  vaultName: "existing-slurm",
  partitions: [{ name: "gpu", pools: [nodes] }],
});
app.synth();
