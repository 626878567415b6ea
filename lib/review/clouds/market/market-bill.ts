import { type BillLine, free } from "../bill";
import type { CloudBill } from "../cloud-facts";
import { FLEET_FREE, KUBERNETES_FREE, POOL_FREE, SLURM_FREE } from "../free-anywhere";

/** What a GPU cloud bills and no dated public price was read of: the bill names it as unpriced. */
const unpriced = (name: string, kind: BillLine["kind"]): BillLine => ({
  name,
  kind,
  item: null,
  perHour: 0,
  idleShare: 1,
});

/** What a cluster that exists in a GPU cloud is billed by besides its nodes. */
export const MARKET_BILL: CloudBill = {
  fileSystems: {
    name: free("a name"),
    kind: free("says which items the other attributes are billed by"),
    capacityGiB: {
      lines: (f) =>
        f.capacityGiB === null ? [] : [unpriced(`${f.capacityGiB} GiB file system (${f.name})`, "storage")],
    },
    deploymentType: free("part of the price of the capacity"),
    storageType: free("part of the price of the capacity"),
    throughputPerTiB: free("part of the price of the capacity"),
    throughputMBps: free("part of the price of the capacity"),
    readCacheGiB: free("part of the price of the capacity"),
    overFabric: free("the fabric is part of the node"),
    metadataIops: free("part of the price of the capacity"),
    compression: free("it has no price of its own"),
    encrypted: free("keys of the platform have no price"),
    rootSquashed: free("a setting"),
    deletionProtected: free("a setting"),
    backupRetentionDays: free("no backups are made"),
    dataRepositories: free("none are made"),
    availabilityZones: free("traffic within a cluster has no price"),
    existing: free("existing file systems are billed elsewhere"),
  },
  pools: {
    ...POOL_FREE,
    fabric: free("the fabric is part of the node"),
    placement: free("the cloud places nodes"),
    image: free("images have no price"),
    rootVolumeGiB: free("disks of existing nodes are billed with them"),
    rootVolumeIops: free("part of the disk"),
    rootVolumeMBps: free("part of the disk"),
    encrypted: free("keys of the platform have no price"),
    aws: free("what another cloud lets a pool choose"),
  },
  networks: {
    name: free("a name"),
    region: free("prices are the Region's"),
    existing: free("existing networks are billed elsewhere"),
    egress: free("billed with the traffic"),
    natGateways: free("existing networks are billed elsewhere"),
    objectStorageEndpoint: free("a setting"),
    privateEndpoints: free("existing networks are billed elsewhere"),
    flowLogs: free("existing networks are billed elsewhere"),
    dnsSupport: free("a setting"),
    dnsHostnames: free("a setting"),
    computeSubnets: free("subnets have no price"),
    sshOpenGroups: free("a setting"),
  },
  slurm: {
    ...SLURM_FREE,
    managed: free("a controller of the cloud is billed with the cluster"),
    accounting: free("a database of the site's own"),
    volumesGiB: free("disks of existing nodes are billed with them"),
    stateSnapshots: free("none are made"),
  },
  kubernetes: {
    ...KUBERNETES_FREE,
    version: { lines: (k) => [unpriced(`control plane (${k.name})`, "head")] },
    secretsEncrypted: free("keys of the platform have no price"),
    provisioner: free("the cluster exists"),
    systemNodes: free("billed with the instances that always run"),
    podLogs: free("not shipped"),
    stateStore: free("not made"),
    loadBalancers: {
      lines: (k) => (k.loadBalancers ? [unpriced(`${k.loadBalancers} x load balancer (${k.name})`, "network")] : []),
    },
  },
  fleets: {
    ...FLEET_FREE,
    stoppedNodes: free("no construct keeps stopped nodes there"),
    replaceUnhealthy: free("the cloud replaces nodes"),
    scaling: free("a setting"),
  },
  metrics: () => [],
  pieces: () => [],
};
