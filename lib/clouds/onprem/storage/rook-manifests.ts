import { stringify } from "yaml";
import type { OnPremCeph } from "../shared/on-prem-definition";

const NAMESPACE = "rook-ceph";

/** Release of Ceph that Rook 1.15 to 1.18 run. @see https://rook.io/docs/rook/v1.15/Upgrade/ceph-upgrade/ */
const IMAGE = "quay.io/ceph/ceph:v19.2.3";

const ROOK = { apiVersion: "ceph.rook.io/v1" };

/** Names of a node's data drives, which Rook takes by their pattern; the system's drive is told apart by the label that it carries. */
const deviceFilter = (rotational: boolean) => (rotational ? "^sd[b-z]+$" : "^nvme[0-9]+n1$");

function cephCluster({ servers, monitors, server, failureDomain, name }: OnPremCeph) {
  return {
    ...ROOK,
    kind: "CephCluster",
    metadata: { name, namespace: NAMESPACE },
    spec: {
      cephVersion: { image: IMAGE },
      dataDirHostPath: "/var/lib/rook",
      mon: {
        count: monitors.length,
        allowMultiplePerNode: false,
        ...(failureDomain === "rack" ? { failureDomainLabel: "topology.rook.io/rack" } : {}),
      },
      mgr: { count: 2, modules: [{ name: "pg_autoscaler", enabled: true }] },
      network: { provider: "host" },
      monitoring: { enabled: true },
      crashCollector: { disable: false },
      storage: {
        useAllNodes: false,
        useAllDevices: false,
        deviceFilter: deviceFilter(server.rotational),
        config: { encryptedDevice: "true" },
        nodes: servers.map((one) => ({ name: one.name })),
      },
      disruptionManagement: { managePodBudgets: true },
    },
  };
}

function cephFileSystem({ name, protection, failureDomain }: OnPremCeph) {
  const copies = (size: number) => ({ failureDomain, replicated: { size, requireSafeReplicaSize: true } });
  const coded =
    "copies" in protection
      ? []
      : [
          {
            name: "chunks",
            failureDomain,
            erasureCoded: { dataChunks: protection.data, codingChunks: protection.parity },
            parameters: { bulk: "true" },
          },
        ];
  const size = "copies" in protection ? protection.copies : 3;
  return {
    ...ROOK,
    kind: "CephFilesystem",
    metadata: { name, namespace: NAMESPACE },
    spec: {
      metadataPool: copies(size),
      // The first pool has copies: it holds what every file refers back to, and Ceph advises against chunks there.
      dataPools: [
        { name: "default", ...copies(size), ...(coded.length > 0 ? {} : { parameters: { bulk: "true" } }) },
        ...coded,
      ],
      preserveFilesystemOnDelete: true,
      metadataServer: { activeCount: 1, activeStandby: true },
    },
  };
}

/** Volumes of the file system, for claims with access by many nodes. */
function storageClass({ name, protection }: OnPremCeph, cluster: string) {
  const secret = (what: string) => ({
    [`csi.storage.k8s.io/${what}-secret-name`]:
      what === "node-stage" ? "rook-csi-cephfs-node" : "rook-csi-cephfs-provisioner",
    [`csi.storage.k8s.io/${what}-secret-namespace`]: NAMESPACE,
  });
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name: `${cluster}-${name}` },
    provisioner: `${NAMESPACE}.cephfs.csi.ceph.com`,
    parameters: {
      clusterID: NAMESPACE,
      fsName: name,
      pool: `${name}-${"copies" in protection ? "default" : "chunks"}`,
      ...secret("provisioner"),
      ...secret("controller-expand"),
      ...secret("node-stage"),
    },
    reclaimPolicy: "Retain",
    allowVolumeExpansion: true,
  };
}

/** Rook's cluster, its file system, and the class by which pods get volumes of it. Rook's operator must be there. */
export function rookManifests(ceph: OnPremCeph, cluster: string): string {
  return [cephCluster(ceph), cephFileSystem(ceph), storageClass(ceph, cluster)]
    .map((one) => `---\n${stringify(one, { lineWidth: 0 })}`)
    .join("");
}
