import { App, TerraformStack } from "cdktf";
import { buildBlueprint } from "../../../lib/blueprint/build";
import { parseBlueprint } from "../../../lib/blueprint/load";
import * as all from "../../../lib/clouds/azure";
import { TrainingCluster } from "../../../lib/index";

// What a program of JavaScript may write, which no compiler sees.
// biome-ignore lint/suspicious/noExplicitAny: wrong on purpose
const az = all as any;
// biome-ignore lint/suspicious/noExplicitAny: wrong on purpose
type Wrong = Record<string, any>;

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user";
const H100 = "Standard_ND96isr_H100_v5";
const GROUP = "/subscriptions/x/resourceGroups/y/providers/Microsoft.Compute/capacityReservationGroups/z";

const stack = () => new TerraformStack(new App(), "train");
const networkIn = (of: TerraformStack) => new az.ClusterNetwork(of, "network", { availabilityZone: "eastus-1" });

type Make = (more: Wrong) => unknown;
const makes: Record<string, Make> = {
  network: (more) => new az.ClusterNetwork(stack(), "network", { availabilityZone: "eastus-1", ...more }),
  fabric: (more) => {
    const of = stack();
    return new az.InfiniBandFabric(of, "fabric", { network: networkIn(of), ...more });
  },
  pool: (more) => {
    const of = stack();
    const network = networkIn(of);
    return new az.GpuNodePool(of, "h100", { network, instanceType: H100, nodes: { min: 0, max: 4 }, ...more });
  },
  lustre: (more) => {
    const of = stack();
    return new az.LustreStorage(of, "scratch", { network: networkIn(of), capacityTiB: 48, ...more });
  },
  bucket: (more) => {
    const of = stack();
    return new az.CheckpointBucket(of, "data", { network: networkIn(of), accountName: "traindata", ...more });
  },
  home: (more) => {
    const of = stack();
    return new az.SharedHome(of, "home", { network: networkIn(of), capacityTiB: 4, ...more });
  },
  fleet: (more) => new az.NodeFleet(stack(), "run", { pool: makes.pool!({}), ...more }),
  monitoring: (more) => {
    const of = stack();
    return new az.ClusterMonitoring(of, "monitoring", { network: networkIn(of), pools: [], ...more });
  },
  slurm: (more) => {
    const of = stack();
    const network = networkIn(of);
    const nodes = { min: 0, max: 4 };
    const cpu = new az.GpuNodePool(of, "cpu", {
      network,
      instanceType: "Standard_D8as_v5",
      nodes,
      adminPublicKey: KEY,
    });
    const names = { siteAccountName: "trainsite", vaultName: "train-slurm" };
    const partitions = [{ name: "work", pools: [cpu] }];
    return new az.SlurmHeadNode(of, "slurm", { network, ...names, adminPublicKey: KEY, partitions, ...more });
  },
  ray: (more) => {
    const of = stack();
    const network = networkIn(of);
    const nc = new az.GpuNodePool(of, "nc", {
      network,
      instanceType: "Standard_NC40ads_H100_v5",
      nodes: { min: 0, max: 4 },
    });
    return new az.KubeRayCluster(of, "ray", { network, pools: [nc], ...more });
  },
};

const bucket = () => makes.bucket!({}) as all.CheckpointBucket;
const inOtherNetwork = () => {
  const of = stack();
  const network = new az.ClusterNetwork(of, "other", { availabilityZone: "eastus-1", clusterName: "other" });
  return new az.InfiniBandFabric(of, "fabric", { network });
};

