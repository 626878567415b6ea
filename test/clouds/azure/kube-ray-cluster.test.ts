import { createHash } from "node:crypto";
import { App, TerraformStack, Testing } from "cdktf";
import { parse } from "yaml";
import {
  Capacity,
  CheckpointBucket,
  ClusterNetwork,
  clusterModel,
  declareProvider,
  GpuNodePool,
  type GpuNodePoolProps,
  GpuSharing,
  InfiniBandFabric,
  KubeRayCluster,
  type KubeRayClusterProps,
  LustreStorage,
  NodeFleet,
} from "../../../lib/clouds/azure";
import { designOf } from "../../../lib/review/design";
import { costFigures } from "../../../lib/review/figures/cost";
import { review } from "../../../lib/review/review";

const NC = { instanceType: "Standard_NC40ads_H100_v5", nodes: { min: 0, max: 4 } };
const ND = { instanceType: "Standard_ND96isr_H100_v5", nodes: { min: 0, max: 16 } };

/** A stack with a pool with InfiniBand and one without, and a cluster of both. */
function made(
  props: (parts: {
    nd: GpuNodePool;
    nc: GpuNodePool;
    models: CheckpointBucket;
    scratch: LustreStorage;
  }) => Partial<KubeRayClusterProps> = () => ({}),
  { nd = {}, nc = {} }: { nd?: Partial<GpuNodePoolProps>; nc?: Partial<GpuNodePoolProps> } = {},
) {
  const stack = new TerraformStack(new App(), "train");
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
  const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 16, throughputPerTiB: 125 });
  const models = new CheckpointBucket(stack, "models", { network, accountName: "trainmodels" });
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const pools = {
    nd: new GpuNodePool(stack, "nd", { network, fabric, ...ND, ...nd }),
    nc: new GpuNodePool(stack, "nc", { network, ...NC, ...nc }),
  };
  const ray = new KubeRayCluster(stack, "ray", {
    network,
    pools: Object.values(pools),
    ...props({ ...pools, models, scratch }),
  });
  return { stack, ray, models, ...pools };
}

const LOGIN =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/data/providers/Microsoft.KeyVault/vaults/data/secrets/hub";

const BUDGET = { monthlyBudgetUsd: 50_000, budgetEmails: ["ops@example.com"], budgetStartsOn: "2026-12-01" };

interface Resource {
  readonly name: string;
  readonly [argument: string]: unknown;
}

const resources = (stack: TerraformStack, type: string): Resource[] =>
  Object.values(JSON.parse(Testing.synth(stack)).resource[type] ?? {});

const objects = (ray: KubeRayCluster, kind: string) =>
  ray.releases.workloadsChart.files
    .filter(({ path }) => path.startsWith("templates/"))
    .flatMap(({ text }) => text.split(/^---$/m))
    .filter((text) => new RegExp(`^kind: ${kind}$`, "m").test(text))
    .map((text) => parse(text.replaceAll(/\{\{.*?\}\}/g, "x")));

const released = (stack: TerraformStack, name: string): { values: string; depends_on?: string[] } =>
  resources(stack, "helm_release").find((one) => one.name === name) as never;

