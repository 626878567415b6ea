import { TerraformStack, Testing } from "cdktf";
import type { Construct } from "constructs";
import { ClusterNetwork, GpuNodePool, InfiniBandFabric, LustreStorage } from "../../lib/clouds/aws/index";
import type { GpuNodePoolProps } from "../../lib/clouds/aws/pools/gpu-node-pool-props";
import { GPU_NODE_POOL } from "../../lib/clouds/aws/pools/gpu-node-pool-table";
import { CheckpointBucket } from "../../lib/clouds/aws/storage/buckets/checkpoint-bucket";
import type { LustreStorageProps } from "../../lib/clouds/aws/storage/lustre/lustre-storage-props";
import { LUSTRE_STORAGE } from "../../lib/clouds/aws/storage/lustre/lustre-storage-table";
import type { AnyTable, Table } from "../../lib/props/field";

/** A construct whose props can be got wrong: its table, good props, and how it is made. */
export interface Subject {
  readonly name: string;
  readonly table: AnyTable;
  readonly base: object;
  readonly make: (scope: Construct, props: never) => unknown;
}

/** What good props refer to. Refused constructs leave nothing behind but their ids, so that all may share one stack. */
function surroundings() {
  const stack = new TerraformStack(Testing.app(), "ml");
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  return {
    stack,
    network,
    fabric: new InfiniBandFabric(stack, "fabric", { network }),
    bucket: CheckpointBucket.import(stack, "data", { bucketName: "my-data" }),
  };
}

const { network, bucket } = surroundings();
let count = 0;
const newId = () => `it-${count++}`;

const subject = <P extends object>(
  name: string,
  table: Table<P>,
  base: P,
  make: (scope: Construct, id: string, props: P) => unknown,
): Subject => ({
  name,
  table: table as unknown as AnyTable,
  base,
  make: (scope, props) => make(scope, newId(), props),
});

/** Every construct that takes props. */
export const SUBJECTS: readonly Subject[] = [
  subject<GpuNodePoolProps>(
    "GpuNodePool",
    GPU_NODE_POOL,
    {
      network,
      instanceType: "p5.48xlarge",
      nodes: { min: 0, max: 2 },
      bootSteps: [{ name: "a", phase: "system", text: "#!/bin/sh\n" }],
    },
    (scope, id, props) => new GpuNodePool(scope, id, props),
  ),
  subject<LustreStorageProps>(
    "LustreStorage",
    LUSTRE_STORAGE,
    { network, capacityTiB: 4.8, dataRepositories: [{ bucket, path: "/data" }] },
    (scope, id, props) => new LustreStorage(scope, id, props),
  ),
];