describe("wrong inputs of Azure's constructs, in JavaScript", () => {
  it.each<[string, Wrong, string]>([
    ["network", { availabilityZone: 1 }, 'availabilityZone must be text, such as "eastus-1", got 1'],
    ["network", { availabilityZone: "East US 1" }, "availabilityZone must be a Region of Azure and a zone from 1 to 3"],
    ["network", { availabilityZone: "eastus-4" }, "a zone from 1 to 3"],
    ["network", { vnetCidr: "10.0.1.0/16" }, "vnetCidr must be an IPv4 block from /16 to /20, by its first address"],
    ["network", { vnetCidr: "172.16.128.0/17" }, "overlaps 172.16.0.0/16, which Azure keeps for the RDMA network"],
    ["network", { privateEndpoints: "blob" }, "privateEndpoints must be a list"],
    ["network", { privateEndpoints: ["queue"] }, 'privateEndpoints[0] must be "blob", "file" or "vault", got "queue"'],
    ["network", { flowLogs: true }, "flowLogs must be an object, got true"],
    ["network", { tags: { a: 1 } }, "tags.a must be text, got 1"],
    ["network", { resourceGroupName: "train." }, "resourceGroupName must be 1 to 90 letters"],
    ["fabric", { network: "net" }, "network must be a ClusterNetwork of warpform/azure"],
    ["fabric", { sharp: 1 }, "sharp must be true or false, got 1"],
    [
      "pool",
      { instanceType: "p5.48xlarge" },
      "is not an Azure size in the catalog; nearest are Standard_ND96isr_H100_v5",
    ],
    ["pool", { nodes: 4 }, "nodes must be an object, got 4"],
    ["pool", { nodes: { min: "0", max: 2 } }, "nodes.min must be a whole number"],
    ["pool", { nodes: { min: 0, max: Number.NaN } }, "nodes.max must be a whole number"],
    ["pool", { capacity: ["spot"] }, "capacity[0] must be a Capacity of warpform/azure"],
    ["pool", { capacity: [] }, "capacity must have 1 entry, got 0"],
    ["pool", { fabric: true }, "fabric must be an InfiniBandFabric of warpform/azure"],
    [
      "pool",
      { fabric: inOtherNetwork() },
      'fabric "fabric" is in another network than the pool; make both in one network',
    ],
    ["pool", { adminPublicKey: "-----BEGIN OPENSSH PRIVATE KEY-----" }, "adminPublicKey must be a public SSH key"],
    ["pool", { imageVersion: 24.04 }, "imageVersion must be a version of the image"],
    ["pool", { nvmePath: "/etc" }, "nvmePath must not hide a directory of the system"],
    ["pool", { nicLayout: "efa" }, "nicLayout is not a prop"],
    ["lustre", { capacityTiB: "48" }, "capacityTiB must be a number from 4 to 768"],
    ["lustre", { capacityTiB: 10 }, "capacityTiB must be a multiple of 8"],
    ["lustre", { importFrom: "s3://x" }, "importFrom is not a prop"],
    ["lustre", { blobs: true }, "blobs must be an object"],
    ["bucket", { accountName: "TrainData" }, "accountName must be 3 to 24 lower-case letters and digits"],
    ["bucket", { immutableDays: -1 }, "immutableDays must be a whole number from 1 to 365"],
    ["bucket", { customerKey: "arn:aws:kms:x" }, "customerKey must be an object"],
    ["home", { serviceLevel: "premium" }, 'use "Premium"'],
    ["fleet", { size: "4" }, "size must be a whole number"],
    ["fleet", { pools: [] }, "pools is not a prop"],
    ["monitoring", { emails: "a@b.co" }, 'use ["a@b.co"]'],
    ["monitoring", { dashboardRegion: "us-east-1" }, "dashboardRegion must be a Region of Azure"],
    [
      "monitoring",
      { dashboardRegion: "eastusa" },
      'dashboardRegion must be a Region of Azure, got "eastusa"; use eastus',
    ],
    ["slurm", { partitions: [null] }, "partitions[0] must be an object, got null"],
    ["slurm", { vaultName: "train--slurm" }, "vaultName must be 3 to 24 letters, digits and dashes"],
    ["slurm", { backupController: true }, "backupController is not built on Azure"],
    ["slurm", { deployCidrs: ["10.0.0.0/8"] }, "deployCidrs[0] must be public addresses"],
    [
      "slurm",
      { loginPools: [{ name: "interns", allowGroups: [] }] },
      "allowGroups must be a list of groups with at least 1",
    ],
    [
      "slurm",
      { loginPools: [{ name: "interns", allowUsers: [] }] },
      "allowUsers must be a list of users with at least 1",
    ],
    ["slurm", { containers: true }, "give the address and checksum of their files"],
    ["slurm", { topology: { kind: "fat-tree" } }, "topology must be a topology"],
    ["ray", { kubernetesVersion: 1.35 }, "kubernetesVersion must be a Kubernetes version"],
    ["ray", { publicEndpointCidrs: ["0.0.0.0/0"] }, "the whole internet"],
    ["ray", { provisioner: "nap" }, 'provisioner must be "karpenter" or "managed", got "nap"'],
    ["ray", { jobs: [{ name: "a", pool: "nc", image: "x:1", command: ["x"] }] }, "jobs[0].pool must be a GpuNodePool"],
    ["ray", { fileSystems: [{ storage: null, path: "/x" }] }, "fileSystems[0].storage must be a LustreStorage"],
  ])("of %s: %j", (construct, more, message) => {
    expect(() => makes[construct]!(more)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message) }),
    );
  });

  it.each<[string, () => unknown, string]>([
    ["no props", () => new az.ClusterNetwork(stack(), "network"), "props must be an object, got undefined"],
    ["a mount's option", () => (makes.lustre!({}) as Wrong).mount("/x", { readonly: true }), "did you mean readOnly"],
    ["a mount's options", () => (makes.home!({}) as Wrong).mount("/home", "ro"), "props must be an object"],
    ["nobody's grant", () => bucket().grantReadWrite(null as never), "grantee must be a GpuNodePool"],
    ["a name's grant", () => bucket().grantRead("h100" as never), 'got "h100"; write bucket.grantReadWrite(pool)'],
    ["a path from the root", () => bucket().uri("/weights/a b"), 'use "weights/a-b"'],
    ["no path", () => (bucket() as Wrong).uri(), 'use "weights/llama"'],
    ["no namespace", () => (makes.ray!({}) as Wrong).namespace("team-a"), "nothing runs in the cluster"],
    ["a block of 3", () => az.Capacity.block(GROUP, { nodes: 3 }), "nodes must be 1, 2, 4, 8, 16, 32, 64"],
    ["AWS's reservation", () => az.Capacity.reservation("cr-0123"), "groupId must be the resource id"],
    ["a stack that is none", () => az.declareProvider(null), "scope must be an app, a stack or a construct, got null"],
    [
      "two providers",
      () => {
        const of = stack();
        az.declareProvider(of);
        az.declareProvider(of);
      },
      'stack "train" has a provider of Azure already; declare it once for a stack',
    ],
    [
      "a cloud's name",
      () => new TrainingCluster(stack(), "run", { workload: {} } as never, "azure" as never),
      'cloud must be a cloud, such as azure of "warpform/azure", got "azure"',
    ],
  ])("of a call: %s", (_, call, message) => {
    expect(call).toThrow(expect.objectContaining({ name: "WarpformError", message: expect.stringContaining(message) }));
  });
});

