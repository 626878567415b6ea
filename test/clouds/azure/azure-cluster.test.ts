import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack, Testing } from "cdktf";
import {
  Capacity,
  CheckpointBucket,
  ClusterNetwork,
  clusterModel,
  declareProvider,
  GpuNodePool,
  type GpuNodePoolProps,
  InfiniBandFabric,
  LustreStorage,
  NodeFleet,
} from "../../../lib/clouds/azure";
import { amdCheckScript, nvidiaCheckScript } from "../../../lib/clouds/azure/fleet/gpu-check";
import { requireEngine } from "../../../lib/clouds/common/engine";
import { review } from "../../../lib/review/review";
import { runProgram } from "../../run-program";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user";

function stackOf(orchestration?: "flexible" | "uniform", more: Partial<GpuNodePoolProps> = {}) {
  const stack = new TerraformStack(new App(), "train");
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
  const fabric = new InfiniBandFabric(stack, "fabric", { network, orchestration });
  const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 48 });
  const make = (id: string, props: Partial<GpuNodePoolProps>) =>
    new GpuNodePool(stack, id, {
      network,
      instanceType: "Standard_ND96isr_H100_v5",
      nodes: { min: 16, max: 16 },
      adminPublicKey: KEY,
      mounts: [scratch.mount("/scratch")],
      ...props,
    });
  const pool = make("h100", { fabric, ...more });
  return { stack, network, fabric, pool, make };
}

const synthesized = (stack: TerraformStack) => JSON.parse(Testing.synth(stack));
const only = (of: object): unknown => Object.values(of)[0];

const GROUP = "/subscriptions/x/capacityReservationGroups/y";

