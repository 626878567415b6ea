import type { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { Cluster, FileSystem, NodePool, Role, Workload } from "../../../model/model";
import { clusterModel, describedParts } from "../../common/cluster-model";
import { hasGpus, rawNodes } from "./raw-nodes";
import { RAW_FABRIC, rawBucket, rawEks, rawFabric, rawMonitoring, rawNetwork } from "./raw-parts";
import { rawPools } from "./raw-pools";
import { jsonOf, type RawResource, rawResources, type TerraformJson, text } from "./raw-resource";
import { rawRole } from "./raw-roles";
import { rawEfs, rawLustre } from "./raw-storage";

/** A stack's cluster, and the construct path behind each part: `pools.h100` → `ml/h100`. */
export interface ClusterOfStack {
  readonly cluster: Cluster;
  readonly paths: ReadonlyMap<string, string>;
  /** Parts read from resources written by hand: `pools.h100`. */
  readonly handWritten: ReadonlySet<string>;
}

const KINDS = ["networks", "fabrics", "fileSystems", "buckets", "pools", "schedulers", "monitoring"] as const;

function describedPaths(scope: IConstruct): [string, string][] {
  return describedParts(scope).flatMap(({ construct, part }) =>
    KINDS.flatMap((kind) =>
      (part[kind] ?? []).map(({ name }): [string, string] => [`${kind}.${name}`, construct.node.path]),
    ),
  );
}

/** What user data mounts is not read: a pool of GPUs counts as mounting every file system of its stack. */
function withMounts(pool: NodePool, fileSystems: readonly FileSystem[]): NodePool {
  if (!hasGpus(pool.instanceType)) return pool;
  return { ...pool, mounts: fileSystems.map(({ name }) => ({ fileSystem: name, path: `/${name}`, readOnly: false })) };
}

function region({ provider = {} }: TerraformJson): string | null {
  return text(provider.aws?.[0]?.region);
}

type Parts = Pick<Cluster, (typeof KINDS)[number]>;

/** What the resources of a stack say, whoever wrote them, and the construct path of each part's resource. */
export interface ReadParts extends Parts {
  readonly paths: ReadonlyMap<string, string>;
  /** Address of each part's resource: `pools.gpu` → `aws_launch_template.gpu`. */
  readonly addresses: ReadonlyMap<string, string>;
}

/**
 * The parts that a stack's resources make up, except those of constructs at the given paths: launch templates, node groups and
 * instances of known types, Lustre and EFS, buckets, EKS clusters, VPCs and policies.
 */
export function readParts(stack: TerraformJson, except: readonly string[]): ReadParts {
  const raw = rawResources(stack, except);
  const of = (type: string) => raw.filter((r) => r.type === type);
  const paths = new Map<string, string>();
  const addresses = new Map<string, string>();
  const keep = <T extends { readonly name: string }>(kind: string, r: RawResource, part: T | null): T[] => {
    if (part === null) return [];
    paths.set(`${kind}.${part.name}`, r.path);
    addresses.set(`${kind}.${part.name}`, r.address);
    return [part];
  };

  const nodes = rawNodes(raw);
  const fabric = rawFabric(nodes, raw);
  const fileSystems = [
    ...of("aws_fsx_lustre_file_system").flatMap((r) => keep("fileSystems", r, rawLustre(r, raw))),
    ...of("aws_efs_file_system").flatMap((r) => keep("fileSystems", r, rawEfs(r, raw))),
  ];
  return {
    networks: of("aws_vpc").flatMap((r) => keep("networks", r, rawNetwork(r, nodes, raw, region(stack)))),
    fabrics: fabric === null ? [] : [fabric],
    fileSystems,
    pools: rawPools(nodes, raw, fabric ? RAW_FABRIC : null).flatMap(({ resource, pool }) =>
      keep("pools", resource, withMounts(pool, fileSystems)),
    ),
    schedulers: of("aws_eks_cluster").flatMap((r) => keep("schedulers", r, rawEks(r))),
    monitoring: [rawMonitoring(raw) ?? []].flat(),
    buckets: of("aws_s3_bucket").flatMap((r) => keep("buckets", r, rawBucket(r, raw))),
    paths,
    addresses,
  };
}

/** Roles that the stack's policies make up, and the construct path of each. */
function readRoles(stack: TerraformJson): (Pick<RawResource, "path" | "address"> & { readonly role: Role })[] {
  return rawResources(stack, []).flatMap((r) => {
    const role = rawRole(r, stack);
    return role === null ? [] : [{ role, path: r.path, address: r.address }];
  });
}

/** The cluster of a stack: what our constructs say of themselves, and what can be read from resources written by hand. */
export function clusterOfStack(stack: TerraformStack, workload: Workload | null): ClusterOfStack {
  const ours = clusterModel(stack, workload);
  const described = describedParts(stack).map(({ construct }) => construct.node.path);
  const json = jsonOf(stack);
  const { paths, addresses: _, ...read } = readParts(json, described);
  const roles = readRoles(json);
  const cluster: Cluster = {
    ...ours,
    region: ours.region ?? region(json),
    networks: [...ours.networks, ...read.networks],
    fabrics: [...ours.fabrics, ...read.fabrics],
    fileSystems: [...ours.fileSystems, ...read.fileSystems],
    pools: [...ours.pools, ...read.pools],
    schedulers: [...ours.schedulers, ...read.schedulers],
    monitoring: [...ours.monitoring, ...read.monitoring],
    buckets: [...ours.buckets, ...read.buckets],
    roles: roles.map(({ role }) => role),
  };
  const rolePaths = roles.map(({ role, path }): [string, string] => [`roles.${role.name}`, path]);
  const handWritten = new Set([...paths.keys(), ...rolePaths.map(([part]) => part)]);
  for (const { name } of read.fabrics) handWritten.add(`fabrics.${name}`);
  return { cluster, paths: new Map([...paths, ...rolePaths, ...describedPaths(stack)]), handWritten };
}

/** The cluster that Terraform describes, whoever wrote it, and the address of the resource behind each part. */
export function clusterOfTerraform(
  name: string,
  json: TerraformJson,
): { readonly cluster: Cluster; readonly addresses: ReadonlyMap<string, string> } {
  const { paths: _, addresses, ...parts } = readParts(json, []);
  const roles = readRoles(json);
  return {
    cluster: {
      ...parts,
      name,
      cloud: "aws",
      region: region(json),
      workload: null,
      roles: roles.map(({ role }) => role),
    },
    addresses: new Map([...addresses, ...roles.map(({ role, address }) => [`roles.${role.name}`, address] as const)]),
  };
}
