import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack, TerraformVariable, Testing } from "cdktf";
import {
  Capacity,
  ClusterMonitoring,
  ClusterNetwork,
  clusterModel,
  declareProvider,
  GpuNodePool,
  type GpuNodePoolProps,
  InfiniBandFabric,
  LustreStorage,
  NodeFleet,
  SlurmHeadNode,
  type SlurmHeadNodeProps,
} from "../../../lib/clouds/azure";
import { review } from "../../../lib/review/review";
import type { ClusterFile } from "../../../lib/slurm/files/cluster-file";

/** Where the password of a database is. */
const PASSWORD =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/data/providers/Microsoft.KeyVault/vaults/data/secrets/slurm-db";
const PACKAGE = { url: "https://example.com/package", sha256: "a".repeat(64) };
/** A database that is made for the cluster. */
const MANAGED = { kind: "managed", databaseServerName: "train-accounts" } as const;
const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user";

function cluster(
  more: Partial<SlurmHeadNodeProps> = {},
  poolProps: Partial<GpuNodePoolProps> = {},
  { id = "slurm", orchestration }: { id?: string; orchestration?: "flexible" | "uniform" } = {},
) {
  const stack = new TerraformStack(new App(), "train");
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
  const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 48 });
  const mounts = [scratch.mount("/scratch")];
  const withFabric = poolProps.instanceType === undefined || /_ND/.test(poolProps.instanceType);
  const pool = new GpuNodePool(stack, "h100", {
    network,
    instanceType: "Standard_ND96isr_H100_v5",
    nodes: { min: 0, max: 16 },
    adminPublicKey: KEY,
    mounts,
    ...(withFabric && { fabric: new InfiniBandFabric(stack, "fabric", { network, orchestration }) }),
    ...poolProps,
  });
  const head = new SlurmHeadNode(stack, id, {
    network,
    mounts,
    adminPublicKey: KEY,
    siteAccountName: "trainsite",
    vaultName: "train-slurm",
    partitions: [{ name: "train", pools: [pool] }],
    ...more,
  });
  return { stack, network, pool, head };
}

type Json = Record<string, never>;
const synthesized = (stack: TerraformStack) =>
  JSON.parse(Testing.synth(stack)) as {
    resource: Record<string, Record<string, Json>>;
    locals: Record<string, string>;
  };
const only = (of: object): Json => Object.values(of)[0] as Json;

/** The resource group where the head's own role may be assigned, which has the right to join a VM to this; undefined where it is not assigned to it. */
function joined(stack: TerraformStack, scope: string): string | undefined {
  const { azurerm_role_assignment: assignments, azurerm_role_definition: roles } = synthesized(stack).resource;
  const on = Object.values(assignments!).find((one) => one.scope === scope) as { role_definition_id?: string };
  const role = only(roles!) as unknown as { assignable_scopes: string[]; permissions: { actions: string[] }[] };
  expect(role.permissions[0]!.actions).toEqual(
    expect.arrayContaining([
      "Microsoft.Compute/capacityReservationGroups/deploy/action",
      "Microsoft.Network/virtualNetworks/subnets/join/action",
    ]),
  );
  return on?.role_definition_id?.includes("azurerm_role_definition.slurm_identity_role")
    ? role.assignable_scopes[1]
    : undefined;
}

/** Text of a site's file, as Terraform would write it but for its references. */
function file(stack: TerraformStack, key: string): string {
  const { locals } = synthesized(stack);
  const name = Object.keys(locals).find((one) => one.includes(`text-${key.replaceAll(".", "")}_`));
  return locals[name!]!.replaceAll("$${", "${");
}

