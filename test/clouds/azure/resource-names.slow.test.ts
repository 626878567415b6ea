import { App, TerraformStack, Testing } from "cdktf";
import * as fc from "fast-check";
import {
  CheckpointBucket,
  ClusterMonitoring,
  ClusterNetwork,
  declareProvider,
  GpuNodePool,
  InfiniBandFabric,
  KubeRayCluster,
  LustreStorage,
  NodeFleet,
  SharedHome,
  SlurmHeadNode,
} from "../../../lib/clouds/azure";
import { NAME_RULES } from "../../../lib/clouds/azure/shared/resource-name-rules";
import { WarpformError } from "../../../lib/errors";

/** Types whose names are free, fixed by us, or made by Azure. */
const UNRULED = [
  /association$/,
  /^azurerm_(role_(assignment|definition)|storage_(blob|management_policy|account|container_immutability_policy)|key_vault_secret)/,
  /^azurerm_(mysql_flexible_server_|private_dns_(a|srv)_record$|data_protection_backup_instance|container_registry_cache_rule$)/,
  /^azurerm_(virtual_machine_data_disk_attachment|monitor_data_collection_(endpoint|rule))$/,
];

/** Names of a synthesized stack that Azure would refuse. */
function refused(stack: TerraformStack): string[] {
  const { resource } = JSON.parse(Testing.synth(stack, true)) as {
    resource: Record<string, Record<string, Record<string, unknown>>>;
  };
  const groups = Object.values(resource.azurerm_kubernetes_cluster ?? {}).flatMap((values) => {
    const ours = Object.values(resource.azurerm_resource_group ?? {})[0]?.name ?? values.resource_group_name;
    const group = values.node_resource_group ?? `MC_${ours}_${values.name}_${values.location}`;
    return String(group).length <= 80 ? [] : [`group of nodes "${group}"`];
  });
  const named = Object.entries(resource).flatMap(([type, all]) => {
    const rules = NAME_RULES[type];
    if (rules === undefined)
      return !type.startsWith("azurerm_") || UNRULED.some((kind) => kind.test(type)) ? [] : [`${type} has no rule`];
    return Object.values(all).flatMap((values) =>
      Object.entries(rules).flatMap(([property, { form, least = 0, most }]) => {
        const name = values[property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
        if (typeof name !== "string" || name.includes("${")) return [];
        return form.test(name) && name.length >= least && name.length <= most ? [] : [`${type} "${name}"`];
      }),
    );
  });
  return [...named, ...groups];
}

const H100 = "Standard_ND96isr_H100_v5";
const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user";

/** Names as people write them, and at the ends of what is taken. */
const names = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9-]{0,28}[a-z0-9]$/),
  fc.stringMatching(/^[a-z][a-z0-9-]{28}[a-z0-9]$/),
  fc.stringMatching(/^[a-z][a-z0-9]$/),
);
const ids = fc.oneof(
  names,
  fc.stringMatching(/^[a-z][a-z0-9]{0,11}$/),
  fc.stringMatching(/^[A-Za-z0-9._ -]{1,70}$/),
  fc.string({ minLength: 1, maxLength: 80 }),
);

type Make = (network: ClusterNetwork, id: string) => unknown;
const cpu = (network: ClusterNetwork, id = "cpu", fabric?: InfiniBandFabric) =>
  new GpuNodePool(TerraformStack.of(network), id, {
    network,
    instanceType: fabric ? H100 : "Standard_D8as_v5",
    ...(fabric ? { fabric } : {}),
    nodes: { min: 0, max: 2 },
  });
const slurm = (network: ClusterNetwork, id: string, pool: GpuNodePool) =>
  new SlurmHeadNode(TerraformStack.of(network), id, {
    network,
    adminPublicKey: KEY,
    siteAccountName: "trainsite",
    vaultName: "train-slurm",
    stateSnapshots: {},
    loginNodes: 2,
    loginPools: [{ name: "a-pool-of-login-nodes-12" }],
    accounting: { kind: "managed", databaseServerName: "accounts" },
    partitions: [{ name: "work", pools: [pool] }],
  });

