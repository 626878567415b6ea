import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { TerraformStack } from "cdktf";
import * as constructs from "../../../../lib/clouds/azure/index";
import { GpuNodePool as AwsPool } from "../../../../lib/pulumi/clouds/aws/components/gpu-node-pool";
import * as azure from "../../../../lib/pulumi/clouds/azure/index";
import { mappedTypes, mappingOf } from "../../../../lib/pulumi/plan/mapping";
import { mockedProgram, type Registered } from "../../mocked-program";

const outdir = mkdtempSync(join(tmpdir(), "warpform-azure-components-"));
afterAll(() => rmSync(outdir, { recursive: true }));

const types = new Map(
  mappedTypes("managed")
    .filter((type) => type.startsWith("azurerm_"))
    .map((type) => {
      const { module, name } = mappingOf("managed", type)!;
      return [`azure:${module}:${name}`, type];
    }),
);
const declared = <T>(program: () => T) => mockedProgram((token) => types.get(token), program);
const known = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => void output.apply((value) => resolve(value)));
const of = (registered: readonly Registered[], type: string) =>
  registered.filter((one) => one.type === type).map(({ inputs }) => inputs);

const zone = { availabilityZone: "eastus-1" };
const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKey";
const nd = { instanceType: "Standard_ND96isr_H100_v5", nodes: { min: 0, max: 2 }, adminPublicKey: KEY };
const names = { siteAccountName: "trainsite", vaultName: "train-vault", adminPublicKey: KEY };

describe("a managed accounting database in Pulumi", () => {
  it("has the server, its settings and its lock, with a first password that nobody keeps", async () => {
    const program = () => {
      const cluster = new azure.ClusterScope("accounts", { outdir: join(outdir, "accounts") });
      const network = new azure.ClusterNetwork("network", zone, { parent: cluster });
      const cpu = new azure.GpuNodePool("cpu", {
        network,
        instanceType: "Standard_D8as_v5",
        nodes: { min: 0, max: 2 },
        adminPublicKey: KEY,
      });
      const accounting = { kind: "managed" as const, databaseServerName: pulumi.output("train-accounts") };
      new azure.SlurmHeadNode("slurm", { network, ...names, partitions: [{ name: "work", pools: [cpu] }], accounting });
      cluster.declare();
    };
    const { registered } = await declared(program);
    const [server] = of(registered, "azure:mysql/flexibleServer:FlexibleServer");
    expect(server).toMatchObject({ name: "train-accounts", administratorLogin: "slurm", version: "8.4" });
    expect(JSON.stringify(server)).toMatch(/Wf1-[0-9a-f]{8}-/);
    expect(of(registered, "azure:mysql/flexibleServerConfiguration:FlexibleServerConfiguration")).toHaveLength(4);
    expect(of(registered, "azure:management/lock:Lock")).toHaveLength(1);
  });
});

describe("node auto-provisioning in Pulumi", () => {
  it("is an input of the cluster, which the bindings of Terraform do not know", async () => {
    const { registered } = await declared(() => {
      const cluster = new azure.ClusterScope("serve", { outdir: join(outdir, "serve") });
      const network = new azure.ClusterNetwork("network", zone, { parent: cluster });
      const size = { instanceType: "Standard_NC40ads_H100_v5", nodes: { min: 0, max: 4 } };
      const pools = [new azure.GpuNodePool("nc", { network, ...size })];
      new azure.KubeRayCluster("ray", { network, pools, provisioner: "karpenter" });
      cluster.declare();
    });
    const [cluster] = of(registered, "azure:containerservice/kubernetesCluster:KubernetesCluster");
    expect(cluster!.nodeProvisioningProfile).toEqual({ mode: "Auto", defaultNodePools: "None" });
    expect(of(registered, "azure:containerservice/kubernetesClusterNodePool:KubernetesClusterNodePool")).toEqual([]);
  });
});