/** Runs a program against a stand-in of the Azure CLI, whose lists are these, one after the other. */
function run(command: string, settings: Record<string, string>, lists: readonly string[]) {
  const bin = mkdtempSync(join(tmpdir(), "az-"));
  lists.forEach((text, index) => {
    writeFileSync(join(bin, `list-${index}`), text.replaceAll(" ", "\n"));
  });
  const answer = `case "$*" in *"method get"*) n=$(cat ${bin}/n 2>/dev/null || echo 0); echo $((n + 1)) > ${bin}/n; cat ${bin}/list-$n; ! grep -q throttled ${bin}/list-$n ;; esac`;
  for (const [name, text] of [
    ["az", `echo "$*" >> ${bin}/log\n${answer}\n`],
    ["sleep", ""],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${text}`);
    chmodSync(join(bin, name), 0o755);
  }
  const { status } = spawnSync("bash", ["-c", command], { env: { PATH: `${bin}:${process.env.PATH}`, ...settings } });
  return { status, calls: readFileSync(join(bin, "log"), "utf8").trim().split("\n") };
}

describe("SlurmHeadNode of Azure", () => {
  it("has an empty flexible scale set a pool, which VMs of Slurm's own names join", () => {
    const { stack } = cluster();
    const set = only(synthesized(stack).resource.azurerm_orchestrated_virtual_machine_scale_set!);
    expect(set).toMatchObject({ name: "train-h100", platform_fault_domain_count: 1, zones: ["1"] });
    for (const absent of ["instances", "sku_name", "os_profile", "single_placement_group"])
      expect(set).not.toHaveProperty(absent);
  });

  it("has racks of GB300 made whole by their scale set, whose VMs the head names and never ends, on nodes that are always on", () => {
    const { stack, head } = cluster({}, { instanceType: "Standard_ND128isr_GB300_v6", nodes: { min: 36, max: 36 } });
    const { resource } = synthesized(stack);
    expect(only(resource.azurerm_orchestrated_virtual_machine_scale_set!)).toMatchObject({
      instances: 36,
      sku_name: "Standard_ND128isr_GB300_v6",
      single_placement_group: false,
      platform_fault_domain_count: 1,
      source_image_reference: { sku: "2404-gb" },
    });
    // Terraform ends them with their set
    expect(Object.keys(resource.terraform_data!)).toEqual([expect.stringContaining("scratch_expansion")]);
    const [of] = (JSON.parse(file(stack, "warpform-cluster.json")) as ClusterFile).pools;
    expect(of).toMatchObject({ topologyApi: true, expect: { gpus: 4, imex: "channel-shared" } });
    const set = Object.keys(resource.azurerm_orchestrated_virtual_machine_scale_set!)[0]!;
    expect(of!.sources[0]!.machine).toEqual({
      scaleSet: "train-h100",
      properties: {
        virtualMachineScaleSet: { id: `\${azurerm_orchestrated_virtual_machine_scale_set.${set}.id}` },
      },
    });
    const conf = file(stack, "etc-slurm.conf");
    expect(conf).toContain("SuspendExcNodes=h100-st-[1-36]");
    expect(conf).toMatch(/NodeName=h100-st-\[1-36\] Sockets=2 CoresPerSocket=64.*Gres=gpu:gb300:4/);
    expect(conf).toContain("TopologyPlugin=topology/tree");
    expect(only(resource.azurerm_role_definition!)).toMatchObject({
      permissions: [{ actions: expect.arrayContaining(["Microsoft.Compute/virtualMachines/restart/action"]) }],
    });
    expect(head.pools[0]!.describe().adoptedBy).toEqual({ kind: "slurm", name: "slurm" });
    // no advice that racks do not allow: nodes from zero, and a head with Grace
    const found = review(clusterModel(stack)).findings.map(({ rule }) => rule);
    expect(found).not.toContain("gpu-nodes-always-on");
    expect(found).not.toContain("cpu-architectures-mixed");
  });

  it("has files that are read, not baked: each blob's digest is in the manifest, and no machine depends on one", () => {
    const { stack } = cluster();
    const { resource } = synthesized(stack);
    const blobs = Object.values(resource.azurerm_storage_blob!) as unknown as {
      name: string;
      source_content: string;
    }[];
    const manifest = blobs.find(({ name }) => name === "manifest.json")!;
    for (const { name } of blobs.filter((one) => one !== manifest))
      expect(manifest.source_content).toMatch(new RegExp(`"key": "${name}"[^}]*"sha256": "\\$\\{sha256\\(`));
    const machine = only(resource.azurerm_linux_virtual_machine!) as unknown as { depends_on: string[] };
    expect(JSON.stringify({ ...machine, depends_on: [] })).not.toContain("storage_blob");
    expect(machine.depends_on.filter((one) => one.includes("role_assignment")).length).toBeGreaterThan(3);
  });

  it("writes slurm.conf for nodes without hyper-threading, that take long to come", () => {
    const conf = file(cluster().stack, "etc-slurm.conf");
    expect(conf).toContain("ResumeTimeout=1800");
    expect(conf).toMatch(/NodeName=h100-dy-\[1-16\].*Sockets=2 CoresPerSocket=48 ThreadsPerCore=1.*Gres=gpu:h100:8/);
    expect(conf).toContain("SlurmctldHost=slurm-head");
  });

  it("tells the programs what a VM is made from, and what a healthy node has", () => {
    const { stack, pool } = cluster();
    const [of] = (JSON.parse(file(stack, "warpform-cluster.json")) as ClusterFile).pools;
    expect(of!.expect).toMatchObject({ gpus: 8, nvSwitch: true, efaDevices: 0, nvmeMountPath: "/scratch-local" });
    expect(of!.expect.infiniband).toEqual({ devices: 8, gbpsPerDevice: 400 });
    expect(of!.expect.mounts).toEqual([{ path: "/scratch", kind: "lustre" }]);
    const { machine } = of!.sources[0]! as unknown as { machine: { properties: Json; zones: string[] } };
    expect(machine.zones).toEqual(["1"]);
    expect(machine.properties).toMatchObject({
      hardwareProfile: { vmSize: "Standard_ND96isr_H100_v5" },
      storageProfile: { osDisk: { diskSizeGB: 256, deleteOption: "Delete" } },
    });
    expect(pool.describe().healthChecked).toBe(true);
  });

  it("expects of an all-reduce what two ND H100 v5 were measured to do, 440 to 467 GB/s", () => {
    // https://github.com/edwardsp/azcluster doc/full-walkthrough-slurm-v0.24.20.md
    const [of] = (JSON.parse(file(cluster().stack, "warpform-cluster.json")) as ClusterFile).pools;
    const two = of!.expect.allReduce!.rows.find(({ nodes }) => nodes === 2)!;
    expect(two.leastGBps).toBeLessThan(440);
    expect(two.expectedGBps).toBeGreaterThan(440);
    expect(two.expectedGBps).toBeLessThan(467);
  });

  it("places jobs by placement group where a pool has a fabric, which nodes tell, unless told otherwise", () => {
    const { topology, pools } = JSON.parse(file(cluster().stack, "warpform-cluster.json")) as ClusterFile;
    expect(topology).toEqual({ kind: "tree", refresh: true });
    expect(pools[0]!.topologyApi).toBe(true);
    expect(file(cluster().stack, "warpform-topology.conf")).toContain("SwitchName=leaf-h100 Nodes=h100-dy-[1-16]");
    const { stack: cpu } = cluster({}, { instanceType: "Standard_D8as_v5" });
    const { stack: none } = cluster({ topology: { kind: "none" } });
    for (const stack of [cpu, none]) {
      expect(JSON.parse(file(stack, "warpform-cluster.json")).topology).toEqual({ kind: "none" });
    }
  });

  it("lets the head start and end VMs and read files and key, and nodes read alone", () => {
    const { resource } = synthesized(cluster().stack);
    const { permissions } = only(resource.azurerm_role_definition!) as unknown as {
      permissions: { actions: string[] }[];
    };
    expect(permissions[0]!.actions.filter((action) => /\*|storage|vault|roleAssign/i.test(action))).toEqual([]);
    const roles = Object.values(resource.azurerm_role_assignment!).map((one) => {
      const { role_definition_name: role, principal_id: who } = one as unknown as Record<string, string>;
      return `${/h100/.test(who!) ? "node" : "head"}: ${role ?? "its own role"}`;
    });
    expect(roles.sort()).toEqual([
      "head: Key Vault Secrets Officer",
      "head: Storage Blob Data Reader",
      "head: its own role",
      "node: Key Vault Secrets User",
      "node: Storage Blob Data Reader",
    ]);
  });

  it("protects the state, has no public address, no secret and no account key", () => {
    const { stack } = cluster();
    const { resource } = synthesized(stack);
    expect(only(resource.azurerm_managed_disk!)).toMatchObject({ lifecycle: { prevent_destroy: true } });
    expect(Object.keys(resource.azurerm_public_ip!)).toHaveLength(1); // the NAT gateway's
    expect(resource.azurerm_key_vault_secret).toBeUndefined();
    expect(only(resource.azurerm_storage_account!)).toMatchObject({ shared_access_key_enabled: false });
    expect(only(resource.azurerm_key_vault!)).toMatchObject({
      purge_protection_enabled: true,
      network_acls: { default_action: "Deny" },
    });
  });

  it("keeps the account to given addresses, or leaves it to Entra ID", () => {
    const rules = (more: Partial<SlurmHeadNodeProps>) =>
      only(synthesized(cluster(more).stack).resource.azurerm_storage_account!).network_rules;
    expect(rules({ deployCidrs: ["203.0.113.0/24"] })).toMatchObject({
      default_action: "Deny",
      ip_rules: ["203.0.113.0/24"],
    });
    expect(rules({})).toMatchObject({ default_action: "Allow" });
  });

  it("is not replaced by a newer image, and pins one that is named", () => {
    const machine = (more: Partial<SlurmHeadNodeProps>) =>
      only(synthesized(cluster(more).stack).resource.azurerm_linux_virtual_machine!);
    expect(machine({})).toMatchObject({ lifecycle: { ignore_changes: ["source_image_reference"] } });
    const pinned = machine({ imageVersion: "24.04.2026010101" });
    expect(pinned).toMatchObject({ source_image_reference: { sku: "2404", version: "24.04.2026010101" } });
    expect(pinned).not.toHaveProperty("lifecycle");
  });

  it("boots head and nodes by scripts that bash takes, within the 64 KB of custom data", () => {
    const { locals } = synthesized(cluster().stack);
    const boots = Object.entries(locals).filter(([name]) => /_boot_\w+$/.test(name));
    expect(boots).toHaveLength(2);
    for (const [, text] of boots) {
      const script = text.replaceAll("$${", "${");
      expect(spawnSync("bash", ["-n"], { input: script }).stderr.toString()).toBe("");
      expect(Buffer.byteLength(script)).toBeLessThan(64 * 1024);
      expect(script).toContain("/usr/local/sbin/slurm-files");
    }
  });

  it("accounts in a database of yours, whose password the head alone reads", () => {
    const database = { kind: "external", databaseHost: "db.example.com", passwordSecretId: PASSWORD } as const;
    const { stack } = cluster({ accounting: database });
    expect(file(stack, "warpform-slurmdbd.conf")).toContain(
      "StorageHost=db.example.com\nStoragePort=3306\nStorageUser=slurm\nStoragePass=@DATABASE_PASSWORD@\n" +
        "StorageLoc=slurm_acct_db\nStorageParameters=SSL_CA=/etc/ssl/certs/ca-certificates.crt\n",
    );
    expect(file(stack, "warpform-site.env")).toMatch(
      /ACCOUNTING='external'[\s\S]*DATABASE_SECRET=.?https:\/\/data\.vault\.azure\.net\/secrets\/slurm-db/,
    );
    const roles = Object.values(synthesized(stack).resource.azurerm_role_assignment as Record<string, object>);
    expect(roles).toContainEqual(
      expect.objectContaining({ scope: PASSWORD, role_definition_name: "Key Vault Secrets User" }),
    );
    const [slurm] = clusterModel(stack).schedulers;
    expect(slurm).toMatchObject({ accounting: "external" });
    // a secret of the same program is known to Terraform alone
    const variable = new TerraformVariable(stack, "password", {}).stringValue;
    const later = cluster({ accounting: { ...database, passwordSecretId: variable } });
    expect(JSON.stringify(synthesized(later.stack).locals)).toContain(
      'https://${element(split(\\"/\\", var.password), 8)}.vault.azure.net/secrets/${element(split(\\"/\\", var.password), 10)}',
    );
  });

  it("makes a database that outlives the head: private, encrypted, locked, with a password that no state has", () => {
    const { stack } = cluster({ accounting: { ...MANAGED, databaseUser: "jobs", databaseBackupDays: 30 } });
    const { resource } = synthesized(stack);
    const [[id, server]] = Object.entries(resource.azurerm_mysql_flexible_server!) as unknown as [[string, Json]];
    expect(server).toMatchObject({
      name: "train-accounts",
      administrator_login: "jobs",
      backup_retention_days: 30,
      public_network_access: "Disabled",
      storage: { size_gb: 64, auto_grow_enabled: true },
      lifecycle: { prevent_destroy: true },
    });
    // write-only, with a value that each apply makes anew and that nobody reads
    expect(server).toMatchObject({ administrator_password_wo: "Wf1-${uuid()}" });
    expect(server).not.toHaveProperty("administrator_password");
    const subnet = resource.azurerm_subnet!.network_mysql_263F0B2E as Json;
    expect(subnet).toMatchObject({
      address_prefixes: ["10.0.255.64/28"],
      delegation: [{ service_delegation: { name: "Microsoft.DBforMySQL/flexibleServers" } }],
    });
    const zone = Object.values(resource.azurerm_private_dns_zone!) as unknown as { name: string }[];
    expect(zone.map(({ name }) => name)).toContain("train-accounts.private.mysql.database.azure.com");
    expect(only(resource.azurerm_management_lock!)).toMatchObject({
      lock_level: "CanNotDelete",
      scope: `\${azurerm_mysql_flexible_server.${id}.id}`,
    });
    const settings = Object.values(resource.azurerm_mysql_flexible_server_configuration!) as unknown as {
      name: string;
      value: string;
    }[];
    expect(Object.fromEntries(settings.map(({ name, value }) => [name, value]))).toEqual({
      innodb_lock_wait_timeout: "900",
      max_allowed_packet: "16777216",
      require_secure_transport: "ON",
      sql_generate_invisible_primary_key: "OFF",
    });
    // the head alone may set its password, and nothing else of the group
    const roles = Object.values(resource.azurerm_role_definition!) as unknown as {
      name: string;
      permissions: object;
    }[];
    expect(roles.find(({ name }) => name === "train-slurm-database")!.permissions).toEqual([
      { actions: ["Microsoft.DBforMySQL/flexibleServers/read", "Microsoft.DBforMySQL/flexibleServers/write"] },
    ]);
    const assigned = Object.values(resource.azurerm_role_assignment!) as unknown as { scope: string }[];
    expect(assigned.filter(({ scope }) => scope.includes("mysql"))).toHaveLength(1);
    const conf = file(stack, "warpform-slurmdbd.conf");
    expect(conf).toContain(
      `StorageHost=\${azurerm_mysql_flexible_server.${id}.fqdn}\nStoragePort=3306\nStorageUser=jobs`,
    );
    expect(conf).toContain("StorageParameters=SSL_CA=/etc/ssl/certs/ca-certificates.crt");
    const site = file(stack, "warpform-site.env");
    expect(site).toContain("ACCOUNTING='external'");
    expect(site).toMatch(/DATABASE_SECRET=.*mysql:\$\{.*\.id\}@file:\/etc\/slurm\/database-password/);
    const head = only(resource.azurerm_linux_virtual_machine!) as unknown as { depends_on: string[] };
    expect(head.depends_on.filter((one) => one.includes("database"))).not.toEqual([]);
    const model = clusterModel(stack);
    expect(model.schedulers[0]).toMatchObject({
      accounting: "managed",
      database: { type: "B_Standard_B2ms", storageGiB: 64, backupDays: 30 },
    });
    expect(review(model).figures.cost.unpriced).toContain(
      "accounting database of slurm: B_Standard_B2ms, 64 GiB, backups of 30 days",
    );
  });

  it("is reviewed as Slurm with the quota of head and nodes, by no rule of another cloud", () => {
    const model = clusterModel(cluster().stack);
    expect(model.schedulers).toMatchObject([
      {
        kind: "slurm",
        headInstanceType: "Standard_D4as_v5",
        accounting: "local",
        volumesGiB: 228,
        resumeTimeoutSeconds: 1800,
      },
    ]);
    const of = review(model);
    expect(of.findings.filter(({ rule }) => /^(efa|imds|ebs|ami)/.test(rule))).toEqual([]);
    expect(of.quotas.map(({ code, needed }) => [code, needed])).toEqual([
      ["standardDASv5Family", 4],
      ["standardNDSH100v5Family", 1536],
    ]);
  });

  it("starts the pool's nodes alone", () => {
    const { stack, pool } = cluster();
    expect(() => new NodeFleet(stack, "run", { pool })).toThrow(/pool "\w+" is started by slurm already/);
  });

  it("takes Spot and reservation groups into the body, and the right to deploy into a group", () => {
    const machineOf = (stack: TerraformStack) => {
      const [of] = (JSON.parse(file(stack, "warpform-cluster.json")) as ClusterFile).pools;
      return (of!.sources[0]!.machine as { properties: Json }).properties;
    };
    const nc = { instanceType: "Standard_NC24ads_A100_v4" };
    const spot = cluster({}, { ...nc, capacity: [Capacity.spot()] });
    expect(machineOf(spot.stack)).toMatchObject({
      priority: "Spot",
      evictionPolicy: "Delete",
      billingProfile: { maxPrice: -1 },
    });
    const id = "/subscriptions/x/resourceGroups/y/providers/Microsoft.Compute/capacityReservationGroups/z";
    const reserved = cluster({}, { ...nc, capacity: [Capacity.reservation(id)] });
    expect(machineOf(reserved.stack)).toMatchObject({ capacityReservation: { capacityReservationGroup: { id } } });
    expect(joined(reserved.stack, id)).toBe("/subscriptions/x/resourceGroups/y");
  });

  it("lets the head join VMs to a subnet in another resource group", () => {
    const { stack } = cluster();
    const net = "/subscriptions/x/resourceGroups/Hub/providers/Microsoft.Network/virtualNetworks/hub";
    const ofGroup = (resourceGroupName: string) => {
      const imported = new TerraformStack(new App(), "train");
      declareProvider(imported);
      const network = ClusterNetwork.import(imported, "network", {
        availabilityZone: "eastus-1",
        resourceGroupName,
        virtualNetworkId: net,
        computeSubnetId: `${net}/subnets/gpu`,
      });
      const h100 = { instanceType: "Standard_ND96isr_H100_v5", nodes: { min: 0, max: 2 }, adminPublicKey: KEY };
      const pool = new GpuNodePool(imported, "h100", { network, ...h100 });
      const names = { siteAccountName: "trainsite", vaultName: "train-slurm", adminPublicKey: KEY };
      new SlurmHeadNode(imported, "slurm", { network, ...names, partitions: [{ name: "train", pools: [pool] }] });
      return imported;
    };
    expect(joined(ofGroup("train"), `${net}/subnets/gpu`)).toBe("/subscriptions/x/resourceGroups/Hub");
    // the role is on its own group already
    for (const one of [ofGroup("hub"), stack])
      expect(only(synthesized(one).resource.azurerm_role_definition!).assignable_scopes).toHaveLength(1);
  });

  it("asks for the database's subnet in an imported network, by the prop that takes it", () => {
    const stack = new TerraformStack(new App(), "train");
    const vnet = "/subscriptions/x/resourceGroups/hub/providers/Microsoft.Network/virtualNetworks/hub";
    const network = ClusterNetwork.import(stack, "network", {
      availabilityZone: "eastus-1",
      resourceGroupName: "train",
      virtualNetworkId: vnet,
      computeSubnetId: `${vnet}/subnets/gpu`,
    });
    const cpu = { instanceType: "Standard_D8as_v5", nodes: { min: 0, max: 2 }, adminPublicKey: KEY };
    const partitions = [{ name: "work", pools: [new GpuNodePool(stack, "cpu", { network, ...cpu })] }];
    const names = { siteAccountName: "trainsite", vaultName: "train-slurm", adminPublicKey: KEY };
    expect(() => new SlurmHeadNode(stack, "slurm", { network, ...names, partitions, accounting: MANAGED })).toThrow(
      'SlurmHeadNode "train/slurm": accounting.databaseSubnetId is required in an imported network; give the id of a subnet that is delegated to Microsoft.DBforMySQL/flexibleServers',
    );
  });

  it("has login nodes behind one private address, who read site and key", () => {
    const { stack } = cluster({ loginNodes: 2, loginInstanceType: "Standard_D2as_v5" });
    const { resource } = synthesized(stack);
    const machines = Object.values(resource.azurerm_linux_virtual_machine!).map((one) => one.computer_name);
    expect(machines).toEqual(["slurm-head", "login-1", "login-2"]);
    expect(only(resource.azurerm_lb!)).toMatchObject({ sku: "Standard", frontend_ip_configuration: [{ name: "ssh" }] });
    expect(only(resource.azurerm_lb_rule!)).toMatchObject({ frontend_port: 22, load_distribution: "SourceIP" });
    expect(Object.keys(resource.azurerm_network_interface_backend_address_pool_association!)).toHaveLength(2);
    const names = Object.values(resource.azurerm_private_dns_a_record!).map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining(["slurm-head", "login"]));
    const boot = Object.entries(synthesized(stack).locals).find(([name]) => /slurm_login_boot/.test(name))![1];
    const text = boot.replaceAll("$${", "${");
    expect(text).toMatch(/ROLE='login'/);
    expect(spawnSync("bash", ["-n"], { input: text }).stderr.toString()).toBe("");
    const [scheduler] = clusterModel(stack).schedulers;
    expect(scheduler).toMatchObject({
      loginNodes: 2,
      loginPools: [{ name: "login", instanceType: "Standard_D2as_v5", nodes: 2 }],
    });
  });

  it("has several pools of login nodes, each with a name, a size and users of its own", () => {
    const { stack, head } = cluster({
      loginNodes: 1,
      loginPools: [
        { name: "interns", count: 2, instanceType: "Standard_D2as_v5", allowUsers: ["ann"] },
        { name: "viz", instanceType: "Standard_NC40ads_H100_v5", allowGroups: ["artists"] },
      ],
      users: [{ name: "ann", uid: 2001 }],
    });
    const { resource, locals } = synthesized(stack);
    const machines = Object.values(resource.azurerm_linux_virtual_machine!).map((one) => [one.computer_name, one.size]);
    expect(machines.sort()).toEqual([
      ["interns-1", "Standard_D2as_v5"],
      ["interns-2", "Standard_D2as_v5"],
      ["login-1", "Standard_D4as_v5"],
      ["slurm-head", "Standard_D4as_v5"],
      ["viz-1", "Standard_NC40ads_H100_v5"],
    ]);
    const balancers = Object.values(resource.azurerm_lb!).map((one) => one.name);
    expect(balancers.sort()).toEqual(["train-login", "train-login-interns", "train-login-viz"]);
    const names = Object.values(resource.azurerm_private_dns_a_record!).map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining(["login", "interns", "viz"]));
    const identities = Object.values(resource.azurerm_user_assigned_identity!).map((one) => one.name);
    expect(identities).toEqual(expect.arrayContaining(["train-login", "train-login-interns", "train-login-viz"]));
    // each pool reads the site and the key by an identity of its own
    const roles = Object.keys(resource.azurerm_role_assignment!).filter((name) => /_read-login/.test(name));
    expect(roles).toHaveLength(6);
    const boots = Object.entries(locals).filter(([name]) => /slurm_login.*_boot/.test(name));
    const told = boots.map(([, text]) => /printf '%s\\n' '(\w+)' > \/etc\/warpform\/login-pool/.exec(text)?.[1]);
    expect(told.sort()).toEqual(["interns", "viz", undefined]);
    expect(JSON.parse(file(stack, "warpform-login-pools.json"))).toEqual({
      interns: { allowUsers: ["ann"], allowGroups: [] },
      viz: { allowUsers: [], allowGroups: ["artists"] },
    });
    expect(Object.keys(head.loginPools)).toEqual(["login", "interns", "viz"]);
    expect(head.loginNodes).toBe(head.loginPools.login);
    const [scheduler] = clusterModel(stack).schedulers;
    expect(scheduler).toMatchObject({
      loginNodes: 4,
      loginPools: [
        { name: "login", instanceType: "Standard_D4as_v5", nodes: 1 },
        { name: "interns", instanceType: "Standard_D2as_v5", nodes: 2 },
        { name: "viz", instanceType: "Standard_NC40ads_H100_v5", nodes: 1 },
      ],
    });
  });

  it("has snapshots of the state disk made by an identity that can do nothing else", () => {
    const { stack } = cluster({ stateSnapshots: { everyHours: 4, keepDays: 7 } });
    const { resource } = synthesized(stack);
    expect(only(resource.azurerm_data_protection_backup_policy_disk!)).toMatchObject({
      backup_repeating_time_intervals: ["R/2026-01-01T03:00:00+00:00/PT4H"],
      default_retention_duration: "P7D",
    });
    const roles = Object.values(resource.azurerm_role_assignment!).map((one) => String(one.role_definition_name));
    expect(roles.filter((name) => name.startsWith("Disk"))).toEqual([
      "Disk Backup Reader",
      "Disk Snapshot Contributor",
    ]);
    expect(clusterModel(stack).schedulers[0]).toMatchObject({
      stateSnapshots: { volumeGiB: 100, everyHours: 4, keep: 42 },
    });
    expect(Object.keys(synthesized(cluster().stack).resource)).not.toContain("azurerm_data_protection_backup_vault");
  });

  it("ends a pool's VMs on destroy, after the head and before their scale set", () => {
    const { stack } = cluster();
    const { resource } = synthesized(stack);
    const ends = Object.entries(resource.terraform_data!).find(([name]) => /end-h100/.test(name))!;
    const { provisioner, input } = ends[1] as unknown as {
      provisioner: { "local-exec": { command: string; environment: object; when: string } }[];
      input: { scaleSet: string };
    };
    const { command, environment, when } = provisioner[0]!["local-exec"];
    expect([when, environment]).toEqual(["destroy", { SCALE_SET: "${self.input.scaleSet}" }]);
    expect(input.scaleSet).toMatch(/azurerm_orchestrated_virtual_machine_scale_set/);
    expect(only(resource.azurerm_linux_virtual_machine!).depends_on).toContain(`terraform_data.${ends[0]}`);
    const set = "/subscriptions/s/resourceGroups/train/providers/Microsoft.Compute/virtualMachineScaleSets/train-h100";
    const { status, calls } = run(command, { SCALE_SET: set }, ["throttled", "/vm/1 /vm/2", ""]);
    expect(status).toBe(0);
    expect(calls[0]).toContain(
      "get --url https://management.azure.com/subscriptions/s/resourceGroups/train/providers/Microsoft.Compute/virtualMachines?api-version=2025-04-01&$filter=%27virtualMachineScaleSet/id%27%20eq%20%27" +
        `${set}%27`,
    );
    expect(calls.filter((call) => call.includes("delete")).sort()).toEqual(
      [1, 2].map(
        (vm) =>
          `rest --method delete --url https://management.azure.com/vm/${vm}?api-version=2025-04-01&forceDeletion=true --output none`,
      ),
    );
    expect(calls).toHaveLength(5);
  });

  it("tells jobs of a block's end, whose VMs come from its group alone", () => {
    const id = "/subscriptions/x/resourceGroups/y/providers/Microsoft.Compute/capacityReservationGroups/z";
    const endsOn = "2027-03-01T11:30:00Z";
    const block = Capacity.block(id, { nodes: 4, startsOn: "2027-02-22T11:30:00Z", endsOn });
    const { stack, pool } = cluster({ blockDrainMinutes: 90 }, { capacity: [block], nodes: { min: 0, max: 4 } });
    const { pools, timeouts } = JSON.parse(file(stack, "warpform-cluster.json")) as ClusterFile;
    const [source] = pools[0]!.sources;
    expect(source).toMatchObject({ kind: "block", reservationId: id, endsOn });
    expect(source!.machine).toMatchObject({
      properties: { capacityReservation: { capacityReservationGroup: { id } } },
    });
    expect(pools[0]!.ranges).toMatchObject([{ kind: "static" }]);
    expect(timeouts.blockDrainMinutes).toBe(90);
    expect(pool.describe().capacity).toMatchObject([{ kind: "block", nodes: 4, endsOn }]);
  });

  it.each<[string, Parameters<typeof cluster>, RegExp]>([
    ["no account", [{ siteAccountName: undefined as never }], /siteAccountName is required/],
    [
      "a name with capitals",
      [{ siteAccountName: "TrainSite" }],
      /siteAccountName must be 3 to 24 lower-case letters and digits, such as "trainslurmsite", got "TrainSite"/,
    ],
    ["a short name of the account", [{ siteAccountName: "ab" }], /siteAccountName must be 3 to 24/],
    ["no vault", [{ vaultName: undefined as never }], /vaultName is required/],
    ["a vault of two dashes", [{ vaultName: "train--slurm" }], /vaultName must be 3 to 24 letters, digits and dashes/],
    ["a vault that ends in a dash", [{ vaultName: "train-" }], /vaultName must be 3 to 24/],
    ["a vault that begins with a digit", [{ vaultName: "1train" }], /vaultName must be 3 to 24/],
    ["a long name of the vault", [{ vaultName: "a".repeat(25) }], /vaultName must be 3 to 24/],
    [
      "a type of AWS",
      [{ instanceType: "m7i.xlarge" }],
      /instanceType "m7i.xlarge" is not an Azure size in the catalog; use "Standard_/,
    ],
    [
      "a type that is near to none but those with GPUs",
      [{ instanceType: "Standard_Huge" }],
      /instanceType "Standard_Huge" is not an Azure size in the catalog; use "Standard_D4as_v5"/,
    ],
    [
      "a head with GPUs",
      [{ instanceType: "Standard_NC24ads_A100_v4" }],
      /has accelerators that no job can use there; use "Standard_D4as_v5"/,
    ],
    ["a block that is none", [{ deployCidrs: ["office"] }], /deployCidrs\[0\] must be an IPv4 block, got "office"/],
    ["one address as a block", [{ deployCidrs: ["203.0.113.7/32"] }], /deployCidrs\[0\] must be \/30 or larger/],
    ["private addresses", [{ deployCidrs: ["10.1.0.0/16"] }], /deployCidrs\[0\] must be public addresses.*, got "10.1/],
    ["a small disk", [{ stateVolumeGiB: 5 }], /stateVolumeGiB must be a whole number of GiB from 10 to 4095, got 5/],
    ["a disk that is no number", [{ stateVolumeGiB: "100" as never }], /stateVolumeGiB must be/],
    [
      "an external database without host and password",
      [{ accounting: { kind: "external" } }],
      /accounting\.passwordSecretId is required for an external database; give the resource ID[\s\S]*accounting\.databaseHost must be the host/,
    ],
    [
      "a password in place of where it is",
      [{ accounting: { kind: "external", databaseHost: "db.example.com", passwordSecretId: "hunter2" } }],
      /accounting\.passwordSecretId must be the resource ID of a Key Vault secret without a version(?![\s\S]*hunter2)/,
    ],
    [
      "the password of the database on the head",
      [{ accounting: { passwordSecretId: PASSWORD, databaseCaFile: "/etc/ssl/ca.pem" } }],
      /passwordSecretId cannot be used with kind "local"[\s\S]*databaseCaFile cannot be used with kind "local"/,
    ],
    [
      "a managed database without a name",
      [{ accounting: { kind: "managed" } }],
      /accounting\.databaseServerName is required for a managed database; give a name such as "train-slurm-accounts"/,
    ],
    [
      "a managed database with the server of another",
      [{ accounting: { ...MANAGED, databaseHost: "db.example.com", databasePort: 3307, databaseCaFile: "/ca.pem" } }],
      /databaseHost cannot be used with kind "managed", whose server is made here[\s\S]*databasePort cannot[\s\S]*databaseCaFile cannot/,
    ],
    [
      "a managed database with a password of yours",
      [{ accounting: { ...MANAGED, passwordSecretId: PASSWORD } }],
      /passwordSecretId cannot be used with kind "managed", whose password the head makes; leave it out/,
    ],
    [
      "a name with capitals and one that is long",
      [{ accounting: { ...MANAGED, databaseServerName: "Train_Accounts" } }],
      /databaseServerName must be 3 to 63 lower-case letters, digits and dashes.*got "Train_Accounts"/,
    ],
    [
      "a name that begins with a dash",
      [{ accounting: { ...MANAGED, databaseServerName: "-accounts" } }],
      /databaseServerName must be 3 to 63/,
    ],
    [
      "a size of VMs",
      [{ accounting: { ...MANAGED, databaseServerSku: "Standard_B2ms" } }],
      /databaseServerSku must be a tier and a size of Azure Database for MySQL, such as "B_Standard_B2ms", got "Standard_B2ms"/,
    ],
    [
      "a size in the wrong tier",
      [{ accounting: { ...MANAGED, databaseServerSku: "GP_Standard_B2ms" } }],
      /databaseServerSku must be a tier and a size/,
    ],
    [
      "a disk that is small",
      [{ accounting: { ...MANAGED, databaseStorageGiB: 10 } }],
      /databaseStorageGiB must be a whole number of GiB from 20 to 16384, got 10/,
    ],
    [
      "a disk in halves",
      [{ accounting: { ...MANAGED, databaseStorageGiB: 64.5 } }],
      /databaseStorageGiB must be a whole number of GiB/,
    ],
    [
      "backups that are never kept",
      [{ accounting: { ...MANAGED, databaseBackupDays: 0 } }],
      /databaseBackupDays must be a whole number of days from 1 to 35, got 0/,
    ],
    [
      "backups of two months",
      [{ accounting: { ...MANAGED, databaseBackupDays: "60" as never } }],
      /databaseBackupDays must be a number, got "60"|databaseBackupDays must be/,
    ],
    [
      "a user that Azure keeps",
      [{ accounting: { ...MANAGED, databaseUser: "root" } }],
      /databaseUser "root" is a name that Azure gives no administrator of a database; use "slurm"/,
    ],
    [
      "a user of SQL",
      [{ accounting: { ...MANAGED, databaseUser: "slurm'; drop" } }],
      /databaseUser must be letters, digits and _/,
    ],
    [
      "a subnet that is none",
      [{ accounting: { ...MANAGED, databaseSubnetId: "subnet-0abc" } }],
      /databaseSubnetId must be/,
    ],
    [
      "parts of a managed database beside one on the head",
      [{ accounting: { databaseServerName: "accounts", databaseServerSku: "B_Standard_B2ms", databaseBackupDays: 7 } }],
      /databaseServerName cannot be used with kind "local"; use kind "managed", or leave it out[\s\S]*databaseServerSku cannot[\s\S]*databaseBackupDays cannot/,
    ],
    [
      "a kind of Amazon's",
      [{ accounting: { kind: "aurora" as never } }],
      /accounting\.kind must be "local", "managed", "external" or "none", got "aurora"/,
    ],
    [
      "authorities by a relative path",
      [
        {
          accounting: {
            kind: "external",
            databaseHost: "db.example.com",
            passwordSecretId: PASSWORD,
            databaseCaFile: "ca.pem",
          },
        },
      ],
      /accounting\.databaseCaFile must be an absolute path on the head, such as .*, got "ca\.pem"/,
    ],
    [
      "a version of Slurm",
      [{ version: "24.11" } as never],
      /version is no prop of SlurmHeadNode|unknown prop.*version|version/,
    ],
    ["an image of no version", [{ imageVersion: "latest" }], /imageVersion must be a version of the image/],
    ["a key that is none", [{ adminPublicKey: "secret" }], /adminPublicKey must be a public SSH key/],
    ["no partition", [{ partitions: [] }], /slurm": partitions must name at least one pool, got none/],
    [
      "a partition without pools",
      [{ partitions: [{ name: "all", pools: [] }] }],
      /slurm": partitions must name at least one pool/,
    ],
    [
      "a pool that is none",
      [{ partitions: [{ name: "all", pools: ["h100" as never] }] }],
      /GpuNodePool of warpform\/azure/,
    ],
    [
      "a mount that is none",
      [{ mounts: ["/scratch" as never] }],
      /mounts.*what mount\(\) of a file system of warpform\/azure returns/,
    ],
    [
      "a uniform fabric",
      [{}, {}, { orchestration: "uniform" }],
      /whose fabric is uniform.*use orchestration "flexible"/,
    ],
    ...Object.entries({
      backupController: /is not built on Azure: two controllers need their state on a shared file system/,
      slurmPackages: /is not built on Azure, where head and nodes install Slurm 23.11.*imageVersion/,
      monitoring: /is a construct on Azure: name the pools in a ClusterMonitoring/,
      jobsUseNodeRole: /is AWS's; use jobsUseNodeIdentity/,
      allowPublicSsh: /has no use on Azure, where nothing has a public address: use Azure Bastion/,
    }).map(([prop, why]): [string, Parameters<typeof cluster>, RegExp] => [
      `${prop} of AWS's head`,
      [{ [prop]: true } as never],
      new RegExp(`slurm": ${prop} ${why.source}`),
    ]),
    [
      "racks that are not always on",
      [{}, { instanceType: "Standard_ND128isr_GB300_v6", nodes: { min: 0, max: 18 } }],
      /whose racks \(Standard_ND128isr_GB300_v6\) always run: nodes.min must be nodes.max \(18\), got 0; use 18/,
    ],
    [
      "containers on racks, for whose processor no head builds pyxis",
      [
        { containerPackages: { enroot: PACKAGE, enrootCaps: PACKAGE, pyxis: PACKAGE } },
        { instanceType: "Standard_ND128isr_GB300_v6", nodes: { min: 18, max: 18 } },
      ],
      /containers needs pyxis built for each architecture.*pool "h100" is arm64; use containers: false/,
    ],
    [
      "another image than the pool's",
      [{ imageVersion: "24.04.2026010101" }, { imageVersion: "24.04.2025010101" }],
      /so that their Slurm may differ; give both the same/,
    ],
    ["an id with capitals", [{}, {}, { id: "Slurm" }], /id must be 2 to 30 lower-case letters/],
    [
      "a back-off of a week",
      [{ backoffMinutes: 10_080 }],
      /backoffMinutes must be a whole number of minutes from 1 to 1440/,
    ],
    ["a way to launch that is none", [{ launch: "fast" as never }], /launch must be/],
    ["an access that is none", [{ sshToNodes: "nobody" as never }], /sshToNodes must be "with-job" or "anyone"/],
    ["an idle time of nothing", [{ suspendMinutes: 0 }], /suspendMinutes must be/],
    ["a short wait for nodes", [{ resumeTimeoutSeconds: 10 }], /resumeTimeoutSeconds must be/],
    ["a user of the system", [{ users: [{ name: "root", uid: 2001 }] }], /root/],
    [
      "two users of one id",
      [
        {
          users: [
            { name: "ann", uid: 2001 },
            { name: "bob", uid: 2001 },
          ],
        },
      ],
      /2001/,
    ],
    ["a QoS that is none", [{ partitions: [], qos: [{ name: "urgent", preempts: ["nobody"] }] }], /nobody|partitions/],
    ["an option of Slurm that the library sets", [{ slurmConf: { ResumeProgram: "/bin/true" } }], /ResumeProgram/],
    ["a cluster name with capitals", [{ slurmClusterName: "Big Cluster" }], /lower-case/],
    ["login nodes beyond a number", [{ loginNodes: 17 }], /loginNodes must be a whole number of nodes from 0 to 16/],
    ["a login pool without a name", [{ loginPools: [{} as never] }], /loginPools\[0\]\.name/],
    [
      "a login pool with capitals",
      [{ loginPools: [{ name: "Login_EU" }] }],
      /loginPools\[0\]\.name must be 2 to 24 lower-case letters, digits and dashes, beginning with a letter.*got "Login_EU"/,
    ],
    [
      "a login pool of none",
      [{ loginPools: [{ name: "eu", count: 0 }] }],
      /loginPools\[0\]\.count must be .* from 1 to 16, got 0/,
    ],
    [
      "two login pools of one name",
      [{ loginPools: [{ name: "eu" }, { name: "eu" }] }],
      /loginPools\[1\]\.name must be used once, got eu again/,
    ],
    [
      "a login pool with the head's name",
      [{ loginPools: [{ name: "slurm-head" }] }],
      /loginPools\[0\]\.name must not be the name of the head, got "slurm-head"; use "slurm-head-2"/,
    ],
    [
      "a login pool with the name of loginNodes",
      [{ loginNodes: 1, loginPools: [{ name: "login" }] }],
      /loginPools\[0\]\.name must not be the name of the pool that loginNodes makes, got "login"/,
    ],
    [
      "a login pool in a size of Amazon's",
      [{ loginPools: [{ name: "eu", instanceType: "m7i.large" }] }],
      /loginPools\[0\]\.instanceType "m7i\.large" is not an Azure size in the catalog; use "Standard_/,
    ],
    [
      "a login pool for a user who is none",
      [{ users: [{ name: "ann", uid: 2001 }], loginPools: [{ name: "eu", allowUsers: ["bob"] }] }],
      /loginPools\[0\]\.allowUsers\[0\] must be one of users, got "bob"; add the user, or use "ann"/,
    ],
    [
      "a login pool for a pattern",
      [{ loginPools: [{ name: "eu", allowGroups: ["team-*"] }] }],
      /loginPools\[0\]\.allowGroups\[0\] must be one name without patterns, got "team-\*"/,
    ],
    [
      "a login pool by users and groups",
      [{ users: [{ name: "ann", uid: 2001 }], loginPools: [{ name: "eu", allowUsers: ["ann"], allowGroups: ["it"] }] }],
      /allowGroups and allowUsers together admit only users who are in both lists/,
    ],
    ["a login pool's blocks", [{ loginPools: [{ name: "eu", cidrs: ["10.0.0.0/8"] } as never] }], /cidrs/],
    ["a login pool in a list of names", [{ loginPools: ["eu" as never] }], /loginPools\[0\] must be/],
    ["a login pool that is no list", [{ loginPools: { name: "eu" } as never }], /loginPools must be a list of objects/],
    [
      "more login nodes than a cluster has",
      [{ loginPools: ["a1", "a2", "a3", "a4", "a5"].map((name) => ({ name, count: 16 })) }],
      /loginPools must have at most 64 login nodes together, got 80; use larger instance types/,
    ],
    [
      "half a node in a login pool",
      [{ loginPools: [{ name: "eu", count: 1.5 }] }],
      /loginPools\[0\]\.count must be a whole number/,
    ],
    ["half a login node", [{ loginNodes: 1.5 }], /loginNodes must be a whole number/],
    [
      "a login size that is none",
      [{ loginNodes: 1, loginInstanceType: "m7i.large" }],
      /is not an Azure size in the catalog/,
    ],
    [
      "a login size without login nodes",
      [{ loginInstanceType: "Standard_D2as_v5" }],
      /loginNodes is 0; use loginNodes: 1/,
    ],
    ["a rhythm that Azure Backup has not", [{ stateSnapshots: { everyHours: 3 as never } }], /everyHours must be/],
    ["snapshots that are never kept", [{ stateSnapshots: { keepDays: 0 } }], /keepDays must be/],
    ["a misspelt snapshot prop", [{ stateSnapshots: { keep: 3 } as never }], /keep.*keepDays/],
    ["a drain shorter than a checkpoint", [{ blockDrainMinutes: 5 }], /blockDrainMinutes must be/],
    ["a check that never comes", [{ healthCheckSeconds: 1 }], /healthCheckSeconds must be/],
    [
      "a role in place of a flag",
      [{ jobsUseNodeIdentity: "yes" as never }],
      /jobsUseNodeIdentity must be true or false/,
    ],
  ])("refuses %s in one error", (_, given, message) => {
    expect(() => cluster(...given)).toThrow(message);
  });

  it("reports all problems at once", () => {
    const make = () => cluster({ siteAccountName: "X", vaultName: "x", instanceType: "m7i.large", stateVolumeGiB: 1 });
    expect(make).toThrow(/4 problems[\s\S]*siteAccountName[\s\S]*vaultName[\s\S]*stateVolumeGiB/);
  });
});