describe("KubeRayCluster on AKS", () => {
  it.each([
    ["/mnt/secrets-store", '"/mnt/secrets-store" would hide what containers need; use "/data"'],
    ["/usr", "would hide what containers need"],
    ["/lustre/", "without a trailing slash"],
  ])("refuses a file system of pods at %s", (path, message) => {
    expect(() => made(({ scratch }) => ({ fileSystems: [{ storage: scratch, path }] }))).toThrow(message);
  });

  it("lets the control plane into the reservation of a pool, before which AKS would make the pool outside of it", () => {
    const group = "/subscriptions/x/resourceGroups/y/providers/Microsoft.Compute/capacityReservationGroups/z";
    const nc = { instanceType: "Standard_NC24ads_A100_v4", capacity: [Capacity.reservation(group)] as const };
    const { stack } = made(undefined, { nc });
    const pool = resources(stack, "azurerm_kubernetes_cluster_node_pool").find(({ name }) => name === "nc")!;
    expect(pool.capacity_reservation_group_id).toBe(group);
    const role = resources(stack, "azurerm_role_assignment").find(({ scope }) => scope === group);
    expect(role).toMatchObject({ role_definition_name: "Contributor" });
    expect(role!.principal_id).toContain("control-plane_identity");
    expect(pool.depends_on).toEqual([expect.stringContaining("nodes-nc_reservation")]);
  });

  it("bills the disk of an operating system only where it is not on the node's own disk", () => {
    const { stack } = made(undefined, { nc: { instanceType: "Standard_D8as_v5" } });
    const disks = resources(stack, "azurerm_kubernetes_cluster_node_pool");
    const managed = disks.filter(({ os_disk_type }) => os_disk_type === "Managed").map(({ name }) => name);
    const { unpriced } = costFigures(designOf(clusterModel(stack)));
    expect(disks.map(({ name, os_disk_type }) => [name, os_disk_type])).toContainEqual(["nd", "Ephemeral"]);
    expect(unpriced.filter((name) => name.includes("operating system disk"))).toEqual(
      managed.map((name) => `4 x 256 GiB operating system disk (${name})`),
    );
  });

  it("counts the GPU checks of AKS where AKS installs the driver, on the sizes that it checks, and those of no other node", () => {
    // with a fabric, NVIDIA's operator installs it on all
    const mixed = made();
    expect([mixed.nd, mixed.nc].map((pool) => pool.describe().healthChecked)).toEqual([false, false]);
    const stack = new TerraformStack(new App(), "serve");
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
    const pools = [NC, ND].map((size, i) => new GpuNodePool(stack, `pool${i}`, { network, ...size }));
    new KubeRayCluster(stack, "ray", { network, pools });
    expect(pools.map((pool) => pool.describe().healthChecked)).toEqual([false, true]);
    const found = review(clusterModel(mixed.stack)).findings.filter(({ rule }) => rule === "gpu-health-unchecked");
    expect(found.map(({ path }) => path).sort()).toEqual(["pools.nc.healthChecked", "pools.nd.healthChecked"]);
    expect(JSON.stringify(found[0]!.fix)).toContain("DCGM with a node problem detector that cordons them");
  });

  it("pulls images through a registry that caches what Azure caches, and those of nvcr.io from NVIDIA or a mirror", () => {
    const { stack, ray } = made(({ nc }) => ({
      registry: { pullThrough: { registryName: "TrainImages" }, mirrors: { "nvcr.io": "mirror.azurecr.io/nvcr.io" } },
      jobs: [{ name: "train", pool: nc, image: "quay.io/team/train:1", command: ["train"] }],
    }));
    const rules = resources(stack, "azurerm_container_registry_cache_rule");
    expect(rules.map(({ source_repo, target_repo }) => `${source_repo} ${target_repo}`).sort()).toEqual([
      "ghcr.io/* github/*",
      "public.ecr.aws/* ecr-public/*",
      "quay.io/* quay/*",
      "registry.k8s.io/* kubernetes/*",
    ]);
    expect(resources(stack, "azurerm_container_registry_credential_set")).toEqual([]);
    const [pull] = resources(stack, "azurerm_role_assignment").filter((one) => one.role_definition_name === "AcrPull");
    expect(pull!.principal_id).toContain("kubelet_identity");
    expect(ray.releases.workloadsChart.files.map(({ text }) => text).join()).toContain(
      "trainimages.azurecr.io/quay/team/train:1",
    );
    expect(String(released(stack, "gpu-operator").values)).toContain("mirror.azurecr.io/nvcr.io");
    const [policy] = objects(ray, "NicClusterPolicy");
    expect(policy.spec.ofedDriver).toMatchObject({
      repository: "mirror.azurecr.io/nvcr.io/nvidia/mellanox",
      image: "doca-driver",
    });
    expect(ray.releases.images.filter((image) => image.includes("doca-driver"))).toEqual([
      expect.stringMatching(/^nvcr\.io\/nvidia\/mellanox\/doca-driver:doca3/),
    ]);
    expect(released(stack, "workloads").depends_on!.join()).toContain("container_registry_cache_rule");
    expect(JSON.stringify(made().ray.workloads.imageMirror)).toBe("{}");
  });

  it("caches Docker Hub with a login, which the registry reads by an identity of its own", () => {
    const login = { dockerHubUsernameSecretId: LOGIN, dockerHubTokenSecretId: `${LOGIN}-token` };
    const { stack } = made(() => ({ registry: { pullThrough: { registryName: "trainimages", ...login } } }));
    const hub = resources(stack, "azurerm_container_registry_cache_rule").find(
      ({ source_repo }) => source_repo === "docker.io/*",
    );
    expect(hub!.credential_set_id).toContain("credential_set");
    const [set] = resources(stack, "azurerm_container_registry_credential_set");
    expect(set!.authentication_credentials).toEqual({
      username_secret_id: "https://data.vault.azure.net/secrets/hub",
      password_secret_id: "https://data.vault.azure.net/secrets/hub-token",
    });
    const reads = resources(stack, "azurerm_role_assignment").filter(({ scope }) => String(scope).startsWith(LOGIN));
    expect(reads).toHaveLength(2);
  });

  it("mails a budget of what has the cluster's tag, nodes in AKS' own resource group among it", () => {
    const { stack, ray } = made(() => BUDGET);
    const [budget] = resources(stack, "azurerm_consumption_budget_subscription");
    expect(budget).toMatchObject({
      name: "train-monthly",
      amount: 50_000,
      time_grain: "Monthly",
      time_period: { start_date: "2026-12-01T00:00:00Z" },
      filter: { tag: [{ name: "warpform:cluster", values: ["train"] }] },
    });
    const notices = budget!.notification as { threshold: number; threshold_type: string; contact_emails: string[] }[];
    expect(notices.map(({ threshold, threshold_type }) => `${threshold_type} ${threshold}`)).toEqual([
      "Actual 80",
      "Actual 100",
      "Forecasted 100",
    ]);
    for (const { contact_emails } of notices) expect(contact_emails).toEqual(["ops@example.com"]);
    expect(ray.budget!.amountInput).toBe(50_000);
    // the tag is on AKS' nodes too
    for (const pool of resources(stack, "azurerm_kubernetes_cluster_node_pool"))
      expect(pool.tags).toMatchObject({ "warpform:cluster": "train" });
    const of = (one: TerraformStack) => review(clusterModel(one)).findings.filter(({ rule }) => /^budget-/.test(rule));
    expect(clusterModel(stack).monitoring.map(({ monthlyBudgetUsd }) => monthlyBudgetUsd)).toEqual([50_000]);
    expect(of(stack).map(({ rule }) => rule)).not.toContain("budget-missing");
    const [missing] = of(made().stack);
    expect(missing).toMatchObject({ rule: "budget-missing" });
    expect(JSON.stringify(missing!.fix)).toContain("monthlyBudgetUsd");
    // nothing without it, with Prometheus or without
    expect(resources(made(() => ({ monitoring: false })).stack, "azurerm_consumption_budget_subscription")).toEqual([]);
  });

  it("makes a private cluster whose pods have addresses, policies and identities of their own", () => {
    const [cluster] = resources(made().stack, "azurerm_kubernetes_cluster");
    expect(cluster).toMatchObject({
      private_cluster_enabled: true,
      local_account_disabled: true,
      oidc_issuer_enabled: true,
      workload_identity_enabled: true,
      sku_tier: "Standard",
      node_os_upgrade_channel: "None",
      network_profile: {
        network_plugin: "azure",
        network_plugin_mode: "overlay",
        network_policy: "calico",
        outbound_type: "userAssignedNATGateway",
        pod_cidr: "10.244.0.0/14",
        service_cidr: "10.240.0.0/16",
        dns_service_ip: "10.240.0.10",
      },
    });
  });

  it("opens the API to the blocks that are given, and updates in the window that is given", () => {
    const { stack } = made(() => ({
      publicEndpointCidrs: ["203.0.113.0/24"],
      kubernetesVersion: "1.34",
      upgrades: { channel: "patch", day: "Tuesday", hour: 9 },
    }));
    const [cluster] = resources(stack, "azurerm_kubernetes_cluster");
    const window = { day_of_week: "Tuesday", start_time: "09:00", duration: 4, frequency: "Weekly" };
    expect(cluster).toMatchObject({
      private_cluster_enabled: false,
      kubernetes_version: "1.34",
      api_server_access_profile: { authorized_ip_ranges: ["203.0.113.0/24"] },
      automatic_upgrade_channel: "patch",
      node_os_upgrade_channel: "NodeImage",
      maintenance_window_auto_upgrade: window,
      maintenance_window_node_os: window,
    });
  });

  it("makes a node pool per pool, with the driver left to the operator where a pool has InfiniBand", () => {
    const { stack } = made(undefined, { nc: { capacity: [Capacity.spot()] } });
    const [nc, nd] = resources(stack, "azurerm_kubernetes_cluster_node_pool").sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    expect(nd).toMatchObject({
      name: "nd",
      auto_scaling_enabled: true,
      min_count: 0,
      max_count: 16,
      gpu_driver: "None",
      os_sku: "Ubuntu2204",
      os_disk_type: "Ephemeral",
      os_disk_size_gb: 1024,
      zones: ["1"],
      node_taints: ["nvidia.com/gpu=present:NoSchedule"],
      node_labels: { "warpform/pool": "nd", "nvidia.com/gpu.present": "true" },
      upgrade_settings: { max_surge: "0", max_unavailable: "1" },
    });
    expect(nc).toMatchObject({
      priority: "Spot",
      eviction_policy: "Delete",
      spot_max_price: -1,
      node_labels: { "kubernetes.azure.com/scalesetpriority": "spot" },
      node_taints: ["nvidia.com/gpu=present:NoSchedule", "kubernetes.azure.com/scalesetpriority=spot:NoSchedule"],
    });
    expect(nc).not.toHaveProperty("upgrade_settings");
  });

  it("taints nodes as a pool says, and lets what offers and measures GPUs onto them and onto Spot nodes", () => {
    const taints = [{ key: "dedicated", value: "research", effect: "NoSchedule" as const }];
    const { stack } = made(({ nd }) => ({ rayClusters: [{ name: "big", pools: [nd] }] }), {
      nc: { capacity: [Capacity.spot()], taints },
    });
    const [nc] = resources(stack, "azurerm_kubernetes_cluster_node_pool").filter(({ name }) => name === "nc");
    expect(nc!.node_taints).toContain("dedicated=research:NoSchedule");
    const tolerated = [
      { key: "dedicated", operator: "Exists", effect: "NoSchedule" },
      { key: "kubernetes.azure.com/scalesetpriority", operator: "Exists", effect: "NoSchedule" },
    ];
    const { daemonsets } = JSON.parse(released(stack, "gpu-operator").values);
    expect(daemonsets.tolerations).toEqual(expect.arrayContaining(tolerated));
    expect(JSON.parse(released(stack, "dcgm-exporter").values).tolerations).toEqual(expect.arrayContaining(tolerated));
  });

  it("refuses taints of a pool whose nodes a fleet starts", () => {
    const stack = new TerraformStack(new App(), "fleet");
    declareProvider(stack);
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
    const pool = new GpuNodePool(stack, "nc", { network, ...NC, taints: [{ key: "a", effect: "NoSchedule" }] });
    expect(() => new NodeFleet(stack, "fleet", { pool })).toThrow('pool "nc" has taints, which are Kubernetes');
  });

  it("makes neither key nor identity nor boot text of pools whose nodes AKS boots", () => {
    const { stack } = made();
    const { variable, locals } = JSON.parse(Testing.synth(stack));
    expect([variable, locals]).toEqual([undefined, undefined]);
    const names = resources(stack, "azurerm_user_assigned_identity").map(({ name }) => name);
    expect(names.sort()).toEqual(["train-ray-aks", "train-ray-pods"]);
  });

  it("installs the operators of network and GPUs, which find features of nodes once", () => {
    const { stack, ray } = made(({ nd }) => ({ rayClusters: [{ name: "big", pools: [nd] }] }));
    expect(JSON.parse(released(stack, "gpu-operator").values)).toMatchObject({
      driver: { enabled: true, rdma: { enabled: true } },
      nfd: { enabled: false },
    });
    expect(released(stack, "gpu-operator").depends_on).toEqual(
      expect.arrayContaining([expect.stringMatching(/^helm_release\..*network-operator/)]),
    );
    expect(JSON.parse(released(stack, "network-operator").values)).toMatchObject({
      operator: { resources: { limits: { memory: "1Gi" } } },
    });
    const [policy] = objects(ray, "NicClusterPolicy");
    const { resourceList } = JSON.parse(policy.spec.sriovDevicePlugin.config);
    expect(resourceList).toEqual([
      {
        resourcePrefix: "rdma",
        resourceName: "ib",
        selectors: { vendors: ["15b3"], linkTypes: ["infiniband"], isRdma: true },
      },
    ]);
    const [terms] = policy.spec.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
    expect(terms.matchExpressions).toEqual([{ key: "warpform/pool", operator: "In", values: ["nd"] }]);
  });

  it("gives workers all InfiniBand devices of a node, IPC_LOCK, and NCCL no names of devices", () => {
    const { ray } = made(({ nd }) => ({ rayClusters: [{ name: "big", pools: [nd] }] }));
    const [cluster] = objects(ray, "RayCluster");
    const [container] = cluster.spec.workerGroupSpecs[0].template.spec.containers;
    expect(container.resources.limits).toMatchObject({ "nvidia.com/gpu": "8", "rdma/ib": "8" });
    expect(container.securityContext.capabilities.add).toEqual(["IPC_LOCK"]);
    const names = container.env.map(({ name }: { name: string }) => name);
    expect(names).toContain("NCCL_SOCKET_IFNAME");
    expect(names).not.toContain("NCCL_IB_HCA");
  });

  it.each([
    [ND.instanceType, "c26ff47f1decf03d44ee6e90c4a8afd3bddeec334c5545008f33af2a297e2834"],
    ["Standard_ND96amsr_A100_v4", "c3583efb0b6e53f52410e32643b46bb6af99f5f34dcebc1868c47c233f84d2cf"],
  ])("gives NCCL Microsoft's topology file of %s by a ConfigMap of its namespace", (instanceType, sha256) => {
    const { ray } = made(({ nd }) => ({ rayClusters: [{ name: "big", pools: [nd] }] }), { nd: { instanceType } });
    const [cluster] = objects(ray, "RayCluster");
    const { containers, volumes } = cluster.spec.workerGroupSpecs[0].template.spec;
    const { value } = containers[0].env.find(({ name }: { name: string }) => name === "NCCL_TOPO_FILE");
    const mount = containers[0].volumeMounts.find(({ mountPath }: { mountPath: string }) =>
      value.startsWith(`${mountPath}/`),
    );
    const { configMap } = volumes.find(({ name }: { name: string }) => name === mount.name);
    const files = objects(ray, "ConfigMap").filter(({ metadata }) => metadata.name === configMap.name);
    expect(files.map(({ metadata }) => metadata.namespace)).toEqual([cluster.metadata.namespace]);
    const text = files[0].data[value.slice(mount.mountPath.length + 1)];
    // of Azure/azhpc-images @8e9d055 topology/ndv5-topo.xml and ndv4-topo.xml
    expect(createHash("sha256").update(text).digest("hex")).toBe(sha256);
  });

  it("gives NCCL no topology file on racks, for which Microsoft has none", () => {
    const work = { name: "big", image: "registry.example.com/team/work:1", command: ["work"], nodes: 18 };
    const nd = { instanceType: "Standard_ND128isr_GB300_v6", nodes: { min: 18, max: 18 } };
    const { ray } = made((parts) => ({ jobs: [{ ...work, pool: parts.nd }] }), { nd });
    expect(objects(ray, "ConfigMap").filter(({ metadata }) => metadata.name.startsWith("nccl"))).toEqual([]);
  });

  it("leaves the driver to AKS without InfiniBand, and installs the device plugin alone", () => {
    const stack = new TerraformStack(new App(), "serve");
    declareProvider(stack);
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
    const pool = new GpuNodePool(stack, "nc", { network, ...NC });
    new KubeRayCluster(stack, "ray", { network, pools: [pool] });
    const [nodes] = resources(stack, "azurerm_kubernetes_cluster_node_pool");
    expect(nodes).toMatchObject({ gpu_driver: "Install" });
    const charts = resources(stack, "helm_release").map(({ name }) => name);
    expect(charts).toContain("nvidia-device-plugin");
    expect(charts).not.toContain("gpu-operator");
    expect(charts).not.toContain("network-operator");
  });

  it("lets accounts of workloads and of the weights' agent take one identity, one credential after the other", () => {
    const { stack, ray, models } = made(({ nc, models }) => ({
      serving: [{ name: "llama", pool: nc, model: "llama-3.1-8b", weights: models.uri("weights/llama") }],
    }));
    models.grantRead(ray);
    const credentials = resources(stack, "azurerm_federated_identity_credential") as unknown as {
      subject: string;
      depends_on?: string[];
    }[];
    expect(credentials.map(({ subject }) => subject).sort()).toEqual([
      "system:serviceaccount:node-agents:weights",
      "system:serviceaccount:serving:ray",
    ]);
    expect(credentials.filter((one) => one.depends_on !== undefined)).toHaveLength(1);
    const [account] = objects(ray, "ServiceAccount");
    expect(Object.keys(account.metadata.annotations)).toEqual(["azure.workload.identity/client-id"]);
    const [agent] = objects(ray, "DaemonSet");
    expect(agent.spec.template.metadata.labels).toMatchObject({ "azure.workload.identity/use": "true" });
    expect(agent.spec.template.spec.containers[0].command).toEqual([
      "sh",
      "/programs/fetch_blobs.sh",
      expect.stringMatching(/^llama-/),
      "https://trainmodels.blob.core.windows.net/checkpoints/weights/llama",
    ]);
  });

  it("mounts Managed Lustre by its driver, and labels no pods that have no identity", () => {
    const { stack, ray } = made(({ nd, scratch }) => ({
      fileSystems: [{ storage: scratch, path: "/lustre" }],
      rayClusters: [{ name: "big", pools: [nd] }],
    }));
    expect(released(stack, "azurelustre-csi-driver")).toBeDefined();
    const [volume] = objects(ray, "PersistentVolume");
    expect(volume.spec).toMatchObject({
      mountOptions: ["noatime", "flock"],
      csi: { driver: "azurelustre.csi.azure.com", volumeAttributes: { "fs-name": "lustrefs" } },
    });
  });

  it("installs the driver of Managed Lustre from a chart of the library, and none without a file system", () => {
    const { stack, ray } = made(({ scratch }) => ({ fileSystems: [{ storage: scratch, path: "/lustre" }] }));
    const driver = released(stack, "azurelustre-csi-driver") as unknown as Resource;
    expect([driver.namespace, driver.repository]).toEqual(["kube-system", undefined]);
    expect(driver.chart).toMatch(/^assets\//);
    expect(ray.releases.images).toContain("mcr.microsoft.com/oss/v2/kubernetes-csi/azurelustre-csi:v0.4.0-jammy");
    const without = made();
    expect(released(without.stack, "azurelustre-csi-driver")).toBeUndefined();
    expect(without.ray.releases.images.join()).not.toContain("azurelustre");
  });

  it("lets pools take another size: their nodes move to a pool with a name that no other pool has", () => {
    const names = resources(made().stack, "azurerm_kubernetes_cluster_node_pool").map(
      (pool) => pool.temporary_name_for_rotation as string,
    );
    expect(new Set(names).size).toBe(2);
    expect(names.filter((name) => !/^[a-z][a-z0-9]{0,11}$/.test(name))).toEqual([]);
  });

  it("is told what helps a Ray head on Azure, not a prop of AWS", () => {
    const { stack } = made(({ nd }) => ({ rayClusters: [{ name: "train", pools: [nd] }] }));
    const found = review(clusterModel(stack)).findings.find(({ rule }) => rule === "ray-head-not-recoverable");
    expect(found?.fix).toMatch(/^accept it: on Azure the state of Ray heads has no store; write checkpoints/);
  });

  it("is described with its pools, so that what is reviewed is what is deployed", () => {
    const { stack } = made(({ nd }) => ({
      rayClusters: [{ name: "big", pools: [nd], queue: "research", workers: { min: 0, max: 16 } }],
      queues: { teams: [{ name: "research", gpus: { nd: 128 } }] },
    }));
    const model = clusterModel(stack);
    expect(model.pools.find(({ name }) => name === "nd")).toMatchObject({
      image: { family: "aks-ubuntu2204", pinned: true },
      rootVolumeGiB: 1024,
      nvmeCache: null,
      adoptedBy: { kind: "kubernetes", name: "ray" },
    });
    expect(model.schedulers).toMatchObject([
      {
        kind: "kubernetes",
        provisioner: "managed",
        queueing: "kueue",
        publicEndpoint: false,
        systemNodes: { instanceType: "Standard_D8as_v5", nodes: 3 },
        workerGroups: [{ name: "big-nd", pool: "nd", gpusPerPod: 8, rdmaDevicesPerPod: 8, hosts: 16 }],
      },
    ]);
    const { findings } = review(model);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

describe("mistakes in a KubeRayCluster on AKS", () => {
  const wrong: [string, Parameters<typeof made>[0], Parameters<typeof made>[1], string][] = [
    [
      "a network of pods over the cluster's",
      () => ({ podCidr: "10.0.0.0/16" }),
      {},
      'podCidr "10.0.0.0/16" overlaps the network\'s 10.0.0.0/16; use a block of its own, such as "192.168.0.0/16"',
    ],
    [
      "pods in the network of RDMA",
      () => ({ podCidr: "172.16.0.0/14" }),
      {},
      'podCidr "172.16.0.0/14" overlaps 172.16.0.0/16, which Azure keeps for the RDMA network; use a block of its own, such as "192.168.0.0/16"',
    ],
    [
      "Services over pods",
      () => ({ serviceCidr: "10.244.0.0/16" }),
      {},
      'serviceCidr "10.244.0.0/16" overlaps podCidr 10.244.0.0/14; use a block of its own, such as "10.96.0.0/16"',
    ],
    [
      "a block that is none",
      () => ({ podCidr: "10.244.0.0" }),
      {},
      'podCidr must be an IPv4 block from /12 to /20, got "10.244.0.0"; write one such as "10.244.0.0/14"',
    ],
    ...["1.30", "1.33.2", "1.99"].map(
      (version) =>
        [
          `Kubernetes ${version}`,
          () => ({ kubernetesVersion: version }),
          {},
          `kubernetesVersion must be one that AKS supports (1.34, 1.35, 1.36, 1.37), got "${version}"; use "1.36", or leave it out for AKS' default`,
        ] as [string, Parameters<typeof made>[0], Parameters<typeof made>[1], string],
    ),
    [
      "an API for everybody",
      () => ({ publicEndpointCidrs: ["0.0.0.0/0"] }),
      {},
      'publicEndpointCidrs must not be "0.0.0.0/0"',
    ],
    [
      "a group by its name",
      () => ({ administratorGroupIds: ["platform"] }),
      {},
      'administratorGroupIds must be object ids of Microsoft Entra groups, got "platform"',
    ],
    [
      "small system nodes",
      () => ({ systemInstanceType: "Standard_D2as_v5" }),
      {},
      "systemInstanceType must be an x86_64 size without GPUs, of at least 4 vCPUs and 16 GiB",
    ],
    [
      "an instance type of AWS",
      () => ({ systemInstanceType: "m7i.2xlarge" }),
      {},
      'systemInstanceType "m7i.2xlarge" is not an Azure size in the catalog',
    ],
    [
      "fewer system nodes at most",
      () => ({ systemNodes: 4, maxSystemNodes: 3 }),
      {},
      "maxSystemNodes must be at least systemNodes 4, got 3; use 4 or leave it out",
    ],
    [
      "a pool of more nodes than a placement group has",
      undefined,
      { nd: { nodes: { min: 0, max: 101 } } },
      'pools[0].nodes.max of "nd" must be at most 100 on a fabric: AKS makes the pool one placement group, got 101; use 100, or SlurmHeadNode',
    ],
    [
      "a registry of AWS",
      () => ({ registry: { pullThrough: { prefix: "train" } } as never }),
      {},
      "registry.pullThrough.registryName is required",
    ],
    ["a registry of nothing", () => ({ registry: {} }), {}, "registry has no images; give pullThrough"],
    [
      "a login without its token",
      () => ({ registry: { pullThrough: { registryName: "trainimages", dockerHubUsernameSecretId: LOGIN } } }),
      {},
      "registry.pullThrough.dockerHubTokenSecretId is required too",
    ],
    [
      "a mirror with its scheme",
      () => ({ registry: { mirrors: { "quay.io": "https://mirror.example.com" } } }),
      {},
      "registry.mirrors.quay.io must be a registry and folders, without a scheme",
    ],
    [
      "racks of Grace beside x86 nodes with InfiniBand, which need AKS' feature on and off",
      undefined,
      { nc: { instanceType: "Standard_ND128isr_GB300_v6", nodes: { min: 0, max: 18 } } },
      'pools[1] "nc" is of racks (Standard_ND128isr_GB300_v6, arm64) and "nd" has InfiniBand on Standard_ND96isr_H100_v5: AKSInfinibandSupport must be registered for one and unregistered for the other; make a cluster for each',
    ],
    [
      "an image of one's own",
      undefined,
      { nc: { imageVersion: "24.04.2025041101" } },
      'pools[1] "nc" has imageVersion, but AKS boots images of its own; omit imageVersion',
    ],
    [
      "a key for nodes",
      undefined,
      { nc: { adminPublicKey: "ssh-ed25519 AAAA you" } },
      'pools[1] "nc" has adminPublicKey, but nodes of AKS are reached by kubectl debug; omit adminPublicKey',
    ],
    [
      "a model for the internet",
      ({ nc, models }) => ({
        serving: [
          {
            name: "llama",
            pool: nc,
            model: "llama-3.1-8b",
            weights: models.uri("w/l"),
            exposure: "public",
            allowedCidrs: ["203.0.113.0/24"],
          },
        ],
      }),
      {},
      'serving[0].exposure must be "internal" or "cluster" on AKS',
    ],
    [
      "weights on S3",
      ({ nc }) => ({ serving: [{ name: "llama", pool: nc, model: "llama-3.1-8b", weights: "s3://bucket/llama" }] }),
      {},
      'serving[0].weights must be "https://<account>.blob.core.windows.net/<container>/<prefix>" or an absolute path on a mount, got "s3://bucket/llama"; use "https://<account>.blob.core.windows.net/<container>/<prefix>"',
    ],
    [
      "weights on a web server",
      ({ nc }) => ({
        serving: [{ name: "llama", pool: nc, model: "llama-3.1-8b", weights: "https://huggingface.co/llama" }],
      }),
      {},
      'serving[0].weights must be an address in Blob Storage, got "https://huggingface.co/llama"',
    ],
    [
      "weights that are streamed",
      ({ nc, models }) => ({
        serving: [
          { name: "llama", pool: nc, model: "llama-3.1-8b", weights: models.uri("w/l"), weightsLoading: "stream" },
        ],
      }),
      {},
      'serving[0].weightsLoading "stream" reads S3 alone in the engines of the catalog',
    ],
    [
      "an unknown model",
      ({ nc, models }) => ({ serving: [{ name: "llama", pool: nc, model: "llama-9", weights: models.uri("w/l") }] }),
      {},
      'serving[0].model "llama-9" is not in the catalog',
    ],
    ["a budget of nothing", () => ({ ...BUDGET, monthlyBudgetUsd: 0 }), {}, "monthlyBudgetUsd must be"],
    ["a budget in words", () => ({ ...BUDGET, monthlyBudgetUsd: "50k" as never }), {}, "monthlyBudgetUsd must be"],
    [
      "a budget below nothing",
      () => ({ ...BUDGET, monthlyBudgetUsd: -5 }),
      {},
      "monthlyBudgetUsd must be a number above 0, got -5; leave it out",
    ],
    [
      "a budget that nobody hears of",
      () => ({ ...BUDGET, budgetEmails: [] }),
      {},
      "budgetEmails is required with monthlyBudgetUsd, since Azure makes no budget without a recipient",
    ],
    [
      "a budget without addresses",
      () => ({ monthlyBudgetUsd: 9, budgetStartsOn: "2026-12-01" }),
      {},
      'write ["you@example.com"]',
    ],
    [
      "a budget without a month",
      () => ({ monthlyBudgetUsd: 9, budgetEmails: ["a@b.co"] }),
      {},
      'budgetStartsOn is required with monthlyBudgetUsd: give the month that it begins in, such as "2026-12-01"',
    ],
    [
      "a budget from the 15th on",
      () => ({ ...BUDGET, budgetStartsOn: "2026-12-15" }),
      {},
      'budgetStartsOn must be the first day of a month, such as "2026-12-01", got "2026-12-15"',
    ],
    [
      "a budget from a 13th month on",
      () => ({ ...BUDGET, budgetStartsOn: "2026-13-01" }),
      {},
      "budgetStartsOn must be the first day of a month",
    ],
    [
      "a budget from December on",
      () => ({ ...BUDGET, budgetStartsOn: "December" }),
      {},
      "budgetStartsOn must be the first day of a month",
    ],
    [
      "a budget for a name",
      () => ({ ...BUDGET, budgetEmails: ["ops"] }),
      {},
      'budgetEmails[0] must be a mail address, such as "ops@example.com", got "ops"',
    ],
    [
      "a budget for one address that is no list",
      () => ({ ...BUDGET, budgetEmails: "ops@example.com" as never }),
      {},
      "budgetEmails must be a list of mail addresses",
    ],
    [
      "a budget for a company",
      () => ({ ...BUDGET, budgetEmails: Array.from({ length: 51 }, (_, i) => `a${i}@b.co`) }),
      {},
      "budgetEmails",
    ],
    [
      "addresses without a budget",
      () => ({ budgetEmails: ["ops@example.com"] }),
      {},
      "monthlyBudgetUsd is required with budgetEmails or budgetStartsOn",
    ],
    [
      "a month without a budget",
      () => ({ budgetStartsOn: "2026-12-01" }),
      {},
      "monthlyBudgetUsd is required with budgetEmails or budgetStartsOn",
    ],
    [
      "the addresses of ClusterMonitoring",
      () => ({ monthlyBudgetUsd: 9, emails: ["ops@example.com"] }) as never,
      {},
      "emails",
    ],
    [
      "a channel of Kubernetes",
      () => ({ upgrades: { channel: "rapid" } as never }),
      {},
      'upgrades.channel must be "patch", "stable" or "node-image", got "rapid"',
    ],
  ];
  it.each(wrong)("refuses %s", (_, props, pools, message) => {
    expect(() => made(props, pools)).toThrow(message);
  });

  it("says all of them at once", () => {
    expect(() => made(() => ({ podCidr: "10.0.0.0/16", systemInstanceType: "Standard_D2as_v5" }))).toThrow(
      /podCidr[\s\S]*systemInstanceType|systemInstanceType[\s\S]*podCidr/,
    );
  });

  it("says what is wrong with workloads beside what is wrong with their cluster, and nothing that follows from leaving a prop out", () => {
    const told = (props: Parameters<typeof made>[0]) => {
      try {
        made(props);
      } catch (error) {
        return (error as Error).message;
      }
      return "";
    };
    const wrong = told(({ nd }) => ({ kubernetesVersion: "1.29", rayClusters: [{ name: "Bad_Name", pools: [nd] }] }));
    expect(wrong.match(/kubernetesVersion must be|rayClusters\[0\]\.name must be/g)).toHaveLength(2);
    const recipients = told(({ nd }) => ({ monthlyBudgetUsd: 5, rayClusters: [{ name: "Bad_Name", pools: [nd] }] }));
    expect(recipients.match(/budgetEmails is required|rayClusters\[0\]\.name must be/g)).toHaveLength(2);
    const queues = { teams: [{ name: "vision", gpus: { nd: -1 } }] };
    expect(told(({ nd }) => ({ queues, rayClusters: [{ name: "a", pools: [nd], queue: "vision" }] }))).not.toContain(
      "rayClusters",
    );
  });

  it("refuses a name that AKS takes for no node pool, a pool of AMD's GPUs, and a pool that a fleet starts", () => {
    const stack = new TerraformStack(new App(), "train");
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
    const named = new GpuNodePool(stack, "h100-nodes-of-team", { network, ...NC });
    expect(() => new KubeRayCluster(stack, "one", { network, pools: [named] })).toThrow(
      'pools[0] must have an id of 1 to 12 lower-case letters and digits, which AKS takes as names of node pools, got "h100-nodes-of-team"; use "h100nodesoft"',
    );
    const amd = new GpuNodePool(stack, "amd", {
      network,
      instanceType: "Standard_ND96isr_MI300X_v5",
      nodes: { min: 0, max: 2 },
    });
    expect(() => new KubeRayCluster(stack, "two", { network, pools: [amd] })).toThrow(
      /"amd".*sets up NVIDIA GPUs only/,
    );
    const taken = new GpuNodePool(stack, "nc", { network, ...NC });
    new NodeFleet(stack, "fleet", { pool: taken });
    expect(() => new KubeRayCluster(stack, "three", { network, pools: [taken] })).toThrow("started by fleet already");
  });
});

describe('KubeRayCluster with provisioner "karpenter"', () => {
  const FIXED = { nodes: { min: 4, max: 4 } };
  const karpenter = (
    props: Parameters<typeof made>[0] = () => ({}),
    { nd = FIXED, nc = {} }: NonNullable<Parameters<typeof made>[1]> = {},
  ) => made((parts) => ({ provisioner: "karpenter", ...props(parts) }), { nd, nc });
  const written = (ray: KubeRayCluster, kind: string) =>
    ray.releases
      .nodePoolsChart!.files.filter(({ path }) => path.startsWith("templates/"))
      .flatMap(({ text }) => text.split(/^---$/m))
      .map((text) => parse(text.replaceAll(/\{\{.*?\}\}/g, "x")))
      .filter((object) => object?.kind === kind);

  it("turns node auto-provisioning on in a provider that knows it, without pools of AKS' own and without Calico", () => {
    const synthesized = JSON.parse(Testing.synth(karpenter().stack));
    const [cluster] = Object.values<Resource>(synthesized.resource.azurerm_kubernetes_cluster);
    expect(cluster!.node_provisioning_profile).toEqual([{ mode: "Auto", default_node_pools: "None" }]);
    expect(cluster!.network_profile).toMatchObject({ network_policy: "cilium", network_data_plane: "cilium" });
    expect(synthesized.terraform.required_providers.azurerm).toEqual({ source: "azurerm", version: "~> 4.57" });
    const managed = JSON.parse(Testing.synth(made().stack));
    const [other] = Object.values<Resource>(managed.resource.azurerm_kubernetes_cluster);
    expect([other!.node_provisioning_profile, managed.terraform.required_providers.azurerm.version]).toEqual([
      undefined,
      "4.55.0",
    ]);
  });

  it("leaves AKS the pools of a fixed size, and has Karpenter launch at most the nodes of the others", () => {
    const { stack, ray } = karpenter(undefined, { nc: { capacity: [Capacity.spot()] } });
    const pools = resources(stack, "azurerm_kubernetes_cluster_node_pool");
    expect(pools.map(({ name, node_count, auto_scaling_enabled }) => [name, node_count, auto_scaling_enabled])).toEqual(
      [["nd", 4, undefined]],
    );
    const [pool] = written(ray, "NodePool");
    expect(pool.metadata.name).toBe("nc-spot");
    expect(pool.spec.limits).toEqual({ "nvidia.com/gpu": "4" });
    const { metadata, spec } = pool.spec.template;
    expect(metadata.labels).toMatchObject({ "warpform/pool": "nc", "kubernetes.azure.com/ebpf-dataplane": "cilium" });
    expect(spec.nodeClassRef).toEqual({ group: "karpenter.azure.com", kind: "AKSNodeClass", name: "nc-spot" });
    const required = spec.requirements.map(({ key, values }: { key: string; values: string[] }) => [key, ...values]);
    expect(required).toEqual(
      expect.arrayContaining([
        ["karpenter.sh/capacity-type", "spot"],
        ["node.kubernetes.io/instance-type", "Standard_NC40ads_H100_v5"],
        ["topology.kubernetes.io/zone", "eastus-1"],
      ]),
    );
    expect(spec.taints.map(({ key }: { key: string }) => key)).toEqual([
      "nvidia.com/gpu",
      "kubernetes.azure.com/scalesetpriority",
    ]);
    expect(spec.startupTaints).toEqual([{ key: "node.cilium.io/agent-not-ready", value: "true", effect: "NoExecute" }]);
  });

  it("writes node classes of the disk, driver and tags that nodes of AKS have, before the workloads that need nodes", () => {
    const { stack, ray } = karpenter();
    const [nodes] = written(ray, "AKSNodeClass");
    expect(nodes.apiVersion).toBe("karpenter.azure.com/v1beta1");
    expect(nodes.spec).toMatchObject({
      imageFamily: "Ubuntu2204",
      osDiskSizeGB: 1024,
      maxPods: 110,
      gpu: { mode: "None" },
      tags: { "warpform:cluster": "train" },
    });
    const after = released(stack, "workloads").depends_on;
    expect(after).toEqual(expect.arrayContaining([expect.stringMatching(/^helm_release\..*node-pools/)]));
    expect(clusterModel(stack).schedulers[0]).toMatchObject({ provisioner: "karpenter" });
  });

  it.each<[string, Parameters<typeof karpenter>[0], Parameters<typeof karpenter>[1], string]>([
    [
      "a pool with a fabric that may grow",
      undefined,
      { nd: {} },
      'pools[0].nodes of pool "nd" is 0 to 16, but the pool has a fabric, which is one scale set, and with provisioner "karpenter" AKS has no cluster autoscaler; set nodes.min and nodes.max to the same number, or use provisioner "managed"',
    ],
    [
      "system nodes that may grow",
      () => ({ maxSystemNodes: 6 }),
      undefined,
      'maxSystemNodes 6 needs the AKS cluster autoscaler, which provisioner "karpenter" excludes; omit maxSystemNodes and set systemNodes 6, or use provisioner "managed"',
    ],
    [
      "nodes that nothing runs on",
      undefined,
      { nc: { nodes: { min: 1, max: 4 } } },
      'pools[1].nodes.min of pool "nc" is 1, but Karpenter keeps no nodes without pods, and no Ray cluster or model runs on it; use 0, set nodes.max to 1 for a fixed size, or use provisioner "managed"',
    ],
    [
      "shared GPUs",
      undefined,
      { nc: { gpuSharing: GpuSharing.timeSlicing(4) } },
      'pools[1] "nc" shares its GPUs, but Karpenter launches no nodes for parts of GPUs',
    ],
  ])("refuses %s", (_, props, pools, message) => {
    expect(() => karpenter(props, pools)).toThrow(message);
  });
});
