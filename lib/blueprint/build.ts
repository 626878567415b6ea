import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { type App, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { clusterModel } from "../aws/described";
import { GpuNodePool } from "../aws/gpu-node-pool";
import { InfiniBandFabric } from "../aws/infiniband-fabric";
import { regionOf } from "../aws/names";
import { findInstanceType } from "../catalog/instance-types";
import { WarpformError } from "../errors";
import type { Cluster } from "../model/model";
import { rules } from "../review/rules/list";
import { checkSuppressions } from "../review/suppression";
import { nearest } from "../units/nearest";
import { BlueprintError, type BlueprintProblem, pathText, problem } from "./blueprint-error";
import { buildNetwork } from "./build-network";
import { poolProps } from "./build-pool";
import { buildSchedulers } from "./build-schedulers";
import { buildBuckets, buildFileSystems } from "./build-storage";
import { NAMED_SECTIONS } from "./check-names";
import type { LoadedBlueprint } from "./load";
import type { Blueprint } from "./schema";
import type { Path } from "./source";
import { workloadOf } from "./workload";

/** Collects what goes wrong while a blueprint becomes constructs, each problem at the place that caused it. */
export class Builder {
  public readonly problems: BlueprintProblem[] = [];

  constructor(public readonly loaded: LoadedBlueprint) {}

  /** Builds one part; problems of its props are blamed on `path` and noted. */
  public part<T>(path: Path, build: () => T): T | undefined {
    try {
      return build();
    } catch (error) {
      if (!(error instanceof WarpformError)) throw error;
      for (const { code, path: prop, message } of error.problems) {
        const full = [...path, ...propPath(prop)];
        const where = pathText(path);
        this.problems.push(
          problem(code, full, where === "" ? message : `${where}: ${message}`, this.loaded.source.locate(full)),
        );
      }
      return undefined;
    }
  }

  /** The part of that name, or a note that there is none, with the nearest. */
  public named<T>(path: Path, what: string, name: string, parts: ReadonlyMap<string, T | undefined>): T | undefined {
    if (!parts.has(name)) {
      const near = nearest(name, parts.keys(), 1)[0];
      const known = [...parts.keys()];
      const advice =
        near !== undefined
          ? `; did you mean "${near}"`
          : known.length > 0
            ? `; there are ${known.join(", ")}`
            : "; there is none yet";
      this.problems.push(
        problem(
          "unknown-name",
          path,
          `${pathText(path)}: there is no ${what} "${name}"${advice}`,
          this.loaded.source.locate(path),
        ),
      );
    }
    return parts.get(name);
  }
}

/** `capacity[0].nodes` to ["capacity", 0, "nodes"]; a path that is no prop (an id) to nothing. */
function propPath(prop: string): Path {
  if (prop === "id") return [];
  return prop
    .split(/[.[\]]+/)
    .filter((part) => part !== "")
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** A stack built from a blueprint. */
export interface BuiltBlueprint {
  readonly stack: TerraformStack;
  readonly cluster: Cluster;
}

/**
 * Builds a blueprint's stack in `app`, and its model.
 *
 * @throws BlueprintError with all problems, each with its line; `app` must then not be synthesized.
 */
export function buildBlueprint(app: App, loaded: LoadedBlueprint): BuiltBlueprint {
  const { blueprint } = loaded;
  const builder = new Builder(loaded);
  const stack = new TerraformStack(app, blueprint.name);
  const region = regionOf(blueprint.network.availabilityZone);
  if (region !== undefined) new AwsProvider(stack, "aws", { region });

  builder.part([], () => checkAccepted(blueprint.acceptedFindings ?? []));
  const network = builder.part(["network"], () => buildNetwork(stack, blueprint));
  const workload = builder.part(["workload", "model"], () => workloadOf(blueprint.workload));
  if (network !== undefined) {
    const fabric =
      blueprint.fabric &&
      builder.part(["fabric"], () => new InfiniBandFabric(stack, "fabric", { network, ...blueprint.fabric }));
    const buckets = buildBuckets(builder, stack, network);
    const fileSystems = buildFileSystems(builder, stack, { network, fabric, buckets });
    const pools = new Map<string, GpuNodePool | undefined>();
    for (const [name, pool] of Object.entries(blueprint.pools)) {
      const hasEfa = (findInstanceType(pool.instanceType)?.maxEfaInterfaces ?? 0) > 0;
      const joins = pool.fabric ?? hasEfa;
      const props = poolProps(builder, name, pool, { network, fabric: joins ? fabric : undefined, fileSystems });
      const built = builder.part(["pools", name], () => new GpuNodePool(stack, name, props));
      pools.set(name, built);
      (pool.buckets ?? []).forEach((bucketName, index) => {
        const bucket = builder.named(["pools", name, "buckets", index], "bucket", bucketName, buckets);
        if (bucket !== undefined) built?.grant(...bucket.readWriteStatements());
      });
    }
    buildSchedulers(builder, stack, { network, pools, fileSystems });
  }
  if (builder.problems.length === 0) noteTreeProblems(builder, stack);
  if (builder.problems.length > 0) throw new BlueprintError(loaded.file, builder.problems);
  return { stack, cluster: { ...clusterModel(stack, workload ?? null), name: blueprint.name } };
}

/** The review's own check of what it is told to accept, in the words of a blueprint. */
function checkAccepted(accepted: NonNullable<Blueprint["acceptedFindings"]>): void {
  try {
    checkSuppressions(accepted, rules);
  } catch (error) {
    if (!(error instanceof WarpformError)) throw error;
    const inBlueprint = (text: string) => text.replaceAll("suppress[", "acceptedFindings[");
    const problems = error.problems.map(({ code, path, message }) => ({
      code,
      path: inBlueprint(path),
      message: inBlueprint(message),
    }));
    throw new WarpformError("acceptedFindings", problems);
  }
}

/** What only the finished tree shows (a pool that nobody starts, too few addresses), blamed on the part of that name. */
function noteTreeProblems(builder: Builder, stack: TerraformStack): void {
  for (const construct of stack.node.findAll() as IConstruct[]) {
    if (construct === stack) continue;
    for (const message of construct.node.validate()) {
      const id = construct.node.id;
      const section = NAMED_SECTIONS.find((key) => Object.hasOwn(builder.loaded.blueprint[key] ?? {}, id));
      const path: Path = section === undefined ? [id] : [section, id];
      builder.problems.push(problem("incomplete-design", path, message, builder.loaded.source.locate(path)));
    }
  }
}
