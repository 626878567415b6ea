import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack, Testing } from "cdktf";
import {
  CheckpointBucket,
  type CheckpointBucketProps,
  ClusterNetwork,
  clusterModel,
  ExistingFileSystem,
  GpuNodePool,
  LustreStorage,
  type LustreStorageProps,
  NodeFleet,
  type PoolMount,
  SharedHome,
  type SharedHomeProps,
} from "../../../lib/clouds/azure";

/** A resource as it is written. */
type Row = ReturnType<typeof JSON.parse>;

const PRINCIPAL = "0f6a4a5e-9e3b-4a5e-8f5e-2d1d0c6a1b2c";

function stackOf() {
  const stack = new TerraformStack(new App(), "train");
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
  const poolOf = (mounts: readonly PoolMount[]) => {
    const props = { network, instanceType: "Standard_D8as_v5", nodes: { min: 0, max: 2 }, mounts };
    const pool = new GpuNodePool(stack, "cpu", props);
    new NodeFleet(stack, "fleet", { pool });
    return pool;
  };
  return { stack, network, poolOf };
}

const resourcesOf = (stack: TerraformStack) => JSON.parse(Testing.synth(stack)).resource;
const only = (of: object) => (Object.values(of) as Row[])[0]!;
/** The boot script of the one pool. */
const bootOf = (stack: TerraformStack) => String(only(JSON.parse(Testing.synth(stack)).locals)).replaceAll("$${", "${");

/** The expansion of a file system, run against a stand-in of the Azure CLI. */
function expand(capacity: string, made: string, answers: Readonly<Record<string, string>>) {
  const { stack, network } = stackOf();
  new LustreStorage(stack, "scratch", { network, capacityTiB: Number(capacity) });
  const { provisioner } = only(resourcesOf(stack).terraform_data);
  const { command } = provisioner[0]["local-exec"];
  const bin = mkdtempSync(join(tmpdir(), "az-"));
  const says = Object.entries(answers).map(([query, text]) => `*${query}*) echo ${text} ;;`);
  writeFileSync(join(bin, "az"), `#!/bin/bash\necho "$*" >> "${bin}/log"\ncase "$*" in\n${says.join("\n")}\nesac\n`);
  chmodSync(join(bin, "az"), 0o755);
  writeFileSync(join(bin, "log"), "");
  const env = { PATH: `${bin}:${process.env.PATH}`, FILE_SYSTEM: "/fs", LOCATION: "eastus", MADE: made };
  const { status } = spawnSync("bash", ["-c", command], { env: { ...env, CAPACITY: capacity } });
  return { status, calls: readFileSync(join(bin, "log"), "utf8").trim().split("\n").filter(Boolean) };
}

/** What starts and ends the job of a file system. */
function jobsOf(stack: TerraformStack) {
  const rows = Object.entries<Row>(resourcesOf(stack).terraform_data);
  const found = (name: RegExp) => rows.find(([id]) => name.test(id))![1];
  return { start: found(/_job_/), end: found(/_job-end_/) };
}

/** A program of a job, run against a stand-in of the Azure CLI. */
function runAz({ provisioner }: Row, answers: Readonly<Record<string, string>>) {
  const bin = mkdtempSync(join(tmpdir(), "az-"));
  const says = Object.entries(answers).map(([query, text]) => `*"${query}"*) ${text} ;;`);
  const programs = {
    az: `echo "$*" >> "${bin}/log"\ncase "$*" in\n${says.join("\n")}\nesac`,
    sleep: ":",
  };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { PATH: `${bin}:${process.env.PATH}`, JOB: "/fs/autoExportJobs/x", BODY: "{}" };
  const { status, stderr } = spawnSync("bash", ["-c", provisioner[0]["local-exec"].command.replaceAll("$${", "${")], {
    env,
  });
  return { status, said: String(stderr), calls: readFileSync(join(bin, "log"), "utf8").trim().split("\n") };
}

