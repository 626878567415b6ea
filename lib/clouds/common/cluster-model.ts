import type { IConstruct } from "constructs";
import type { GivenResource } from "../../model/aws/aws-model";
import type { Cluster, Workload } from "../../model/model";
import { type ClusterPart, type DescribedPart, PART_KINDS } from "./cluster-part";
import { namesApart } from "./names-apart";
import { requireScope } from "./placed";
import { type CloudTexts, textProblems } from "./resource-texts";
import { isResource } from "./terraform-resource";
import { checkTree } from "./tree-problems";

const DESCRIBE = Symbol.for("warpform.describe");

const isDescribed = (construct: IConstruct): boolean => DESCRIBE in construct;

/**
 * Lets a construct say what it is. `describe` runs when the tree is finished, so it may speak of what was added later. The names,
 * descriptions and tags of what the construct makes are checked then too, by what its cloud takes as `texts`.
 */
export function describeAs(construct: IConstruct, describe: () => ClusterPart, texts?: CloudTexts): void {
  Object.defineProperty(construct, DESCRIBE, { value: describe });
  if (texts !== undefined) checkTree(construct, () => textProblems(construct, texts, isDescribed));
}

/**
 * Every construct below `scope` that says what it is, with what it says, in the order of construction; names that several clusters
 * below it have in common are told apart.
 */
export function describedParts(scope: IConstruct): readonly DescribedPart[] {
  const parts = scope.node.findAll().flatMap((construct) => {
    const describe = (construct as unknown as Record<symbol, (() => ClusterPart) | undefined>)[DESCRIBE];
    return describe ? [{ construct, part: describe() }] : [];
  });
  return namesApart(scope, parts);
}

/**
 * The model of everything below `scope`: what sizing and the design review read. The order is that of construction, so the
 * same program gives the same model.
 */
export function clusterModel(scope: IConstruct, workload: Workload | null = null): Cluster {
  requireScope("clusterModel", scope);
  const parts = describedParts(scope).map(({ part }) => part);
  const gather = <K extends Exclude<keyof ClusterPart, "cloud" | "given" | "names">>(key: K) =>
    parts.flatMap((part) => (part[key] ?? []) as unknown[]) as unknown as NonNullable<ClusterPart[K]>;
  const networks = gather("networks");
  const given = parts.flatMap(givenOf);
  const names = new Map(parts.flatMap((part) => (part.names ?? []).map((one) => [`${one.kind} ${one.name}`, one])));
  return {
    name: networks[0]?.name ?? scope.node.id,
    cloud: parts.find(({ cloud }) => cloud !== undefined)?.cloud ?? "aws",
    region: networks[0]?.region ?? null,
    networks,
    fabrics: gather("fabrics"),
    fileSystems: gather("fileSystems"),
    buckets: gather("buckets"),
    pools: gather("pools"),
    schedulers: gather("schedulers"),
    monitoring: gather("monitoring"),
    workload,
    ...(given.length > 0 && { given }),
    ...(names.size > 0 && { names: [...names.values()] }),
    resources: resourcesByType(scope),
  };
}

/** Existing resources of a part, by the path of the first that it describes. */
function givenOf(part: ClusterPart): GivenResource[] {
  const kind = PART_KINDS.find((one) => (part[one] ?? []).length > 0);
  if (kind === undefined) return [];
  return (part.given ?? []).map((one) => ({ ...one, path: `${kind}.${part[kind]![0]!.name}.${one.path}` }));
}

/** How many Terraform resources of each type lie below `scope`, by type. */
function resourcesByType(scope: IConstruct): Record<string, number> {
  const types = scope.node
    .findAll()
    .flatMap((c) => (isResource(c) ? [c.terraformResourceType] : []))
    .sort();
  return types.reduce<Record<string, number>>((all, type) => {
    all[type] = (all[type] ?? 0) + 1;
    return all;
  }, {});
}
