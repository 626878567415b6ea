import { App, TerraformStack, Testing } from "cdktf";
import {
  CheckpointBucket,
  ClusterNetwork,
  type ClusterNetworkAttributes,
  type ClusterNetworkProps,
  clusterModel,
  declareProvider,
  GpuNodePool,
  KubeRayCluster,
  LustreStorage,
  NodeFleet,
  SharedHome,
  SlurmHeadNode,
} from "../../../lib/clouds/azure";
import { review } from "../../../lib/review/review";

const VNET =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/main";
const ZONES =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/dns/providers/Microsoft.Network/privateDnsZones";
const EXISTING: ClusterNetworkAttributes = {
  availabilityZone: "eastus-1",
  resourceGroupName: "train",
  virtualNetworkId: VNET,
  computeSubnetId: `${VNET}/subnets/gpu`,
};

const stackOf = () => new TerraformStack(new App(), "train");
const networkOf = (stack: TerraformStack, props: Partial<ClusterNetworkProps> = {}) =>
  new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1", ...props });
const resourcesOf = (stack: TerraformStack) => JSON.parse(Testing.synth(stack)).resource;
const values = (of: object | undefined): Record<string, unknown>[] => Object.values(of ?? {});

describe("a cluster in a Region without availability zones", () => {
  it("names no zone in any resource, and has its copies in one data center", () => {
    const stack = stackOf();
    const network = networkOf(stack, { availabilityZone: "westus", flowLogs: { accountName: "trainflows" } });
    new CheckpointBucket(stack, "results", { network, accountName: "trainresults" });
    SharedHome.files(stack, "files", { network, accountName: "trainhome" });
    new SharedHome(stack, "home", { network, capacityTiB: 1 });
    const size = { network, instanceType: "Standard_D8as_v5", nodes: { min: 0, max: 2 } };
    const [slurm, ray, auto] = ["slurmcpu", "raycpu", "autocpu"].map((id) => new GpuNodePool(stack, id, size));
    const fleet = new GpuNodePool(stack, "fleetcpu", { ...size, nodes: { min: 1, max: 2 } });
    new NodeFleet(stack, "run", { pool: fleet });
    new SlurmHeadNode(stack, "slurm", {
      network,
      siteAccountName: "trainsite",
      vaultName: "train-slurm",
      loginNodes: 1,
      accounting: { kind: "managed", databaseServerName: "train-accounts" },
      partitions: [{ name: "cpu", pools: [slurm!] }],
    });
    new KubeRayCluster(stack, "ray", { network, pools: [ray!] });
    const provisioned = new KubeRayCluster(stack, "auto", { network, pools: [auto!], provisioner: "karpenter" });
    const resource = resourcesOf(stack);
    const zoned = Object.entries<Record<string, object>>(resource).flatMap(([type, rows]) =>
      Object.values(rows).some((row) => /"zones?":/.test(JSON.stringify(row).replaceAll("\\", ""))) ? [type] : [],
    );
    expect(zoned).toEqual([]);
    const copies = values(resource.azurerm_storage_account).map((one) => one.account_replication_type);
    expect(new Set(copies)).toEqual(new Set(["LRS"]));
    expect(values(resource.azurerm_resource_group)[0]!.location).toBe("westus");
    const nodePools = provisioned.releases.nodePoolsChart!.files.map(({ text }) => text).join("\n");
    expect(nodePools).not.toContain("topology.kubernetes.io/zone");
    expect(clusterModel(stack).fileSystems.map(({ availabilityZones }) => availabilityZones)).toEqual([
      ["westus"],
      ["westus"],
    ]);
  });

  it("has no Managed Lustre, which is made in a zone", () => {
    const stack = stackOf();
    const network = networkOf(stack, { availabilityZone: "westus" });
    expect(() => new LustreStorage(stack, "scratch", { network, capacityTiB: 48 })).toThrow(
      'network must be in a Region with availability zones, as a Managed Lustre file system is made in one, got "westus"; use SharedHome or a CheckpointBucket there',
    );
  });
});