describe("wrong blueprints of Azure", () => {
  const head = "apiVersion: warpform/v1\nname: train\ncloud: azure\nnetwork: { availabilityZone: eastus-1 }\n";
  const pools = (more = "") =>
    `pools:\n  h100: { instanceType: ${H100}, nodes: { min: 2, max: 4 }${more} }\nfleets:\n  run: { pool: h100 }\n`;

  it.each([
    [head.replace("eastus-1", "us-east-1a") + pools(), "4:30"],
    [head.replace("}", ", vpcCidr: 10.0.0.0/16 }") + pools(), 'did you mean "vnetCidr"'],
    [`${head}fabric: []\n${pools()}`, "fabric must be a map, got a list"],
    [`${head}fabric: { sharp: on-switch }\n${pools()}`, 'fabric.sharp must be true or false, got "on-switch"'],
    [`${head}fabric: { sharp: true }\n${pools().replace(H100, "Standard_ND96asr_v4")}`, "leave sharp out"],
    [head + pools().replace(H100, "Standard_ND96is_H100_v5"), "is not an Azure size in the catalog"],
    [head + pools().replace("{ min: 2, max: 4 }", "4"), "write { min: 4, max: 4 }"],
    [head + pools().replace("pool: h100", "pool: h200"), 'did you mean "h100"'],
    [head + pools(", capacity: [{ kind: spot }, { kind: on-demand }]"), "capacity must have 1 entry, got 2"],
    [head + pools(", mounts: [{ fileSystem: x, path: /x }]"), 'no file system is named "x"'],
    [`${head}fileSystems:\n  home: { kind: efs }\n${pools()}`, '"lustre", "netapp", "files" or "nfs"'],
    [`${head}buckets:\n  data: {}\n${pools()}`, "buckets.data.accountName is required"],
    [`${head}${pools()}hybrid: {}\n`, "hybrid is a key of AWS"],
    [`${head}${pools()}monitoring: { emails: [a@b.co], monthlyBudgetUsd: 5 }\n`, "needs the month that it begins in"],
  ])("%j", (text, message) => {
    expect(() => buildBlueprint(new App(), parseBlueprint([{ file: "a.yaml", text }]))).toThrow(message);
  });
});