describe("Managed Lustre", () => {
  it("grows by an expansion job, and is never made anew for it", () => {
    const { stack, network } = stackOf();
    new LustreStorage(stack, "scratch", { network, capacityTiB: 64 });
    const resource = resourcesOf(stack);
    expect(only(resource.azurerm_managed_lustre_file_system).lifecycle).toEqual({
      ignore_changes: ["storage_capacity_in_tb"],
      prevent_destroy: true,
    });
    expect(only(resource.terraform_data).triggers_replace).toMatchObject({ capacityTiB: 64 });
    expect(expand("64", "64", {}).calls).toEqual([]);
    const grown = expand("64", "48", { storageCapacityTiB: "48.0", "properties.status.state": "Completed" });
    expect(grown.status).toBe(0);
    expect(grown.calls[1]).toContain(
      'put --url https://management.azure.com/fs/expansionJobs/to-64-tib?api-version=2026-08-01 --body {"location":"eastus","properties":{"newStorageCapacityTiB":64}}',
    );
    expect(expand("64", "48", { storageCapacityTiB: "64.0" }).calls).toHaveLength(1);
    expect(expand("64", "48", { storageCapacityTiB: "48", "status.state": "Failed" }).status).toBe(1);
  });

  it("shows blobs once Managed Lustre has its roles on an account with keys", () => {
    const { stack, network, poolOf } = stackOf();
    const lustre = new LustreStorage(stack, "scratch", {
      network,
      capacityTiB: 48,
      blobs: { accountName: "trainblobs", providerPrincipalId: PRINCIPAL, importPrefix: "/imagenet" },
    });
    poolOf([lustre.mount("/scratch")]);
    const resource = resourcesOf(stack);
    expect(only(resource.azurerm_managed_lustre_file_system)).toMatchObject({
      hsm_setting: {
        container_id: expect.stringMatching(/blobServices\/default\/containers\/\$\{.*blobs_data.*\.name}$/),
        logging_container_id: expect.stringMatching(/containers\/\$\{.*blobs_logs.*\.name}$/),
        import_prefix: "/imagenet",
      },
      depends_on: expect.arrayContaining([expect.stringMatching(/^terraform_data\..*ready/)]),
    });
    const roles = Object.values<Row>(resource.azurerm_role_assignment);
    expect(roles.map(({ role_definition_name: name, principal_id: id }) => [name, id]).sort()).toEqual([
      ["Storage Account Contributor", PRINCIPAL],
      ["Storage Blob Data Contributor", PRINCIPAL],
    ]);
    const waits = Object.values<Row>(resource.terraform_data).find((one) => one.depends_on);
    expect(waits.depends_on.filter((one: string) => one.startsWith("azurerm_role_assignment"))).toHaveLength(2);
    expect(waits.provisioner[0]["local-exec"].command).toBe("sleep 300");
    expect(only(resource.azurerm_storage_account)).toMatchObject({ shared_access_key_enabled: true });
    expect(clusterModel(stack).fileSystems[0]!.dataRepositories).toEqual([
      { bucket: "scratch-blobs", path: "/", imports: true, exports: false },
    ]);
  });

  it("copies changed files to the container by an auto-export job, which ends before the file system does", () => {
    const { stack, network } = stackOf();
    const blobs = { accountName: "trainblobs", providerPrincipalId: PRINCIPAL, autoExport: { prefix: "/checkpoints" } };
    new LustreStorage(stack, "scratch", { network, capacityTiB: 48, blobs });
    const { start, end } = jobsOf(stack);
    expect(start.depends_on).toEqual([expect.stringMatching(/^terraform_data\.scratch_job-end/)]);
    const { environment } = start.provisioner[0]["local-exec"];
    expect(environment.JOB).toMatch(/^\$\{azurerm_managed_lustre_file_system\..*\.id}\/autoExportJobs\/auto-export$/);
    expect(JSON.parse(environment.BODY)).toEqual({
      location: "eastus",
      properties: { adminStatus: "Enable", autoExportPrefixes: ["/checkpoints"] },
    });
    const started = runAz(start, { "--query properties.provisioningState": "echo Succeeded" });
    expect([started.status, started.calls.map((call) => call.split(" ")[2])]).toEqual([0, ["put", "get"]]);
    expect(runAz(start, { "--query properties.provisioningState": "echo Failed" }).status).toBe(1);
    const busy = runAz(start, { "--method put": "exit 1" });
    expect([busy.status, busy.calls.length]).toEqual([1, 60]);
    expect(busy.said).toContain("apply again when it ends");
    const ended = runAz(end, { "--query properties.status.state": "echo Disabled" });
    expect([ended.status, ended.calls.map((call) => call.split(" ")[2])]).toEqual([
      0,
      ["get", "patch", "get", "delete"],
    ]);
    expect(ended.calls[1]).toContain(
      '/autoExportJobs/x?api-version=2026-08-01 --body {"properties":{"adminStatus":"Disable"}}',
    );
    const gone = runAz(end, { "--method get": "echo '(ResourceNotFound)' >&2; exit 1" });
    expect([gone.status, gone.calls.length]).toEqual([0, 1]);
    expect(runAz(end, { "--method get": "echo 'Please run az login' >&2; exit 1" }).status).toBe(1);
    expect(clusterModel(stack).fileSystems[0]!.dataRepositories).toEqual([
      { bucket: "scratch-blobs", path: "/", imports: true, exports: false },
      { bucket: "scratch-blobs", path: "/checkpoints", imports: false, exports: true },
    ]);
  });

  it("imports changed blobs by an auto-import job, whose account has the change feed that it reads", () => {
    const { stack, network } = stackOf();
    const blobs = {
      accountName: "trainblobs",
      providerPrincipalId: PRINCIPAL,
      autoImport: { prefixes: ["/imagenet"] },
    };
    new LustreStorage(stack, "scratch", { network, capacityTiB: 48, blobs });
    const { environment } = jobsOf(stack).start.provisioner[0]["local-exec"];
    expect(environment.JOB).toMatch(/\/autoImportJobs\/auto-import$/);
    expect(JSON.parse(environment.BODY).properties).toEqual({
      adminStatus: "Enable",
      autoImportPrefixes: ["/imagenet"],
      conflictResolutionMode: "Skip",
      enableDeletions: false,
    });
    expect(only(resourcesOf(stack).azurerm_storage_account).blob_properties).toMatchObject({
      change_feed_enabled: true,
      change_feed_retention_in_days: 7,
    });
  });

  it("is imported by its address", () => {
    const { stack, poolOf } = stackOf();
    const lustre = LustreStorage.import(stack, "old", { mgsAddress: "10.1.2.3", availabilityZone: "eastus-1" });
    poolOf([lustre.mount("/old")]);
    expect(bootOf(stack)).toContain("10.1.2.3@tcp:/lustrefs /old lustre noatime,flock");
    expect(clusterModel(stack).fileSystems).toMatchObject([{ name: "old", existing: true, capacityGiB: null }]);
  });

  it.each<[Partial<LustreStorageProps>, RegExp]>([
    [{ capacityTiB: 4 }, /capacityTiB must be a multiple of 8 up to 128 at 250 MB\/s per TiB, got 4; use 8/],
    [{ throughputPerTiB: 200 as never }, /throughputPerTiB must be 40, 125, 250 or 500, got 200/],
    [{ maintenanceWindow: { dayOfWeek: "sunday" as never, timeOfDayUtc: "03:00" } }, /dayOfWeek must be "Monday"/],
    [{ maintenanceWindow: { dayOfWeek: "Sunday", timeOfDayUtc: "25:00" } }, /timeOfDayUtc must be a time of day/],
    [{ blobs: { accountName: "blobs" } as never }, /blobs.providerPrincipalId is required/],
    [
      { blobs: { accountName: "blobs", providerPrincipalId: "HPC Cache Resource Provider" } },
      /blobs.providerPrincipalId must be the object id of a service principal/,
    ],
    [
      { blobs: { accountName: "blobs", providerPrincipalId: PRINCIPAL, autoExport: {}, autoImport: {} } },
      /blobs.autoImport cannot be set with blobs.autoExport: Managed Lustre runs one job of blob integration at a time; omit/,
    ],
    [
      { blobs: { accountName: "blobs", providerPrincipalId: PRINCIPAL, autoExport: { prefix: "checkpoints" } } },
      /blobs.autoExport.prefix must be a prefix that begins with "\/"/,
    ],
    [
      { blobs: { accountName: "blobs", providerPrincipalId: PRINCIPAL, autoExport: true as never } },
      /blobs.autoExport must be an object/,
    ],
    [
      { blobs: { accountName: "blobs", providerPrincipalId: PRINCIPAL, importPrefix: "data" } },
      /blobs.importPrefix must be a prefix that begins with "\/"/,
    ],
    [{ subnetId: "lustre" }, /subnetId must be the resource id of a subnet/],
    [{ importFrom: "bucket" } as never, /importFrom is not a prop/],
  ])("refuses %j", (props, message) => {
    const { stack, network } = stackOf();
    expect(() => new LustreStorage(stack, "scratch", { network, capacityTiB: 48, ...props })).toThrow(message);
  });
});

