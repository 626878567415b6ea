import { interconnectSpansNodes } from "../../../catalog/instance-types";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import type { ClusterSite } from "../../../slurm/files/write-cluster-file";
import { shellSettings, yesOrNo } from "../../common/program-text";
import { containerSettings } from "../../common/slurm/container-packages";
import { REST_PORT } from "../../common/slurm/rest-port";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { clientConfig } from "../shared/client-config";
import { nodeRequest, rackRequest } from "./node-request";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { SLURM_HEAD_NODE } from "./slurm-head-node-table";

/** Tag of the VMs that the head makes; `warpform:cluster` is on all resources of the network. */
export const CLUSTER_TAG = "warpform:slurm";

/** What only Terraform knows of a cluster; most are references. */
export interface SiteReferences {
  readonly zoneId: string;
  readonly zoneName: string;
  readonly headClientId: string;
  readonly keySecret: string;
  /** Address of the password of an external database. */
  readonly databaseSecret?: string;
  /** Address of the password with which a directory is asked. */
  readonly bindSecret?: string;
  /** Server of a managed database. */
  readonly databaseServerId?: string;
  /** Id of a pool's scale set. */
  scaleSetOf(pool: GpuNodePool): string;
}

/** The parts of cluster.json that only Terraform knows. */
export function clusterSite(
  network: IClusterNetwork,
  cluster: SlurmCluster,
  pools: readonly GpuNodePool[],
  of: SiteReferences,
): ClusterSite {
  const mounts = pools.flatMap((pool) => pool.mounts);
  return {
    region: network.region,
    clusterTag: { key: CLUSTER_TAG, value: cluster.name },
    tags: network.tags,
    objects: null,
    cloud: {
      subscriptionId: clientConfig(network).subscriptionId,
      resourceGroup: network.place.resourceGroupName,
      headClientId: of.headClientId,
    },
    dns: { zoneId: of.zoneId, domain: of.zoneName, ttlSeconds: 10 },
    launchOf: (name) => {
      const pool = pools.find(({ node }) => node.id === name)!;
      const { groupId } = pool.definition.capacity;
      const request = interconnectSpansNodes(pool.instanceType) ? rackRequest : nodeRequest;
      return { machine: request(pool, of.scaleSetOf(pool)), subnetIds: [], reservationId: groupId };
    },
    kindOf: (name) => mounts.find(({ fileSystem }) => fileSystem === name)?.kind ?? "other",
  };
}

/** Password of the database on the head, which nobody else needs: made there, and never stored elsewhere. */
const OWN_DATABASE = "file:/etc/slurm/database-password";

/** Number of the state disk on the head. */
export const STATE_LUN = 0;

/** `site.env`: the shell variables that the set-up programs read. */
export function siteSettings(cluster: SlurmCluster, props: SlurmHeadNodeProps, of: SiteReferences): string {
  return shellSettings({
    CLUSTER: cluster.name,
    ZONE: of.zoneName,
    CONTROLLERS: cluster.controllers.join(" "),
    AUTHENTICATION: cluster.authentication,
    PACKAGES: "distribution",
    KEY_SECRET: of.keySecret,
    STATE_VOLUME: String(STATE_LUN),
    STATE_PATH: "/var/lib/warpform",
    DIRECTORY: yesOrNo(props.directory !== undefined),
    DIRECTORY_PASSWORDS: yesOrNo(props.directory?.login === "passwords"),
    BIND_SECRET: of.bindSecret ?? "",
    ACCOUNTING: cluster.accounting.kind,
    DATABASE_SECRET: of.databaseServerId
      ? `mysql:${of.databaseServerId}@${OWN_DATABASE}`
      : (of.databaseSecret ?? OWN_DATABASE),
    DATABASE_NAME: cluster.accounting.databaseName,
    DATABASE_USER: cluster.accounting.databaseUser,
    CONTAINERS: yesOrNo(cluster.containers),
    ...containerSettings(props),
    INSTANCE_ID_OPTION: "no",
    MONITORING: "no",
    REST_API: yesOrNo(props.restApi ?? SLURM_HEAD_NODE.restApi.default),
    REST_LISTEN: `127.0.0.1:${REST_PORT}`,
    SSH_TO_NODES: props.sshToNodes ?? SLURM_HEAD_NODE.sshToNodes.default,
    JOBS_USE_NODE_ROLE: yesOrNo(props.jobsUseNodeIdentity ?? false),
  });
}
