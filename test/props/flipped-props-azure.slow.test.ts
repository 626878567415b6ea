import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import {
  Capacity,
  ClusterNetwork,
  clusterModel,
  declareProvider,
  GpuNodePool,
  type GpuNodePoolProps,
  GpuSharing,
  InfiniBandFabric,
  KubeRayCluster,
  LustreStorage,
  NodeFleet,
  SlurmHeadNode,
} from "../../lib/clouds/azure";
import { GPU_NODE_POOL } from "../../lib/clouds/azure/pools/gpu-node-pool-table";
import { WarpformError } from "../../lib/errors";
import type { Cluster } from "../../lib/model/model";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user";

interface Around {
  readonly stack: TerraformStack;
  readonly network: GpuNodePoolProps["network"];
}

interface Way {
  readonly adopt: (around: Around, pool: GpuNodePool) => unknown;
  /** Props that its pools have besides. */
  readonly own?: Partial<GpuNodePoolProps>;
}

/** What can start a pool's nodes in Azure. */
const WAYS: Readonly<Record<string, Way>> = {
  fleet: { adopt: ({ stack }, pool) => new NodeFleet(stack, "starter", { pool }), own: { adminPublicKey: KEY } },
  slurm: {
    adopt: ({ stack, network }, pool) =>
      new SlurmHeadNode(stack, "starter", {
        network,
        adminPublicKey: KEY,
        siteAccountName: "trainslurmsite",
        vaultName: "train-slurm",
        partitions: [{ name: "train", pools: [pool] }],
      }),
    own: { adminPublicKey: KEY },
  },
  kubernetes: { adopt: ({ stack, network }, pool) => new KubeRayCluster(stack, "starter", { network, pools: [pool] }) },
};

/** Another value of every prop than the one that a plain pool has; the compiler asks for each new one. */
const FLIPS: { readonly [Prop in keyof GpuNodePoolProps]-?: (around: Around) => GpuNodePoolProps[Prop] } = {
  network: ({ stack }) => new ClusterNetwork(stack, "other", { availabilityZone: "eastus-1", clusterName: "other" }),
  instanceType: () => "Standard_ND96isr_H200_v5",
  nodes: () => ({ min: 1, max: 5 }),
  adminPublicKey: () => `${KEY}2`,
  fabric: ({ stack, network }) => new InfiniBandFabric(stack, "fabric", { network }),
  capacity: () => [Capacity.spot()],
  imageVersion: () => "24.04.2025041101",
  rootVolumeGiB: () => 512,
  nvmePath: () => "/fast",
  gpuSharing: () => GpuSharing.timeSlicing(4),
  mounts: ({ stack, network }) => [new LustreStorage(stack, "scratch", { network, capacityTiB: 48 }).mount("/scratch")],
  taints: () => [{ key: "dedicated", effect: "NoSchedule" }],
};

interface Deployed {
  readonly size: unknown;
  readonly diskGiB: unknown;
  readonly most: unknown;
  readonly spot: boolean;
}

function described({ pools: [pool] }: Cluster): Deployed {
  const { instanceType: size, rootVolumeGiB: diskGiB, nodes, capacity } = pool!;
  return { size, diskGiB, most: nodes.max, spot: capacity.some(({ kind }) => kind === "spot") };
}

/** The first that a pattern finds; undefined where it finds nothing. */
const found = (files: string, pattern: RegExp): string | undefined => pattern.exec(files)?.[1];

/** Nodes of Slurm's configuration: standing ones and those that are started. */
function nodesOf(files: string): number {
  const NODES = /NodeName=gpus-\w+-(?:\[(\d+)-(\d+)\]|(\d+)) /g;
  // the head, login nodes and the site's files have the same lines
  const ranges = new Map([...files.matchAll(NODES)].map((match) => [match[0], match]));
  return [...ranges.values()].reduce(
    (all, [, from, to]) => all + (from === undefined ? 1 : Number(to) - Number(from) + 1),
    0,
  );
}

/** What is deployed, read from Terraform's files and the programs beside it, where quotes are escaped. */
const deployed: Readonly<Record<string, (files: string) => Deployed>> = {
  fleet: (files) => ({
    size: found(files, /"sku_name": "(Standard_N\w+)"/),
    diskGiB: Number(found(files, /"disk_size_gb": (\d+)/)),
    most: Number(found(files, /"instances": (\d+)/)),
    spot: files.includes('"priority": "Spot"'),
  }),
  slurm: (files) => ({
    size: found(files, /\\"vmSize\\": \\"(\w+)/),
    diskGiB: Number(found(files, /\\"diskSizeGB\\": (\d+)/)),
    most: nodesOf(files),
    spot: files.includes('\\"priority\\": \\"Spot\\"'),
  }),
  kubernetes: (files) => ({
    size: found(files, /"vm_size": "(Standard_N\w+)"/),
    diskGiB: Number(found(files, /"os_disk_size_gb": (\d+)[^{}]*"os_disk_type": "\w+",\s+"os_sku": "\w+"/)),
    most: Number(found(files, /"max_count": (\d+)/)),
    spot: files.includes('"priority": "Spot"'),
  }),
};

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

interface Output {
  readonly files: string;
  readonly model: Cluster;
}

/** Everything that a pool makes, charts included, and its model; null where somebody refuses it. What a flip adds by itself is in both. */
function outputOf({ adopt, own = {} }: Way, prop: keyof GpuNodePoolProps, flipped: boolean): Output | null {
  const outdir = mkdtempSync(join(tmpdir(), "flipped-azure-"));
  folders.push(outdir);
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "test");
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
  const value = FLIPS[prop]({ stack, network });
  const plain = {
    network,
    instanceType: "Standard_ND96isr_H100_v5",
    nodes: { min: 0, max: 4 },
    ...own,
  };
  try {
    const props = flipped ? { ...plain, [prop]: value } : plain;
    const around = { stack, network: props.network };
    adopt(around, new GpuNodePool(stack, "gpus", props));
    app.synth();
  } catch (error) {
    if (error instanceof WarpformError || String(error).includes("Validation failed")) return null;
    throw error;
  }
  const entries = readdirSync(outdir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return { files: paths.map((path) => readFileSync(path, "utf8")).join("\n"), model: clusterModel(stack) };
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

describe.each(Object.entries(WAYS))("a pool in Azure whose nodes are started by %s", (kind, way) => {
  it.each(Object.keys(FLIPS) as (keyof GpuNodePoolProps)[])("shows %s in what it makes, or refuses it", (prop) => {
    const plain = outputOf(way, prop, false);
    expect(plain).not.toBeNull();
    const flipped = outputOf(way, prop, true);
    expect(flipped === null || digest(flipped.files) !== digest(plain!.files)).toBe(true);
  });

  it("is described as it is deployed: size, disk, number of nodes and how they are bought", () => {
    for (const prop of ["instanceType", "nodes", "rootVolumeGiB", "capacity"] as const) {
      const made = outputOf(way, prop, true);
      if (made === null) continue;
      expect({ prop, ...deployed[kind]!(made.files) }).toEqual({ prop, ...described(made.model) });
    }
  });
});

it("has a value for every prop of the table", () => {
  expect(Object.keys(FLIPS).sort()).toEqual(Object.keys(GPU_NODE_POOL).sort());
});