describe("a cluster on Azure", () => {
  it("is built by the program of the docs, which names public constructs alone", () => {
    const page = readFileSync(join(__dirname, "../../../docs/azure.md"), "utf8");
    const outdir = mkdtempSync(join(tmpdir(), "azure-"));
    runProgram(/```ts\n([\s\S]*?)```/.exec(page)![1]!, outdir);
    const stack = join(outdir, "stacks/azure-training-nd-h100/cdk.tf.json");
    expect(JSON.parse(readFileSync(stack, "utf8")).terraform.required_providers).toEqual({
      azurerm: { source: "azurerm", version: "4.55.0" },
    });
  });

  it("says what to install where the provider is not there", () => {
    const absent = () => {
      throw new Error("Cannot find module");
    };
    expect(() => requireEngine(__dirname, absent, ["azurerm"])).toThrow(
      /run npm install cdktf@0.21 @cdktf\/provider-azurerm@14 constructs@10/,
    );
  });

  it("has one fleet a pool", () => {
    const { stack, pool } = stackOf();
    new NodeFleet(stack, "run", { pool, size: 16 });
    expect(() => new NodeFleet(stack, "again", { pool })).toThrow(/started by run already/);
    expect(() => new NodeFleet(stack, "small", { pool, size: 2 })).toThrow(
      /size must be a whole number within the pool's nodes, 16 to/,
    );
  });

  it("is one scale set in one fault domain, without a single placement group", () => {
    const { stack, pool } = stackOf();
    new NodeFleet(stack, "run", { pool });
    const { resource } = synthesized(stack);
    expect(Object.keys(resource).sort()).toMatchInlineSnapshot(`
      [
        "azurerm_managed_lustre_file_system",
        "azurerm_nat_gateway",
        "azurerm_nat_gateway_public_ip_association",
        "azurerm_network_security_group",
        "azurerm_orchestrated_virtual_machine_scale_set",
        "azurerm_public_ip",
        "azurerm_resource_group",
        "azurerm_subnet",
        "azurerm_subnet_nat_gateway_association",
        "azurerm_subnet_network_security_group_association",
        "azurerm_user_assigned_identity",
        "azurerm_virtual_network",
        "terraform_data",
      ]
    `);
    expect(only(resource.azurerm_orchestrated_virtual_machine_scale_set)).toMatchObject({
      instances: 16,
      sku_name: "Standard_ND96isr_H100_v5",
      platform_fault_domain_count: 1,
      single_placement_group: false,
      zones: ["1"],
    });
    expect(only(resource.azurerm_managed_lustre_file_system)).toMatchObject({
      sku_name: "AMLFS-Durable-Premium-250",
      storage_capacity_in_tb: 48,
      lifecycle: { prevent_destroy: true },
    });
  });

  it("lets the servers of Lustre out to Azure's services, and makes them once their subnet has rules and a way out", () => {
    const { resource } = synthesized(stackOf().stack);
    const ways = Object.values(
      resource.azurerm_subnet_nat_gateway_association as Record<string, { subnet_id: string }>,
    );
    const lustre = only(resource.azurerm_managed_lustre_file_system) as unknown as Record<string, string[]>;
    expect(ways.map((one) => one.subnet_id)).toContain(lustre.subnet_id);
    for (const type of ["azurerm_subnet_nat_gateway_association", "azurerm_subnet_network_security_group_association"])
      expect(lustre.depends_on).toContainEqual(expect.stringMatching(new RegExp(`^${type}.network_lustre-`)));
  });

  it.each([
    ["Standard_ND96isr_H200_v5", "2404"],
    ["Standard_ND96isr_MI300X_v5", "2404-rocm"],
    ["Standard_ND128isr_GB300_v6", "2404-gb"],
    ["Standard_D8as_v5", "2404"],
  ])("boots %s with the edition of the image that has its drivers", (instanceType, sku) => {
    const stack = new TerraformStack(new App(), "train");
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
    const pool = new GpuNodePool(stack, "pool", { network, instanceType, nodes: { min: 0, max: 18 } });
    expect(pool.definition.image.sku).toBe(sku);
  });

  it("is a single placement group without overprovisioning where the fabric is uniform", () => {
    const { stack, pool } = stackOf("uniform");
    new NodeFleet(stack, "run", { pool });
    const { resource } = synthesized(stack);
    expect(only(resource.azurerm_linux_virtual_machine_scale_set)).toMatchObject({
      single_placement_group: true,
      overprovision: false,
      platform_fault_domain_count: 1,
    });
  });

  it("boots by a script that bash takes, and that checks devices, rate and partition key", () => {
    const { stack, pool } = stackOf();
    new NodeFleet(stack, "run", { pool });
    const boot = String(only(synthesized(stack).locals)).replaceAll("$${", "${");
    expect(spawnSync("bash", ["-n"], { input: boot }).stderr.toString()).toBe("");
    expect(boot).toMatch(/\^400 .*\n.*pkeys/);
    expect(boot).toMatch(/@tcp:\/lustrefs \/scratch lustre/);
  });

  it("checks the GPUs of a fleet's nodes when they boot, where NVIDIA's driver lists them", () => {
    const { stack, pool, make } = stackOf();
    new NodeFleet(stack, "run", { pool });
    const amd = make("amd", { instanceType: "Standard_ND96isr_MI300X_v5" });
    new NodeFleet(stack, "other", { pool: amd });
    const boots = Object.values(synthesized(stack).locals).map(String);
    expect(boots.filter((text) => text.includes("GPUs of 8,"))).toHaveLength(1);
    expect(boots.filter((text) => text.includes("/sys/class/kfd"))).toHaveLength(1);
    expect([pool.describe().healthChecked, amd.describe().healthChecked]).toEqual([true, true]);
  });

  it.each([
    [8, 0],
    [7, 1],
    [0, 1],
  ])("of %d AMD GPUs beside two processors, ends with %d", (gpus, status) => {
    const root = mkdtempSync(join(tmpdir(), "kfd-"));
    const ids = [0, 0, ...Array.from({ length: gpus }, (_, n) => 1000 + n)];
    for (const [n, id] of gpus === 0 ? [] : ids.entries()) {
      mkdirSync(join(root, String(n)));
      writeFileSync(join(root, String(n), "gpu_id"), `${id}\n`);
    }
    const script = amdCheckScript(8)
      .replace("/sys/class/kfd/kfd/topology/nodes", root)
      .replace("/dev/console", "/dev/null");
    const done = spawnSync("bash", ["-c", `set -euo pipefail\n${script}`], { encoding: "utf8" });
    expect([done.status, done.stderr]).toEqual([status, status === 0 ? "" : `warpform: ${gpus} GPUs of 8\n`]);
  });

  it.each([
    [8, 0, 0, 0],
    [7, 0, 0, 1],
    [8, 3, 0, 1],
    [8, 0, 1, 1],
  ])("of %d GPUs with %d errors and %d row that is not remapped, ends with %d", (gpus, errors, rows, status) => {
    const driver = `nvidia-smi() { case "$*" in -L) for n in $(seq ${gpus}); do echo "GPU $n: H100"; done ;; *ecc*) echo ${errors} ;; *) echo ${rows} ;; esac; }
timeout() { shift; "$@"; }\n`;
    const script = driver + nvidiaCheckScript(8).replace("/dev/console", "/dev/null");
    const done = spawnSync("bash", ["-c", `set -euo pipefail\n${script}`], { encoding: "utf8" });
    expect([done.status, done.stderr.includes("GPUs of 8")]).toEqual([status, status === 1]);
  });

  it("is reviewed as InfiniBand on Azure, by no rule of another cloud", () => {
    const { stack, pool } = stackOf();
    new NodeFleet(stack, "run", { pool });
    const cluster = clusterModel(stack);
    expect([cluster.cloud, cluster.region, cluster.fabrics[0]!.kind]).toEqual(["azure", "eastus", "infiniband"]);
    const of = review(cluster);
    expect(of.findings.filter(({ rule }) => /^(efa|imds)/.test(rule))).toEqual([]);
    expect(of.quotas).toMatchObject([{ code: "standardNDSH100v5Family", needed: 1536, default: 0 }]);
    // the nodes, and the address of the NAT gateway
    expect(of.figures.cost.usdPerHour).toBeCloseTo(16 * 98.32 + 0.005, 4);
  });

  it("says at synth that nothing starts a pool", () => {
    const { pool } = stackOf();
    expect(pool.node.validate().join()).toMatch(/pass it to a SlurmHeadNode .*a NodeFleet \(pool\)/);
  });

  it.each<[string, Partial<GpuNodePoolProps>, RegExp]>([
    ["a size of AWS", { instanceType: "p5.48xlarge" }, /"p5.48xlarge" is not an Azure size in the catalog/],
    ["a misspelt size", { instanceType: "Standard_ND96isr_H100_v6" }, /nearest are Standard_ND96isr_H100_v5/],
    [
      "a size without InfiniBand",
      { instanceType: "Standard_NC40ads_H100_v5" },
      /has no InfiniBand; leave it out, or use one of Standard_ND/,
    ],
    [
      "part of a rack",
      { instanceType: "Standard_ND128isr_GB300_v6", nodes: { min: 0, max: 20 } },
      /multiples of 18.*max 36/,
    ],
    [
      "a reservation of ND",
      { capacity: [Capacity.reservation("/subscriptions/x/capacityReservationGroups/y")] },
      /cannot be a reservation for Standard_ND96isr_H100_v5.*or Capacity\.block\(\)/,
    ],
    [
      "more nodes than the block holds",
      { capacity: [Capacity.block("/subscriptions/x/capacityReservationGroups/y", { nodes: 8 })] },
      /nodes.max must be at most the 8 nodes of its block, .* got 16; use 8/,
    ],
    ["two ways to buy", { capacity: [Capacity.spot(), Capacity.onDemand()] as never }, /must have 1 entry, got 2/],
    [
      "more least than most",
      { nodes: { min: 4, max: 2 } },
      /nodes.min must not exceed nodes.max, got 4 and 2; use min 2 or max 4/,
    ],
    [
      "an array over a directory of the system",
      { nvmePath: "/etc" },
      /nvmePath must not hide a directory of the system/,
    ],
    [
      "an array where Lustre is",
      { nvmePath: "/scratch" },
      /mounts\[0\] path "\/scratch" is mounted on already by nvmePath/,
    ],
    ["a key that is none", { adminPublicKey: "secret" }, /adminPublicKey must be a public SSH key/],
  ])("refuses %s", (_, props, message) => {
    expect(() => stackOf("flexible", props)).toThrow(message);
  });

  it("tells the review what you pay for a node on Spot, and how often it is interrupted", () => {
    const own = { usdPerHour: 31.5, interruptionsPerHour: 0.002 };
    const { stack } = stackOf("flexible", { capacity: [Capacity.spot(own)] });
    expect(clusterModel(stack).pools[0]!.capacity).toEqual([
      {
        kind: "spot",
        reservationId: null,
        nodes: null,
        availabilityZone: "eastus-1",
        startsOn: null,
        endsOn: null,
        ...own,
      },
    ]);
  });

  it.each<[string, object, RegExp]>([
    ["a price of nothing", { usdPerHour: 0 }, /usdPerHour must be a number above 0, got 0/],
    [
      "more interruptions than hours",
      { interruptionsPerHour: 2 },
      /interruptionsPerHour must be a number from 0 to 1, got 2/,
    ],
    ["a misspelt key", { usdPerHours: 3 }, /usdPerHours/],
  ])("refuses a rate of %s", (_, options, message) => {
    expect(() => Capacity.spot(options)).toThrow(message);
  });

  it.each<[string, unknown[], RegExp]>([
    ["no id", ["", { nodes: 8 }], /groupId must be the resource id of a capacity reservation group, got ""/],
    ["no options", [GROUP], /options must be an object, \{ nodes, startsOn, endsOn \}/],
    [
      "a size that is not sold",
      [GROUP, { nodes: 12 }],
      /block: nodes must be 1, 2, 4, 8, 16, 32, 64, .* got 12; use 16/,
    ],
    ["no number", [GROUP, { nodes: Number.NaN }], /block: nodes must be a whole number/],
    ["a misspelt option", [GROUP, { nodes: 8, endOn: "2027-03-01T11:30:00Z" }], /endOn.*endsOn/],
    ["a day", [GROUP, { nodes: 8, endsOn: "2027-03-01" }], /block: endsOn must be an ISO 8601 moment/],
    [
      "an end before its start",
      [GROUP, { nodes: 8, startsOn: "2027-03-01T11:30:00Z", endsOn: "2027-02-01T11:30:00Z" }],
      /block: endsOn must be after startsOn \(2027-03-01T11:30:00Z\)/,
    ],
    [
      "a length that none is sold for",
      [GROUP, { nodes: 8, startsOn: "2027-03-01T11:30:00Z", endsOn: "2027-03-17T11:30:00Z" }],
      /block: endsOn must be 1 to 14 days or 3 to 26 weeks after startsOn/,
    ],
  ])("refuses a block of %s", (_, [id, options], message) => {
    expect(() => Capacity.block(id as string, options as never)).toThrow(message);
  });

  it("refuses a fleet of part of a rack, and takes whole ones", () => {
    const { pool, stack } = stackOf("flexible", {
      instanceType: "Standard_ND128isr_GB300_v6",
      nodes: { min: 0, max: 36 },
    });
    expect(() => new NodeFleet(stack, "part", { pool, size: 20 })).toThrow(
      /size of Standard_ND128isr_GB300_v6 must be a multiple of 18, whole racks, got 20; use 18 or 36/,
    );
    expect(() => new NodeFleet(stack, "whole", { pool, size: 18 })).not.toThrow();
  });

  it("refuses more than a placement group holds, and a second pool in a fabric", () => {
    expect(() => stackOf("uniform", { nodes: { min: 0, max: 101 } })).toThrow(
      /at most 100 in one scale set \(uniform\)/,
    );
    const { make, fabric } = stackOf();
    expect(() => make("second", { fabric })).toThrow(/already has pool "h100".*make a fabric for each pool/);
  });

  it.each([
    [{ availabilityZone: "us-east-2a" }, /availabilityZone must be a Region of Azure and a zone/],
    [
      { availabilityZone: "eastus-1", vnetCidr: "172.16.0.0/16" },
      /overlaps 172.16.0.0\/16, which Azure keeps for the RDMA network/,
    ],
    [{ availabilityZone: "eastus-1", vnetCidr: "10.0.0.0/24" }, /vnetCidr must be an IPv4 block from \/16 to \/20/],
    [{ availabilityZone: "eastus-1", clusterName: "Big Cluster" }, /clusterName must be 2 to 30/],
  ])("refuses a network of %j", (props, message) => {
    expect(() => new ClusterNetwork(new TerraformStack(new App(), "train"), "network", props)).toThrow(message);
  });

  it("refuses tags and names that Azure would refuse at apply", () => {
    const network = (tags: Record<string, string>) => () =>
      new ClusterNetwork(new TerraformStack(new App(), "train"), "network", { availabilityZone: "eastus-1", tags });
    expect(network({ "team/vision": "x" })).toThrow(
      /tags must have keys of 1 to 128 characters other than <.*got "team\/vision"/,
    );
    expect(network({ AzureTeam: "x" })).toThrow(/tags must not begin with "microsoft", "azure" or "windows"/);
    expect(network({ team: "x".repeat(257) })).toThrow(/tags must have values of at most 256 characters/);
    expect(network({ "cost:center": "50 % of a/b" })).not.toThrow();
    const { stack, network: own } = stackOf();
    new LustreStorage(stack, "bob's", { network: own, capacityTiB: 48 });
    expect(() => Testing.synth(stack, true)).toThrow(
      /azurerm_managed_lustre_file_system "train\/bob's\/Resource": name must be 2 to 80 characters of letters, digits/,
    );
  });

  it("keeps checkpoints in an account without keys, which only the nodes' identity and subnet reach", () => {
    const { stack, network, pool } = stackOf();
    new NodeFleet(stack, "run", { pool });
    const bucket = new CheckpointBucket(stack, "results", { network, accountName: "results" });
    bucket.grantReadWrite(pool);
    const { resource } = synthesized(stack);
    expect(only(resource.azurerm_storage_account)).toMatchObject({
      shared_access_key_enabled: false,
      network_rules: { default_action: "Deny" },
      blob_properties: { versioning_enabled: true },
      lifecycle: { prevent_destroy: true },
    });
    expect(only(resource.azurerm_role_assignment)).toMatchObject({
      scope: expect.stringContaining("azurerm_storage_container"),
    });
    expect(clusterModel(stack).buckets).toMatchObject([{ name: "results", versioned: true }]);
    const named = () => new CheckpointBucket(stack, "other", { network, accountName: "My-Results" });
    expect(named).toThrow(/accountName must be 3 to 24 lower-case letters and digits/);
  });

  it("refuses capacities between the steps of a tier", () => {
    const { stack, network } = stackOf();
    const lustre = (capacityTiB: number, throughputPerTiB: 40 | 500) => () =>
      new LustreStorage(stack, `l${capacityTiB}`, { network, capacityTiB, throughputPerTiB });
    expect(lustre(50, 40)).toThrow(/multiple of 48 up to 768 at 40 MB\/s per TiB, got 50; use 48/);
    expect(lustre(132, 500)).toThrow(/up to 128 at 500 MB\/s per TiB, got 132; use 128/);
  });
});
