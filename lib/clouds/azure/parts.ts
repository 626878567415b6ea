import { azureFacts } from "../../review/clouds/azure/azure-facts";
import type { Cloud } from "../cloud";
import { InfiniBandFabric } from "./fabric/infiniband-fabric";
import { NodeFleet } from "./fleet/node-fleet";
import { ClusterNetwork } from "./network/cluster-network";
import { Capacity } from "./pools/capacity";
import { GpuNodePool } from "./pools/gpu-node-pool";
import { declareProvider } from "./provider";
import { NAME_PATTERN, regionOf } from "./shared/names";
import { CheckpointBucket, type Grantee } from "./storage/checkpoint-bucket";
import { LustreStorage } from "./storage/lustre-storage";

// Each is loaded when it is asked for: a program pays for the parts that it is made of.
const parts = {
  get ClusterNetwork() {
    return ClusterNetwork;
  },
  get InfiniBandFabric() {
    return InfiniBandFabric;
  },
  get CheckpointBucket() {
    return CheckpointBucket;
  },
  get LustreStorage() {
    return LustreStorage;
  },
  get GpuNodePool() {
    return GpuNodePool;
  },
  get Capacity() {
    return Capacity;
  },
  get NodeFleet() {
    return NodeFleet;
  },
};

/** What Azure brings to architectures and blueprints. */
export const azure: Cloud<typeof parts> = {
  name: "azure",
  title: "Azure",
  module: "warpform/azure",
  parts,
  facts: azureFacts,
  catalog: { capacity: ["on-demand", "spot", "reservation"], fileSystems: ["lustre"] },
  adopters: [
    {
      kind: "fleet",
      outputs: (part) => (part instanceof NodeFleet ? { scaleSetId: part.scaleSet.id } : undefined),
    },
  ],
  bucketAccess: {
    grantReadWrite: (grantee: Grantee, bucket: CheckpointBucket) => bucket.grantReadWrite(grantee),
    program: (grantee, bucket) => `${bucket}.grantReadWrite(${grantee});`,
  },
  namePattern: NAME_PATTERN,
  regionOf,
  declareProvider: (stack) => declareProvider(stack),
  providerProgram: () => ({
    import: 'import { declareProvider } from "warpform/azure";',
    statement: "declareProvider(stack);",
  }),
};