describe("a network on Azure", () => {
  it("gives what is made private endpoints in zones that are linked to it, and closes public addresses", () => {
    const stack = stackOf();
    const network = networkOf(stack, { privateEndpoints: ["blob", "file", "vault"] });
    new CheckpointBucket(stack, "results", { network, accountName: "trainresults" });
    SharedHome.files(stack, "home", { network, accountName: "trainhome" });
    const pool = new GpuNodePool(stack, "cpu", {
      network,
      instanceType: "Standard_D8as_v5",
      nodes: { min: 0, max: 2 },
    });
    new SlurmHeadNode(stack, "slurm", {
      network,
      siteAccountName: "trainsite",
      vaultName: "train-slurm",
      partitions: [{ name: "cpu", pools: [pool] }],
    });
    const resource = resourcesOf(stack);
    const endpoints = values(resource.azurerm_private_endpoint);
    expect(endpoints.map(({ name }) => name).sort()).toEqual([
      "train-home-file",
      "train-results-blob",
      "train-site-blob",
      "train-vault-vault",
    ]);
    expect(values(resource.azurerm_private_dns_zone).map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "privatelink.blob.core.windows.net",
        "privatelink.file.core.windows.net",
        "privatelink.vaultcore.azure.net",
      ]),
    );
    const open = values(resource.azurerm_storage_account).filter((one) => one.public_network_access_enabled !== false);
    // Terraform writes these from where it runs
    expect(open.map(({ name }) => name)).toEqual(["trainsite"]);
    expect(values(resource.azurerm_key_vault)[0]).toMatchObject({ public_network_access_enabled: false });
    expect(clusterModel(stack).networks[0]).toMatchObject({ privateEndpoints: ["blob", "file", "vault"] });
  });

  it("logs its flows to an account of their own", () => {
    const stack = stackOf();
    networkOf(stack, { flowLogs: { accountName: "trainflows", retentionDays: 90 } });
    const resource = resourcesOf(stack);
    expect(values(resource.azurerm_network_watcher_flow_log)[0]).toMatchObject({
      network_watcher_name: "NetworkWatcher_eastus",
      resource_group_name: "NetworkWatcherRG",
      target_resource_id: expect.stringContaining("azurerm_virtual_network"),
      retention_policy: { enabled: true, days: 90 },
      version: 2,
    });
    expect(values(resource.azurerm_storage_account)[0]).toMatchObject({ network_rules: { default_action: "Deny" } });
    expect(review(clusterModel(stack)).findings.map(({ rule }) => rule)).not.toContain("flow-logs-missing");
  });

  it("is imported: nothing of it is made, and parts are made in its subnet", () => {
    const stack = stackOf();
    const network = ClusterNetwork.import(stack, "network", {
      ...EXISTING,
      computeSubnetCidr: "10.8.0.0/22",
      privateDnsZoneIds: { blob: `${ZONES}/privatelink.blob.core.windows.net` },
    });
    const scratch = new LustreStorage(stack, "scratch", {
      network,
      capacityTiB: 48,
      subnetId: `${VNET}/subnets/lustre`,
    });
    const pool = new GpuNodePool(stack, "cpu", {
      network,
      instanceType: "Standard_D8as_v5",
      nodes: { min: 0, max: 2 },
      mounts: [scratch.mount("/scratch")],
    });
    new SlurmHeadNode(stack, "slurm", {
      network,
      siteAccountName: "trainsite",
      vaultName: "train-slurm",
      partitions: [{ name: "cpu", pools: [pool] }],
    });
    const resource = resourcesOf(stack);
    for (const type of ["virtual_network", "subnet", "resource_group", "nat_gateway", "network_security_group"]) {
      expect(Object.keys(resource)).not.toContain(`azurerm_${type}`);
    }
    expect(values(resource.azurerm_network_interface)[0]).toMatchObject({
      resource_group_name: "train",
      ip_configuration: [{ subnet_id: EXISTING.computeSubnetId }],
    });
    expect(values(resource.azurerm_private_endpoint)[0]).toMatchObject({
      private_dns_zone_group: { private_dns_zone_ids: [`${ZONES}/privatelink.blob.core.windows.net`] },
    });
    expect(clusterModel(stack).networks[0]).toMatchObject({
      existing: true,
      computeSubnets: [{ usableAddresses: 1019 }],
    });
  });

  it("cuts subnets by the capacity of Lustre, and delegated ones from its last block", () => {
    const stack = stackOf();
    const network = networkOf(stack);
    new LustreStorage(stack, "small", { network, capacityTiB: 16 });
    new LustreStorage(stack, "large", { network, capacityTiB: 240, throughputPerTiB: 40 });
    new SharedHome(stack, "home", { network });
    new SharedHome(stack, "tools", { network });
    const blocks = values(resourcesOf(stack).azurerm_subnet).map(({ name, address_prefixes: blocks }) => [
      name,
      (blocks as string[])[0],
    ]);
    expect(Object.fromEntries(blocks)).toEqual({
      compute: "10.0.0.0/17",
      "lustre-small": "10.0.128.0/24",
      "lustre-large": "10.0.130.0/23",
      netapp: "10.0.255.0/26",
    });
  });

  it("says that a small network has no block left, and that an imported one needs a subnet", () => {
    const stack = stackOf();
    const network = networkOf(stack, { vnetCidr: "10.0.0.0/20" });
    const lustre = (id: string) => new LustreStorage(stack, id, { network, capacityTiB: 16 });
    for (let i = 0; i < 7; i++) lustre(`l${i}`);
    expect(() => lustre("last")).toThrow(/network has no \/24 left in 10.0.0.0\/20.*larger vnetCidr, or subnetId/);
    const imported = ClusterNetwork.import(stackOf(), "network", EXISTING);
    expect(() => new SharedHome(imported, "home", { network: imported, subnetId: `${VNET}/subnets/netapp` })).toThrow(
      /network must have a computeSubnetCidr, whose addresses alone may mount the volume/,
    );
    expect(() => new LustreStorage(imported, "l", { network: imported, capacityTiB: 16 })).toThrow(
      /subnetId is required in an imported network; give the id of a subnet that nothing else is in and from which Azure's services are reached/,
    );
    const known = ClusterNetwork.import(stackOf(), "network", { ...EXISTING, computeSubnetCidr: "10.8.0.0/22" });
    expect(() => new SharedHome(known, "h", { network: known })).toThrow(/delegated to Microsoft.NetApp/);
  });

  it.each<[Partial<ClusterNetworkProps>, RegExp]>([
    [{ privateEndpoints: ["s3"] as never }, /privateEndpoints\[0\] must be "blob", "file" or "vault", got "s3"/],
    [{ flowLogs: true as never }, /flowLogs must be an object/],
    [{ flowLogs: {} as never }, /flowLogs.accountName is required/],
    [
      { flowLogs: { accountName: "Train-Flows" } },
      /flowLogs.accountName must be 3 to 24 lower-case letters and digits/,
    ],
    [{ flowLogs: { accountName: "flows", retentionDays: 366 } }, /flowLogs.retentionDays must be .*365/],
    [{ flowLogs: { accountName: "flows", days: 3 } as never }, /flowLogs.days is not a prop/],
    [{ availabilityZone: "eastus" }, /availabilityZone must be a Region of Azure and a zone/],
    [{ availabilityZone: "eastus-4" }, /availabilityZone must be a Region of Azure and a zone/],
    [
      { availabilityZone: "westus-1" },
      /availabilityZone must be the Region alone where it has no availability zones, got "westus-1"; write "westus"/,
    ],
    [{ availabilityZone: "mars-1" }, /availabilityZone must be a Region of Azure and a zone/],
    [{ vnetCidr: "172.16.128.0/20" }, /overlaps 172.16.0.0\/16/],
    [{ vnetCidr: "10.0.0.1/16" }, /vnetCidr must be an IPv4 block/],
    [{ clusterName: "x" }, /clusterName must be 2 to 30/],
    [{ resourceGroupName: 3 as never }, /resourceGroupName must be 1 to 90 letters/],
    [{ resourceGroupName: "my group?" }, /resourceGroupName must be 1 to 90 letters.*, got "my group\?"/],
    [{ resourceGroupName: "group." }, /resourceGroupName must be 1 to 90 letters/],
    [{ egress: "nat" } as never, /egress is not a prop/],
  ])("refuses %j", (props, message) => {
    expect(() => networkOf(stackOf(), props)).toThrow(message);
  });

  it("refuses two accounts and two vaults of one name, in one stack or two", () => {
    const app = new App();
    const withBucket = (id: string, accountName: string) => {
      const stack = new TerraformStack(app, id);
      declareProvider(stack);
      const network = networkOf(stack);
      new CheckpointBucket(stack, "results", { network, accountName });
      return { stack, network };
    };
    const { stack, network } = withBucket("first", "results");
    expect(() => Testing.synth(stack, true)).not.toThrow();
    new CheckpointBucket(stack, "more", { network, accountName: "results" });
    expect(() => Testing.synth(stack, true)).toThrow(
      /names must be unique.*azurerm_storage_account "results" \(first\/results\/Resource and first\/more\/Resource\); give each account/,
    );
    expect(() => Testing.synth(withBucket("second", "results").stack, true)).toThrow(/"results" \(first.*second/);
    expect(() => Testing.synth(withBucket("third", "others").stack, true)).not.toThrow();
  });

  it.each<[Partial<ClusterNetworkAttributes>, RegExp]>([
    [
      { virtualNetworkId: "main" },
      /": virtualNetworkId must be the resource id of a virtual network, such as .*got "main"/,
    ],
    [{ virtualNetworkId: undefined as never }, /virtualNetworkId is required/],
    [{ computeSubnetId: VNET }, /computeSubnetId must be the resource id of a subnet/],
    [
      { computeSubnetId: `${VNET}2/subnets/gpu` },
      /computeSubnetId must be a subnet of virtualNetworkId, got ".*main2\/subnets\/gpu"; write one such as ".*main\/subnets\/gpu"/,
    ],
    [{ computeSubnetCidr: "10.0.0.0" }, /computeSubnetCidr must be an IPv4 block/],
    [{ computeSubnetCidr: "172.16.4.0/22" }, /computeSubnetCidr "172.16.4.0\/22" overlaps 172.16.0.0\/16/],
    [{ resourceGroupName: "" }, /resourceGroupName must/],
    [{ availabilityZone: "us-east-2a" }, /availabilityZone must be a Region of Azure/],
    [
      { privateDnsZoneIds: { blob: "privatelink.blob" } },
      /privateDnsZoneIds.blob must be the resource id of a private DNS/,
    ],
    [{ privateDnsZoneIds: { queue: "x" } as never }, /privateDnsZoneIds.queue is not a prop/],
    [{ tags: { "a/b": "c" } }, /tags must have keys/],
  ])("refuses an imported network of %j", (props, message) => {
    expect(() => ClusterNetwork.import(stackOf(), "network", { ...EXISTING, ...props })).toThrow(message);
  });
});