const makes: Readonly<Record<string, Make>> = {
  InfiniBandFabric: (network, id) =>
    new NodeFleet(TerraformStack.of(network), "fleet", {
      pool: cpu(network, "h100", new InfiniBandFabric(TerraformStack.of(network), id, { network })),
    }),
  GpuNodePool: (network, id) => slurm(network, "slurm", cpu(network, id)),
  "GpuNodePool of a uniform fabric": (network, id) =>
    new NodeFleet(TerraformStack.of(network), "fleet", {
      pool: cpu(
        network,
        id,
        new InfiniBandFabric(TerraformStack.of(network), "fabric", { network, orchestration: "uniform" }),
      ),
    }),
  NodeFleet: (network, id) => new NodeFleet(TerraformStack.of(network), id, { pool: cpu(network) }),
  SlurmHeadNode: (network, id) => slurm(network, id, cpu(network)),
  KubeRayCluster: (network, id) =>
    new KubeRayCluster(TerraformStack.of(network), id, {
      network,
      pools: [cpu(network)],
      registry: { pullThrough: { registryName: "cacheofimages" } },
    }),
  "KubeRayCluster's pools": (network, id) =>
    new KubeRayCluster(TerraformStack.of(network), "ray", { network, pools: [cpu(network, id)] }),
  LustreStorage: (network, id) =>
    new LustreStorage(TerraformStack.of(network), id, {
      network,
      capacityTiB: 48,
      blobs: { accountName: "lustreblobs", providerPrincipalId: "0f6a4a5e-9e3b-4a5e-8f5e-2d1d0c6a1b2c" },
    }),
  SharedHome: (network, id) => new SharedHome(TerraformStack.of(network), id, { network }),
  "SharedHome.files": (network, id) =>
    SharedHome.files(TerraformStack.of(network), id, { network, accountName: "homes" }),
  CheckpointBucket: (network, id) =>
    new CheckpointBucket(TerraformStack.of(network), id, { network, accountName: "checkpoints", immutableDays: 7 }),
  ClusterMonitoring: (network, id) => {
    const pool = cpu(network);
    new NodeFleet(TerraformStack.of(network), "fleet", { pool });
    return new ClusterMonitoring(TerraformStack.of(network), id, {
      network,
      pools: [pool],
      emails: ["a@example.com"],
      monthlyBudgetUsd: 1000,
      budgetStartsOn: "2026-12-01",
    });
  },
};

describe("Names of Azure's resources", () => {
  it.each(Object.entries(makes))(
    "of any cluster and id are taken by Azure or refused with a message: %s",
    (_, make) => {
      let taken = 0;
      fc.assert(
        fc.property(names, ids, fc.boolean(), (clusterName, id, group) => {
          const stack = new TerraformStack(new App(), "test");
          declareProvider(stack);
          try {
            const network = new ClusterNetwork(stack, "network", {
              availabilityZone: "southeastasia-1",
              clusterName,
              privateEndpoints: ["blob", "file", "vault"],
              flowLogs: { accountName: "flowlogs" },
              ...(group ? { resourceGroupName: "a.group_(of-ours)" } : {}),
            });
            make(network, id);
            expect(refused(stack)).toEqual([]);
            taken++;
          } catch (error) {
            if (process.env.SHOW) console.log(String(error).slice(0, 300));
            if (!(error instanceof WarpformError) && !/Validation failed|already a Construct/.test(String(error)))
              throw error;
          }
        }),
        { numRuns: 12 },
      );
      expect(taken).toBeGreaterThan(1);
    },
  );

  it("that Azure would refuse are told with what they are made of", () => {
    const stack = new TerraformStack(new App(), "test");
    declareProvider(stack);
    const network = new ClusterNetwork(stack, "network", {
      availabilityZone: "southeastasia-1",
      clusterName: "a-name-of-the-most-characters1",
    });
    new LustreStorage(stack, "my scratch!", { network, capacityTiB: 48 });
    slurm(network, "scheduler-of-the-whole-cluster", cpu(network));
    const told = () => Testing.synth(stack, true);
    expect(told).toThrow(
      'azurerm_linux_virtual_machine "test/scheduler-of-the-whole-cluster/head/Resource": name must be 1 to 64 characters of letters, digits, _, . and -, with a letter or digit first and no . or - last, got "a-name-of-the-most-characters1-scheduler-of-the-whole-cluster-head" of 66 characters; change the id, name or text that it is made of',
    );
    expect(told).toThrow(/azurerm_data_protection_backup_vault .*: name must be 2 to 50 characters/);
    expect(told).toThrow(/azurerm_private_dns_zone .*: name must be at most 63 characters/);
    expect(told).toThrow(/azurerm_subnet .*got "lustre-my scratch!"/);
  });

  it("of a cluster's group of nodes are given where AKS' own would be too long, and only there", () => {
    const groupOf = (clusterName: string) => {
      const stack = new TerraformStack(new App(), "test");
      const network = new ClusterNetwork(stack, "network", { availabilityZone: "southeastasia-1", clusterName });
      new KubeRayCluster(stack, "ray", { network, pools: [cpu(network)] });
      const { resource } = JSON.parse(Testing.synth(stack));
      return Object.values<Record<string, unknown>>(resource.azurerm_kubernetes_cluster)[0]!.node_resource_group;
    };
    expect(groupOf("train")).toBeUndefined();
    expect(groupOf("a-name-of-the-most-characters1")).toBe("a-name-of-the-most-characters1-ray-southeastasia-nodes");
  });
});