describe("metrics of a head", () => {
  const programs = (stack: TerraformStack) =>
    JSON.parse(file(stack, "setupjson")) as Record<string, { lines: string[] }>;
  const watched = (before: boolean) => {
    const stack = new TerraformStack(new App(), "train");
    declareProvider(stack);
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
    const pool = (id: string) =>
      new GpuNodePool(stack, id, { network, instanceType: "Standard_D8as_v5", nodes: { min: 0, max: 4 } });
    // the first as the head's own role was once called
    const pools = [pool("head-slurm"), pool("two")];
    const watch = () => new ClusterMonitoring(stack, "monitoring", { network, pools, dashboard: false });
    if (before) watch();
    new SlurmHeadNode(stack, "slurm", {
      network,
      siteAccountName: "trainsite",
      vaultName: "train-slurm",
      partitions: [{ name: "all", pools }],
    });
    if (!before) watch();
    return stack;
  };

  it.each([true, false])(
    "go to the ClusterMonitoring of its pools, with alerts, where that is made before it: %s",
    (before) => {
      const stack = watched(before);
      const script = `${programs(stack)["head-metrics"]!.lines.join("\n")}\n`;
      expect(spawnSync("bash", ["-n"], { input: script }).stderr.toString()).toBe("");
      expect(script).toMatch(/url: "\$\{azurerm_monitor_data_collection_endpoint.*api\/v1\/write/);
      expect(script).toMatch(/"client_id": "\$\{azurerm_user_assigned_identity\.slurm_identity/);
      expect(script).toContain("ExecStart=/opt/warpform/setup/slurm-metrics /var/lib/warpform-metrics");
      const { resource } = synthesized(stack);
      const groups = Object.values(resource.azurerm_monitor_alert_prometheus_rule_group!).map(({ name }) => name);
      expect(groups.sort()).toEqual(["train-alerts", "train-alerts-slurm"]);
      const writes = Object.values(resource.azurerm_role_assignment!).filter(
        (one) => (one as Json).role_definition_name === ("Monitoring Metrics Publisher" as never),
      );
      expect(writes).toHaveLength(3);
      expect(clusterModel(stack).monitoring[0]!.alarms).toContain("slurm-controller-silent");
    },
  );

  it("end with the ClusterMonitoring, and are not there without", () => {
    const of = programs(cluster().stack)["head-metrics"]!;
    expect(of.lines.join("\n")).toMatch(/systemctl disable --quiet --now warpform-metrics-set-up/);
    expect(of.lines.join("\n")).not.toContain("remote_write");
  });
});

describe("the programs that set Azure's nodes up", () => {
  const folder = join(__dirname, "../../../lib/clouds/azure/slurm/programs");

  it("bring every function and file that the others ask a cloud for", () => {
    const aws = join(__dirname, "../../../lib/clouds/aws/slurm/programs");
    const functions = (of: string) =>
      readFileSync(join(of, "cloud.sh"), "utf8")
        .match(/^\w+(?=\(\))/gm)!
        .sort();
    expect(functions(folder)).toEqual(functions(aws));
    const needed = ["cloud.sh", "fetch-files", "secret_store.py"];
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(needed));
  });

  it.each(["cloud.sh", "fetch-files", "boot/slurm-bootstrap.sh"])("pass shellcheck: %s", (name) => {
    const { error, stdout } = spawnSync("shellcheck", ["-s", "bash", "-e", "SC2154", join(folder, name)]);
    if (error === undefined) expect(stdout.toString()).toBe("");
  });
});
