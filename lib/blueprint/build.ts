import { type App, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { type ModelChoice, modelOf } from "../architectures/workloads";
import { cloudNamed } from "../clouds/by-name";
import type { Cloud } from "../clouds/cloud";
import { clusterModel } from "../clouds/common/cluster-model";
import { treeProblems } from "../clouds/common/tree-problems";
import type { Cluster, Workload } from "../model/model";
import { worded } from "../remedies/sentence";
import { rules } from "../review/rules/list";
import { checkSuppressions } from "../review/suppression";
import { assemble } from "./assemble/assemble";
import { assembleRegions, CLUSTER_ID } from "./assemble/assemble-architecture";
import { Builder } from "./assemble/builder";
import { keepState } from "./assemble/terraform-state";
import { workloadOf } from "./assemble/workload";
import type { LoadedBlueprint, ReadBlueprint } from "./load";
import { BlueprintError, problem } from "./reader/blueprint-error";
import { blueprintWords } from "./reader/blueprint-keys";
import { NAMED_SECTIONS } from "./reader/check-names";
import { fieldsOfUnbuilt } from "./reader/fields-of-unbuilt";
import type { Path } from "./reader/path";
import { withoutUnreadTypes } from "./reader/read-catalog";
import { withParts } from "./reader/repaired-parts";
import { namedByAdopters } from "./reader/sound-parts";
import { adoptersIn } from "./reader/written-adopters";
import type { Blueprint } from "./schema/aws/aws-blueprint";

/** A stack built from a blueprint. */
export interface BuiltStack {
  readonly stack: TerraformStack;
  readonly cluster: Cluster;
}

/** What is built from a blueprint: its stack; of several regions the first, and all of them in `stacks`. */
export interface BuiltBlueprint extends BuiltStack {
  readonly stacks: readonly BuiltStack[];
}

/**
 * Builds a blueprint's stack in `app`, and its model.
 *
 * @param cloud whose parts it is built of; by default the one that the blueprint names
 * @throws BlueprintError with all problems, each with its line; `app` must then not be synthesized.
 */
export function buildBlueprint(
  app: App,
  loaded: LoadedBlueprint | ReadBlueprint,
  cloud: Cloud = cloudNamed(loaded.blueprint.cloud),
): BuiltBlueprint {
  const { blueprint } = loaded;
  const whole = "repaired" in loaded ? (withParts(blueprint, loaded.repaired) as Blueprint) : blueprint;
  if (whole.architecture?.kind === "inferenceRegions") return buildRegions(app, loaded, whole, cloud);
  const stack = new TerraformStack(app, blueprint.name);
  const builder = new Builder(stack, loaded.source, loaded, cloud);
  const region = cloud.regionOf(blueprint.network.availabilityZone);
  if (region !== undefined) cloud.declareProvider(stack, region);

  keepState(stack, blueprint);
  builder.part([], () => checkSuppressions(blueprint.acceptedFindings ?? [], rules, "acceptedFindings"));
  const workload = workloadIn(builder, whole);
  assemble(builder, whole);
  builder.removeStandIns();
  noteFieldsOfUnbuilt(builder, loaded);
  noteTreeProblems(builder, stack, loaded);
  refuseWith(builder, loaded);
  const cluster = { ...clusterModel(stack, workload ?? null), ...ownershipOf(blueprint), name: blueprint.name };
  const built = { stack, cluster };
  return { ...built, stacks: [built] };
}

/** The workload in the terms of the model. What is wrong with a model's own file is told at the model. */
function workloadIn(builder: Builder, { workload }: Blueprint): Workload | null | undefined {
  if (workload !== undefined && workload.kind !== "batch" && typeof workload.model === "object") {
    const model = builder.part(["workload", "model"], () => modelOf(workload.model as ModelChoice));
    if (model === undefined) return undefined;
  }
  return builder.part([], () => workloadOf(workload));
}

/** What the tables of props say of those who start nodes and were not built, since a pool that they name is not there. */
function noteFieldsOfUnbuilt(builder: Builder, { blueprint, source }: LoadedBlueprint | ReadBlueprint): void {
  const unbuilt = adoptersIn(blueprint).filter(({ path }) => !builder.hasTried(path));
  if (unbuilt.length === 0) return;
  const told = new Set(builder.problems.map(({ path }) => path));
  const fields = fieldsOfUnbuilt(blueprint, source, (path) =>
    unbuilt.some(({ path: part }) => part.every((key, index) => key === path[index])),
  );
  builder.problems.push(...fields.filter(({ path }) => !told.has(path)));
}

/** Throws what is wrong with a blueprint, if anything is. */
function refuseWith({ problems }: Builder, loaded: LoadedBlueprint | ReadBlueprint): void {
  const told = "rowsUnread" in loaded && loaded.rowsUnread ? withoutUnreadTypes(problems) : problems;
  if (told.length > 0) throw new BlueprintError(loaded.file, told);
}

/** The quote for nodes of one's own, where there is one. */
const ownershipOf = ({ ownership }: ReadBlueprint["blueprint"]) => (ownership === undefined ? {} : { ownership });

/** The stacks of a service in several regions. */
function buildRegions(
  app: App,
  loaded: LoadedBlueprint | ReadBlueprint,
  blueprint: Blueprint,
  cloud: Cloud,
): BuiltBlueprint {
  const { source } = loaded;
  const builder = new Builder(app, source, loaded, cloud);
  builder.part([], () => checkSuppressions(blueprint.acceptedFindings ?? [], rules, "acceptedFindings"));
  const workload = workloadIn(builder, blueprint);
  const service = workload ? assembleRegions(builder, blueprint) : undefined;
  const built = builder.problems.length === 0 ? (service?.regions ?? []) : [];
  built.forEach(({ stack }, index) => {
    noteTreeProblems(builder, stack, loaded, ["architecture", "regions", index]);
  });
  refuseWith(builder, loaded);
  if (service === undefined) throw new BlueprintError(loaded.file, builder.problems);
  for (const { stack } of service.regions) keepState(stack, blueprint);
  const stacks = service.regions.map(({ stack, cluster }) => ({
    stack,
    cluster: { ...clusterModel(stack, cluster.workload), ...ownershipOf(blueprint), name: stack.node.id },
  }));
  return { ...stacks[0]!, stacks };
}

/** What only the finished tree shows (a pool that nobody starts, too few addresses), blamed on the part of that name. */
function noteTreeProblems(
  builder: Builder,
  stack: TerraformStack,
  loaded: LoadedBlueprint | ReadBlueprint,
  region?: Path,
): void {
  const { blueprint, source } = loaded;
  const words = blueprintWords({ architecture: blueprint.architecture });
  const wrongAlready = builder.problems.length > 0;
  const adopted = "adopted" in loaded ? loaded.adopted : namedByAdopters(loaded.blueprint);
  const standIns = "standIns" in loaded ? new Set(loaded.standIns.values()) : new Set<string>();
  for (const construct of stack.node.findAll() as IConstruct[]) {
    if (construct === stack || (builder.networkStandsIn && construct.node.id === "network")) continue;
    // Where somebody could not be made, the pools that it names have nobody for that reason alone.
    const isNamed = adopted.has(construct.node.id) || standIns.has(construct.node.id);
    if (wrongAlready && isNamed && construct.node.scope === stack) continue;
    for (const text of treeProblems(construct)) {
      const id = construct.node.id;
      const section = NAMED_SECTIONS.find((key) => Object.hasOwn(blueprint[key] ?? {}, id));
      const ofArchitecture = blueprint.architecture !== undefined && construct.node.path.includes(`/${CLUSTER_ID}`);
      const path: Path = region ?? (section !== undefined ? [section, id] : ofArchitecture ? ["architecture"] : [id]);
      builder.problems.push(problem("incomplete-design", path, worded(text, words), source.locate(path)));
    }
  }
}
