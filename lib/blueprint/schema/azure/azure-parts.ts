import { z } from "zod";
import {
  CHECKPOINT_BUCKET,
  CLUSTER_MONITORING,
  CLUSTER_NETWORK,
  defaultNvmePath,
  EXISTING_LUSTRE,
  EXISTING_NETWORK,
  GPU_NODE_POOL,
  INFINIBAND_FABRIC,
  LUSTRE_STORAGE,
  NFS,
  NODE_FLEET,
  SHARED_HOME,
  SHARED_HOME_FILES,
} from "../../../clouds/azure-tables";
import { derived, fallback, section } from "../key";
import { keysOf } from "../keys-of-table";
import { isMade, part } from "../place";
import { joinsFabric, poolOf, typeOf } from "../pool-place";
import { mountsSchema } from "../schema-mounts";
import { sharingKeys } from "../sharing-keys";
import { spotRateKeys } from "../spot-rate";
import { strictObject } from "../strict-object";

const text = z.string();

const existingNetwork = strictObject(() =>
  keysOf("azure.ClusterNetwork.import", EXISTING_NETWORK, { without: ["availabilityZone", "clusterName", "tags"] }),
).describe("An existing virtual network; without it one is created");

export const azureNetworkSchema = strictObject(() => ({
  ...keysOf("azure.ClusterNetwork", CLUSTER_NETWORK, {
    derived: { clusterName: ({ root }) => String(root.name) },
    otherwise: { clusterName: "name of the blueprint" },
    applies: { resourceGroupName: isMade, vnetCidr: isMade, privateEndpoints: isMade, flowLogs: isMade },
  }),
  existing: section(existingNetwork, "none; a virtual network is made"),
})).describe("The network: one private subnet for nodes in one zone, and a subnet per Lustre file system");

export const azureFabricSchema = strictObject(() =>
  keysOf("azure.InfiniBandFabric", INFINIBAND_FABRIC, { without: ["network"] }),
).describe("InfiniBand among the nodes of one pool, which are one scale set");

export const azureBucketSchema = strictObject(() =>
  keysOf("azure.CheckpointBucket", CHECKPOINT_BUCKET, { without: ["network"] }),
).describe("A storage account with one private, versioned container for checkpoints and datasets");

/** Props of a file system that is made. */
export const azureLustreKeys = keysOf("azure.LustreStorage", LUSTRE_STORAGE, { without: ["network"], applies: isMade });

const existingLustre = strictObject(() =>
  keysOf("azure.LustreStorage.import", EXISTING_LUSTRE, { without: ["availabilityZone"] }),
).describe("An existing file system");

export const azureLustreSchema = strictObject(() => ({
  kind: z.literal("lustre").describe("Azure Managed Lustre"),
  ...azureLustreKeys,
})).describe("Azure Managed Lustre, for data and checkpoints");

const lustre = azureLustreSchema
  .extend({
    capacityTiB: azureLustreKeys.capacityTiB.optional(),
    existing: section(existingLustre, "none; one is made"),
  })
  .describe("Azure Managed Lustre, for data and checkpoints");

const home = strictObject(() => ({
  kind: z.literal("netapp").describe("Azure NetApp Files"),
  ...keysOf("azure.SharedHome", SHARED_HOME, { without: ["network"] }),
})).describe("A volume of Azure NetApp Files, for homes");

const filesHome = strictObject(() => ({
  kind: z.literal("files").describe("Azure Files"),
  ...keysOf("azure.SharedHome.files", SHARED_HOME_FILES, { without: ["network"] }),
})).describe("A share of Azure Files by NFS 4.1, for homes");

const nfs = strictObject(() => ({
  kind: z.literal("nfs").describe("An existing NFS export"),
  ...keysOf("azure.ExistingFileSystem.nfs", NFS),
})).describe("An existing NFS export");

export const azureFileSystemSchema = z
  .discriminatedUnion("kind", [lustre, home, filesHome, nfs])
  .describe("A shared file system");

export const azureCapacitySchema = z
  .discriminatedUnion("kind", [
    strictObject(() => ({
      kind: z.literal("on-demand").describe("On-demand at list price, within the family's quota"),
    })),
    strictObject(() => ({
      kind: z.literal("spot").describe("Spot: cheap, and may be taken back with 30 s of notice"),
      ...spotRateKeys,
    })),
    strictObject(() => ({
      kind: z.literal("reservation").describe("A capacity reservation group, which takes no ND or NC H100 sizes"),
      reservationId: text.describe("Resource id of the group, /subscriptions/…/capacityReservationGroups/…"),
    })),
    strictObject(() => ({
      kind: z.literal("block").describe("A block reservation that was bought before, which its VMs come from alone"),
      reservationId: text.describe("Resource id of its group, /subscriptions/…/capacityReservationGroups/…"),
      nodes: z.number().min(1).describe("VMs that the block holds: 1, 2, 4, 8, 16, 32 or 64"),
      startsOn: text.optional().describe("When the block begins, ISO 8601 with an offset"),
      endsOn: text.optional().describe("When the block ends; jobs of Slurm are told before it"),
    })),
  ])
  .describe("How nodes are bought: a scale set buys all of them in one way");

export const azurePoolSchema = strictObject(() => ({
  ...keysOf("azure.GpuNodePool", { instanceType: GPU_NODE_POOL.instanceType, nodes: GPU_NODE_POOL.nodes }),
  fabric: derived(
    z.boolean(),
    "Whether nodes join the fabric",
    "true if the blueprint has a fabric and the size has InfiniBand",
    ({ root, owner }) => root.fabric !== undefined && joinsFabric({ instanceType: String(owner.instanceType) }),
  ),
  capacity: fallback(z.array(azureCapacitySchema).min(1), [{ kind: "on-demand" }], "The one source of nodes"),
  mounts: fallback(mountsSchema, [], "File systems that nodes mount"),
  buckets: fallback(z.array(text), [], "Buckets of this blueprint that nodes may read and write"),
  ...sharingKeys,
  ...keysOf("azure.GpuNodePool", GPU_NODE_POOL, {
    without: ["network", "instanceType", "nodes", "fabric", "capacity", "mounts", "gpuSharing"],
    derived: {
      nvmePath: ({ owner }) => {
        const type = typeOf(owner);
        return type === undefined ? null : defaultNvmePath(type);
      },
    },
  }),
})).describe("What a node is and how many there may be");

/** Pools are those of the blueprint that Slurm and fleets start. */
export const azureMonitoringSchema = strictObject(() =>
  keysOf("azure.ClusterMonitoring", CLUSTER_MONITORING, { without: ["network", "pools"] }),
).describe("Azure Monitor: metrics, alerts, Grafana and budget");

export const azureFleetSchema = strictObject(() => ({
  pool: text.describe("Name of the pool whose nodes are started"),
  ...keysOf("azure.NodeFleet", NODE_FLEET, {
    without: ["pool"],
    derived: {
      size: (place) => {
        const max = Number(part(poolOf(place), "nodes").max);
        return Number.isNaN(max) ? undefined : max;
      },
    },
  }),
})).describe("A scale set over a pool, for launchers that bring their own rendezvous");