describe("a Lustre file system with jobs in Pulumi", () => {
  it("starts its auto-export and its growth by commands, with the file system's id and the body in their environment", async () => {
    const { registered } = await declared(() => {
      const cluster = new azure.ClusterScope("lustre", { outdir: join(outdir, "lustre") });
      const network = new azure.ClusterNetwork("network", zone, { parent: cluster });
      const blobs = {
        accountName: "lustreblobs",
        providerPrincipalId: "0f6a4a5e-9e3b-4a5e-8f5e-2d1d0c6a1b2c",
        autoExport: { prefix: "/checkpoints" },
      };
      new azure.LustreStorage("scratch", { network, capacityTiB: 48, blobs });
      cluster.declare();
    });
    const commands = of(registered, "command:local:Command") as unknown as {
      readonly environment?: Readonly<Record<string, string>>;
      readonly create?: string;
      readonly delete?: string;
    }[];
    const job = "lustre-scratch.id/autoExportJobs/auto-export";
    const start = commands.find(({ environment, create }) => environment?.JOB === job && create !== undefined);
    expect(JSON.parse(start!.environment!.BODY!)).toEqual({
      location: "eastus",
      properties: { adminStatus: "Enable", autoExportPrefixes: ["/checkpoints"] },
    });
    expect(start!.create).toContain("az rest --method put");
    const end = commands.find(({ environment, delete: destroy }) => environment?.JOB === job && destroy !== undefined);
    expect(end!.delete).toContain("az rest --method delete");
    const growth = commands.find(({ environment }) => environment?.CAPACITY !== undefined);
    expect(growth).toMatchObject({
      environment: { FILE_SYSTEM: "lustre-scratch.id", CAPACITY: "48", LOCATION: "eastus" },
      triggers: [{ capacityTiB: 48, fileSystem: "lustre-scratch.id" }],
    });
  });
});

describe("a ClusterScope and a GpuCluster of Azure with the same constructs", () => {
  const inScope = () => {
    const cluster = new azure.ClusterScope("train", { outdir: join(outdir, "scope") });
    const network = new azure.ClusterNetwork("network", zone, { parent: cluster });
    const fabric = new azure.InfiniBandFabric("fabric", { network });
    const scratch = new azure.LustreStorage("scratch", { network, capacityTiB: 48 });
    const home = azure.SharedHome.files("home", { network, accountName: "trainhome" });
    const data = new azure.CheckpointBucket("data", { network, accountName: "traindata" });
    const mounts = [scratch.mount("/scratch"), home.mount("/home"), data.mount("/data", { readOnly: true })];
    const h100 = new azure.GpuNodePool("h100", { network, fabric, ...nd, mounts });
    data.grantReadWrite(h100);
    const partitions = [{ name: "train", pools: [h100] }];
    new azure.SlurmHeadNode("slurm", { network, ...names, partitions, mounts: [home.mount("/home")] });
    cluster.declare();
    return { cluster, network, scratch, data };
  };
  const inBuild = () =>
    new azure.GpuCluster("train", {
      outdir: join(outdir, "scope"),
      build: (stack: TerraformStack) => {
        const network = new constructs.ClusterNetwork(stack, "network", zone);
        const fabric = new constructs.InfiniBandFabric(stack, "fabric", { network });
        const scratch = new constructs.LustreStorage(stack, "scratch", { network, capacityTiB: 48 });
        const home = constructs.SharedHome.files(stack, "home", { network, accountName: "trainhome" });
        const data = new constructs.CheckpointBucket(stack, "data", { network, accountName: "traindata" });
        const mounts = [scratch.mount("/scratch"), home.mount("/home"), data.mount("/data", { readOnly: true })];
        const h100 = new constructs.GpuNodePool(stack, "h100", { network, fabric, ...nd, mounts });
        data.grantReadWrite(h100);
        const partitions = [{ name: "train", pools: [h100] }];
        new constructs.SlurmHeadNode(stack, "slurm", { network, ...names, partitions, mounts: [home.mount("/home")] });
        return { group: network.place.resourceGroupName };
      },
    });
  const facts = (registered: readonly Registered[]) =>
    Object.fromEntries(
      // a fabric has no resources, and a component in a scope alone
      registered
        .filter(({ type }) => !type.endsWith(":InfiniBandFabric"))
        .map(({ type, name, parent, inputs, dependencies }) => [
          `${parent} ${type} ${name}`,
          { inputs, dependencies: [...dependencies].sort() },
        ]),
    );

  it("declare the same resources at the same URNs, and give the same model", async () => {
    const scope = await declared(inScope);
    const build = await declared(inBuild);
    expect(scope.registered.length).toBeGreaterThan(45);
    const inputsOf = facts(scope.registered);
    expect(Object.keys(inputsOf).sort()).toEqual(Object.keys(facts(build.registered)).sort());
    expect(inputsOf).toEqual(facts(build.registered));
    const { cluster, network, scratch, data } = scope.result;
    expect(cluster.model).toEqual(build.result.model);
    expect(await known(network.virtualNetworkId)).toBe("train-network.id");
    expect(await known(scratch.fileSystemId!)).toBe("train-scratch.id");
    expect(await known(data.accountName)).toBe("traindata");
  });
});

