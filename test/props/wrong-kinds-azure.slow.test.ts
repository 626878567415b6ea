import { TerraformStack, Testing } from "cdktf";
import {
  CheckpointBucket,
  ClusterNetwork,
  GpuNodePool,
  InfiniBandFabric,
  LustreStorage,
  NodeFleet,
  SlurmHeadNode,
} from "../../lib/clouds/azure";
import { INFINIBAND_FABRIC } from "../../lib/clouds/azure/fabric/infiniband-fabric-table";
import { NODE_FLEET } from "../../lib/clouds/azure/fleet/node-fleet-table";
import { CLUSTER_NETWORK } from "../../lib/clouds/azure/network/cluster-network-table";
import { GPU_NODE_POOL } from "../../lib/clouds/azure/pools/gpu-node-pool-table";
import { SLURM_HEAD_NODE } from "../../lib/clouds/azure/slurm/slurm-head-node-table";
import { CHECKPOINT_BUCKET } from "../../lib/clouds/azure/storage/checkpoint-bucket-table";
import { LUSTRE_STORAGE } from "../../lib/clouds/azure/storage/lustre-storage-table";
import { WarpformError } from "../../lib/errors";
import type { AnyTable } from "../../lib/props/field";
import { inWords, withValue, wrongInputs } from "./wrong-values";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample user";
const stack = new TerraformStack(Testing.app(), "ml");
const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1" });
const instanceType = "Standard_ND96isr_H100_v5";
const poolProps = { network, instanceType, nodes: { min: 0, max: 2 }, adminPublicKey: KEY };
const pool = new GpuNodePool(stack, "gpus", poolProps);

let count = 0;

type Make = new (scope: TerraformStack, id: string, props: never) => unknown;

const SUBJECTS: readonly (readonly [string, Make, object, object])[] = [
  ["ClusterNetwork", ClusterNetwork, CLUSTER_NETWORK, { availabilityZone: "eastus-1" }],
  ["InfiniBandFabric", InfiniBandFabric, INFINIBAND_FABRIC, { network }],
  ["LustreStorage", LustreStorage, LUSTRE_STORAGE, { network, capacityTiB: 48 }],
  ["CheckpointBucket", CheckpointBucket, CHECKPOINT_BUCKET, { network }],
  ["GpuNodePool", GpuNodePool, GPU_NODE_POOL, poolProps],
  ["NodeFleet", NodeFleet, NODE_FLEET, { pool }],
  [
    "SlurmHeadNode",
    SlurmHeadNode,
    SLURM_HEAD_NODE,
    {
      network,
      adminPublicKey: KEY,
      siteAccountName: "trainslurmsite",
      vaultName: "train-slurm",
      partitions: [{ name: "train", pools: [pool] }],
    },
  ],
];

describe.each(SUBJECTS)("%s on Azure", (_, Construct, table, base) => {
  /** What goes wrong with one wrong value beyond an error that names its prop; undefined where nothing does. */
  function fault(path: readonly (string | number)[], value: unknown): string | undefined {
    const at = inWords(path);
    const input = `${at} = ${typeof value === "number" ? value : JSON.stringify(value)}`;
    try {
      new Construct(stack, `wrong-${count++}`, withValue(base, path, value) as never);
      return `${input}: silence`;
    } catch (error) {
      if (!(error instanceof WarpformError)) return `${input}: ${String(error)}`;
      return error.problems.some((problem) => problem.message.includes(at)) ? undefined : `${input}: ${error.message}`;
    }
  }

  it("answers every wrong value of every prop by an error that names the prop", () => {
    const inputs = wrongInputs(table as AnyTable, base);
    expect(inputs.length).toBeGreaterThan(5);
    expect(inputs.flatMap(({ path, value }) => fault(path, value) ?? [])).toEqual([]);
  });

  it.each([[null], [5], ["x"], [[]], [new Map()]])("answers %p in the place of props by an error", (props) => {
    expect(() => new Construct(stack, `none-${count++}`, props as never)).toThrow(WarpformError);
  });

  it.each([[undefined], [5], [""]])("answers %p in the place of an id by an error", (id) => {
    expect(() => new Construct(stack, id as never, base as never)).toThrow(WarpformError);
  });
});