describe("homes on Azure", () => {
  it("are a volume of NetApp Files in the zone of the nodes, for the nodes' subnet alone", () => {
    const { stack, network, poolOf } = stackOf();
    const home = new SharedHome(stack, "home", { network, capacityTiB: 4, snapshots: 30 });
    poolOf([home.mount("/home")]);
    const resource = resourcesOf(stack);
    expect(only(resource.azurerm_netapp_pool)).toMatchObject({ service_level: "Premium", size_in_tb: 4 });
    expect(only(resource.azurerm_netapp_volume)).toMatchObject({
      zone: "1",
      protocols: ["NFSv4.1"],
      storage_quota_in_gb: 4096,
      export_policy_rule: [{ allowed_clients: ["10.0.0.0/17"], root_access_enabled: true }],
      data_protection_snapshot_policy: { snapshot_policy_id: expect.any(String) },
      lifecycle: { prevent_destroy: true },
    });
    expect(only(resource.azurerm_netapp_snapshot_policy).daily_schedule).toMatchObject({ snapshots_to_keep: 30 });
    const subnet = Object.values<Row>(resource.azurerm_subnet).find(({ name }) => name === "netapp");
    expect(subnet.delegation[0].service_delegation.name).toBe("Microsoft.NetApp/volumes");
    const boot = bootOf(stack);
    expect(boot).toMatch(/:\/\$\{azurerm_netapp_volume\..*volume_path} \/home nfs4 rw,hard,vers=4.1,tcp/);
    expect(spawnSync("bash", ["-n"], { input: boot }).stderr.toString()).toBe("");
    const [described] = clusterModel(stack).fileSystems;
    // 256 MiB/s
    expect(described).toMatchObject({ kind: "nfs", capacityGiB: 4096, throughputMBps: 268, existing: false });
  });

  it("are a share of Azure Files by NFS, encrypted in transit", () => {
    const { stack, network, poolOf } = stackOf();
    const home = SharedHome.files(stack, "home", { network, accountName: "trainhome", capacityGiB: 2048 });
    poolOf([home.mount("/home", { readOnly: true })]);
    const resource = resourcesOf(stack);
    expect(only(resource.azurerm_storage_share)).toMatchObject({ enabled_protocol: "NFS", quota: 2048 });
    expect(only(resource.azurerm_storage_account)).toMatchObject({
      account_kind: "FileStorage",
      https_traffic_only_enabled: true,
      shared_access_key_enabled: false,
    });
    expect(bootOf(stack)).toMatch(/\/home \/home aznfs ro,vers=4,minorversion=1,sec=sys,nconnect=4/);
  });

  it("are an export that exists", () => {
    const { stack, poolOf } = stackOf();
    const home = ExistingFileSystem.nfs(stack, "home", {
      server: "10.9.0.4",
      exportPath: "/export/home",
      version: "3",
    });
    poolOf([home.mount("/home")]);
    expect(bootOf(stack)).toContain("10.9.0.4:/export/home /home nfs rw,hard,vers=3,nconnect=4,_netdev,nofail");
    const [described] = clusterModel(stack).fileSystems;
    expect(described).toMatchObject({ existing: true, encrypted: false });
  });

  it.each<[Partial<SharedHomeProps>, RegExp]>([
    [{ capacityTiB: 0.5 }, /capacityTiB must be a whole number of TiB.* 1/],
    [{ capacityTiB: 101 }, /capacityTiB must be .*100/],
    [{ serviceLevel: "Flexible" as never }, /serviceLevel must be "Standard", "Premium" or "Ultra", got "Flexible"/],
    [{ snapshots: 256 }, /snapshots must be .*255/],
    [{ throughputMode: "elastic" } as never, /throughputMode is not a prop/],
  ])("refuse %j", (props, message) => {
    const { stack, network } = stackOf();
    expect(() => new SharedHome(stack, "home", { network, ...props })).toThrow(message);
  });

  it.each<[object, RegExp]>([
    [{}, /accountName is required/],
    [{ accountName: "home", capacityGiB: 50 }, /capacityGiB must be .*100/],
    [{ accountName: "Home" }, /accountName must be 3 to 24/],
  ])("of Azure Files refuse %j", (props, message) => {
    const { stack, network } = stackOf();
    expect(() => SharedHome.files(stack, "home", { network, ...props } as never)).toThrow(message);
  });

  it.each<[object, RegExp]>([
    [{ server: "10.0.0.4" }, /exportPath is required/],
    [{ server: "host name", exportPath: "/x" }, /server must be a DNS name or an IPv4 address/],
    [{ server: "10.0.0.4", exportPath: "home" }, /exportPath must be an absolute path/],
    [{ server: "10.0.0.4", exportPath: "/x", version: 4 }, /version must be "3", "4.0", "4.1" or "4.2", got 4/],
    [{ server: "10.0.0.4", exportPath: "/x", connections: 17 }, /connections must be .*16/],
  ])("that exist refuse %j", (props, message) => {
    const { stack } = stackOf();
    expect(() => ExistingFileSystem.nfs(stack, "home", props as never)).toThrow(message);
  });
});

