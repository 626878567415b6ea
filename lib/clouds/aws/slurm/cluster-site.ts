import { TerraformStack, Token } from "cdktf";
import type { FileSystem } from "../../../model/model";
import type { ClusterSite } from "../../../slurm/files/write-cluster-file";
import { describedParts } from "../../common/cluster-model";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { PoolMount } from "../shared/boot-step";
import type { SiteBucket } from "./site-bucket";

/** Where a cluster's things are: the parts of cluster.json that only Terraform knows. */
export function clusterSite(of: {
  readonly network: IClusterNetwork;
  readonly pools: readonly GpuNodePool[];
  readonly siteBucket: SiteBucket;
  readonly clusterTag: ClusterSite["clusterTag"];
  /** Of the nodes that are not in pools. */
  readonly mounts: readonly PoolMount[];
  readonly metricsNamespace?: string;
}): ClusterSite {
  const { network, siteBucket, clusterTag } = of;
  const pools = new Map(of.pools.map((pool) => [pool.name, pool]));
  const kinds = kindsByName([...of.pools.flatMap((pool) => pool.mounts), ...of.mounts], TerraformStack.of(siteBucket));
  return {
    region: network.region,
    clusterTag,
    tags: { ...network.tags, "warpform:cluster": network.clusterName },
    objects: { bucket: siteBucket.bucketName, prefix: siteBucket.prefix },
    dns: { zoneId: network.privateZoneId, domain: network.privateZoneName, ttlSeconds: 10 },
    launchOf: (name, index) => {
      const pool = pools.get(name)!;
      const source = pool.capacity[index]!;
      const template = pool.launchTemplateFor(source);
      return {
        launchTemplate: { id: template.id, version: Token.asString(template.latestVersion) },
        // The template's interfaces name the subnet.
        subnetIds: [],
        reservationId: source.reservationId ?? null,
      };
    },
    metricsNamespace: of.metricsNamespace,
    kindOf: (fileSystem) => kinds.get(fileSystem) ?? "other",
  };
}

/** What is mounted comes first: another cluster of the stack may have a file system of the same name. */
function kindsByName(mounts: readonly PoolMount[], stack: TerraformStack): ReadonlyMap<string, FileSystem["kind"]> {
  const sources = new Set(mounts.flatMap(({ source }) => source ?? []));
  return new Map(
    [stack, ...sources]
      .flatMap((scope) => describedParts(scope))
      .flatMap(({ part }) => part.fileSystems ?? [])
      .map(({ name, kind }) => [name, kind]),
  );
}