describe("components of Azure", () => {
  it("take Outputs where Azure alone needs the value", async () => {
    const later = (text: string) => pulumi.output(Promise.resolve(text));
    const group = "/subscriptions/0/resourceGroups/g/providers/Microsoft.Compute/capacityReservationGroups/nc";
    const network = "/subscriptions/0/resourceGroups/g/providers/Microsoft.Network/virtualNetworks/main";
    const { registered } = await declared(() => {
      const cluster = new azure.ClusterScope("serve", { outdir: join(outdir, "outputs") });
      const existing = azure.ClusterNetwork.existing(
        "network",
        {
          ...zone,
          resourceGroupName: later("g"),
          virtualNetworkId: later(network),
          computeSubnetId: later(`${network}/subnets/gpu`),
          tags: { team: later("research") },
        },
        { parent: cluster },
      );
      const capacity = [azure.Capacity.reservation(later(group))] as const;
      const a10 = { instanceType: "Standard_NV36ads_A10_v5", nodes: { min: 1, max: 1 }, adminPublicKey: later(KEY) };
      const pool = new azure.GpuNodePool("a10", { network: existing, ...a10, capacity });
      new azure.NodeFleet("fleet", { pool });
      cluster.declare();
    });
    const [set] = of(registered, "azure:compute/orchestratedVirtualMachineScaleSet:OrchestratedVirtualMachineScaleSet");
    expect(set).toMatchObject({
      capacityReservationGroupId: group,
      resourceGroupName: "g",
      tags: { team: "research" },
      osProfile: { linuxConfiguration: { adminSshKeys: [{ publicKey: KEY }] } },
    });
  });

  it("run Ray on AKS with charts and a kubeconfig that holds no token", async () => {
    const { registered, result } = await declared(() => {
      const cluster = new azure.ClusterScope("serve", { outdir: join(outdir, "ray") });
      const network = new azure.ClusterNetwork("network", zone, { parent: cluster });
      const models = new azure.CheckpointBucket("models", { network, accountName: "servemodels" });
      const nodes = { min: 1, max: 4 };
      const pool = new azure.GpuNodePool("h100", { network, instanceType: "Standard_NC40ads_H100_v5", nodes });
      const weights = models.uri("weights/llama-3.1-8b");
      const serving = [{ name: "llama", pool, model: "llama-3.1-8b", weights }];
      const ray = new azure.KubeRayCluster("ray", { network, pools: [pool], serving });
      models.grantRead(ray);
      cluster.declare();
      return ray;
    });
    expect(of(registered, "kubernetes:helm.sh/v3:Release").length).toBe(5);
    const [provider] = of(registered, "pulumi:providers:kubernetes");
    const kubeconfig = provider!.kubeconfig as string | { value: string };
    const { users } = JSON.parse(typeof kubeconfig === "string" ? kubeconfig : kubeconfig.value) as {
      users: { user: object }[];
    };
    expect(users.map(({ user }) => user)).toMatchObject([{ exec: { command: "kubelogin" } }]);
    expect(await known(result.clusterResourceGroup)).toBe("serve");
    expect(of(registered, "azure:containerservice/kubernetesCluster:KubernetesCluster").length).toBe(1);
  });

  it("answer what is wrong by one error", async () => {
    const wrong = (make: (cluster: azure.ClusterScope) => unknown) =>
      declared(() => make(new azure.ClusterScope("x1", { outdir: join(outdir, "wrong") })));
    await expect(declared(() => new azure.ClusterScope("x1", { region: "eastus" } as never))).rejects.toThrow(
      "ClusterScope x1: region is not an argument; known are outdir",
    );
    await expect(
      wrong(
        (parent) =>
          new azure.ClusterNetwork("network", { availabilityZone: pulumi.output("eastus-1") } as never, { parent }),
      ),
    ).rejects.toThrow(
      "ClusterNetwork network: availabilityZone decides sizes or layout and must be a plain value, got an Output; take it from pulumi.Config or write it out",
    );
    await expect(wrong((parent) => new AwsPool("p5", {} as never, { parent }))).rejects.toThrow(
      "ClusterScope x1: GpuNodePool is one of AWS, and this ClusterScope of Azure; import both from one module",
    );
  });
});