describe("a bucket on Azure", () => {
  it("keeps blobs from being changed, and encrypts with a key of the user", () => {
    const { stack, network } = stackOf();
    const identity = "/subscriptions/s/resourceGroups/g/providers/Microsoft.ManagedIdentity/userAssignedIdentities/key";
    new CheckpointBucket(stack, "results", {
      network,
      accountName: "results",
      immutableDays: 14,
      customerKey: { keyVaultKeyId: "https://train.vault.azure.net/keys/data", userAssignedIdentityId: identity },
    });
    const resource = resourcesOf(stack);
    expect(only(resource.azurerm_storage_container_immutability_policy)).toMatchObject({
      immutability_period_in_days: 14,
    });
    expect(only(resource.azurerm_storage_account)).toMatchObject({
      customer_managed_key: { key_vault_key_id: "https://train.vault.azure.net/keys/data" },
      identity: { identity_ids: [identity] },
    });
  });

  it("is mounted by blobfuse2 with the identity of the pool, which gets the role that it needs", () => {
    const { stack, network, poolOf } = stackOf();
    const bucket = new CheckpointBucket(stack, "data", { network, accountName: "traindata" });
    const pool = poolOf([bucket.mount("/data", { readOnly: true })]);
    bucket.grantRead(pool);
    expect(Object.values<Row>(resourcesOf(stack).azurerm_role_assignment)).toMatchObject([
      { role_definition_name: "Storage Blob Data Reader" },
    ]);
    const boot = bootOf(stack);
    expect(boot).toContain("read-only: true");
    expect(boot).toContain("container: checkpoints,");
    expect(boot).toContain("mode: msi");
    expect(spawnSync("bash", ["-n"], { input: boot }).stderr.toString()).toBe("");
    // no file system of the model: it is a bucket
    expect(clusterModel(stack).pools[0]!.mounts).toEqual([]);
  });

  it.each<[Partial<CheckpointBucketProps>, RegExp]>([
    [{ immutableDays: 15 }, /immutableDays must be at most noncurrentDays \(14\)/],
    [{ immutableDays: 0 }, /immutableDays must be .*1/],
    [{ noncurrentDays: 400 }, /noncurrentDays must be .*365/],
    [{ infrequentAccessAfterDays: 0 }, /infrequentAccessAfterDays must be .*1/],
    [{ customerKey: { keyVaultKeyId: "key" } as never }, /customerKey.userAssignedIdentityId is required/],
    [
      {
        customerKey: {
          keyVaultKeyId: "https://train.vault.azure.net/keys/data/0123",
          userAssignedIdentityId: "/subscriptions/s/userAssignedIdentities/x",
        },
      },
      /customerKey.keyVaultKeyId must be the versionless id of a key/,
    ],
    [{ bucketName: "x" } as never, /bucketName is not a prop/],
  ])("refuses %j", (props, message) => {
    const { stack, network } = stackOf();
    expect(() => new CheckpointBucket(stack, "b", { network, accountName: "results", ...props })).toThrow(message);
  });

  it("refuses to be mounted at a path that is none", () => {
    const { stack, network } = stackOf();
    const bucket = new CheckpointBucket(stack, "b", { network, accountName: "results" });
    expect(() => bucket.mount("data")).toThrow(/path must be absolute, .*, got "data"; use "\/data"/);
    expect(() => bucket.mount("/a b")).toThrow(/path must be absolute/);
    expect(() => bucket.mount("/usr")).toThrow(/path must not hide a directory of the system, got "\/usr"/);
  });
});
