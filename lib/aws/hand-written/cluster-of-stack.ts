import type { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { Cluster, NodePool, Workload } from "../../model/model";
import { clusterModel, describedParts } from "../described";
import { RAW_FABRIC, rawBucket, rawEks, rawFabric, rawLustre, rawMonitoring, rawNetwork, rawRole } from "./raw-parts";
import { rawPool } from "./raw-pools";
import { type RawResource, rawResources } from "./raw-resource";

/** A stack's cluster, and the construct path behind each part: `pools.h100` → `ml/h100`. */
export interface ClusterOfStack {
  readonly cluster: Cluster;
  readonly paths: ReadonlyMap<string, string>;
}

const KINDS = ["networks", "fabrics", "fileSystems", "buckets", "pools", "schedulers", "monitoring"] as const;

function describedPaths(scope: IConstruct): [string, string][] {
  return describedParts(scope).flatMap(({ construct, part }) =>
    KINDS.flatMap((kind) =>
      (part[kind] ?? []).map(({ name }): [string, string] => [`${kind}.${name}`, construct.node.path]),
    ),
  );
}

/** What user data mounts is not read: a pool counts as mounting every Lustre file system of its stack. */
function withMounts(pool: NodePool | null, lustre: readonly RawResource[]): NodePool | null {
  if (pool === null) return null;
  return { ...pool, mounts: lustre.map((r) => ({ fileSystem: r.name, path: `/${r.name}`, readOnly: false })) };
}

function region(stack: TerraformStack): string | null {
  const { provider = {} } = stack.toTerraform() as { provider?: Record<string, { region?: unknown }[]> };
  const found = provider.aws?.[0]?.region;
  return typeof found === "string" && !found.includes("${") ? found : null;
}

/**
 * The cluster of a stack: what our constructs say of themselves, and what can be read from resources written by hand: launch
 * templates of known instance types, Lustre file systems, EKS clusters, VPCs and role policies.
 */
export function clusterOfStack(stack: TerraformStack, workload: Workload | null): ClusterOfStack {
  const ours = clusterModel(stack, workload);
  const described = describedParts(stack).map(({ construct }) => construct.node.path);
  const raw = rawResources(stack, described);
  const of = (type: string) => raw.filter((r) => r.type === type);
  const found: [string, string][] = [];
  const keep = <T extends { readonly name: string }>(kind: string, r: RawResource, part: T | null): T[] => {
    if (part === null) return [];
    found.push([`${kind}.${part.name}`, r.path]);
    return [part];
  };

  const fabric = rawFabric(raw);
  const vpcs = of("aws_vpc");
  const cluster: Cluster = {
    ...ours,
    region: ours.region ?? region(stack),
    networks: [...ours.networks, ...vpcs.flatMap((r) => keep("networks", r, rawNetwork(r, raw, region(stack))))],
    fabrics: fabric === null ? ours.fabrics : [...ours.fabrics, fabric],
    fileSystems: [
      ...ours.fileSystems,
      ...of("aws_fsx_lustre_file_system").flatMap((r) => keep("fileSystems", r, rawLustre(r))),
    ],
    pools: [
      ...ours.pools,
      ...of("aws_launch_template").flatMap((r) =>
        keep("pools", r, withMounts(rawPool(r, raw, fabric ? RAW_FABRIC : null), of("aws_fsx_lustre_file_system"))),
      ),
    ],
    schedulers: [...ours.schedulers, ...of("aws_eks_cluster").flatMap((r) => keep("schedulers", r, rawEks(r)))],
    monitoring: [...ours.monitoring, ...[rawMonitoring(raw) ?? []].flat()],
    buckets: [...ours.buckets, ...of("aws_s3_bucket").flatMap((r) => keep("buckets", r, rawBucket(r, raw)))],
    roles: rawResources(stack, [])
      .filter((r) => r.type === "aws_iam_role_policy")
      .flatMap((r) => keep("roles", r, rawRole(r))),
  };
  return { cluster, paths: new Map([...found, ...describedPaths(stack)]) };
}
