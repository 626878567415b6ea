import type { WorkloadBlueprint } from "../../blueprint/schema/schema-workload";
import { findInstanceType, nearestInstanceTypes } from "../../catalog/instance-types";
import { Problems } from "../../errors";
import { parsedWorkload } from "../plan-workload";
import type { Engine } from "../projects/common-files";
import { type InitCloud, placeOf } from "./places";
import { cloudOf, type InitFlags, kindOf, QUESTIONS, schedulersOf, type WorkloadKind } from "./questions";

/** What a project is written from. */
export interface Answers {
  readonly cloud: InitCloud;
  readonly kind: WorkloadKind;
  readonly workload: WorkloadBlueprint;
  readonly region: string;
  readonly availabilityZone: string;
  /** Undefined where the architecture has only one. */
  readonly scheduler: string | undefined;
  readonly engine: Engine;
  /** @default - sized from the workload */
  readonly instanceType: string | undefined;
  /** Of a Kubernetes cluster that exists. */
  readonly existing: { readonly platform: string; readonly nodes: number; readonly storageClass: string } | undefined;
}

const flagOf = (key: string) => `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Options with what stands for those that are not given. */
export function withFallbacks(given: InitFlags): InitFlags {
  const flags: Record<string, unknown> = { ...given };
  for (const { key, applies, fallback } of QUESTIONS) {
    const value = fallback(flags);
    if (flags[key] === undefined && applies(flags) && typeof value === "string") flags[key] = value;
  }
  return flags;
}

/** Answers whose questions say what is wrong; the workload's own are checked with it. */
const CHECKED: readonly string[] = ["cloud", "kind", "model", "region", "engine", "platform", "nodes", "storageClass"];

/** Checks all answers at once; `flags` have their fallbacks. */
export function answersOf(flags: InitFlags): Answers {
  const problems = new Problems();
  const kind = kindOf(flags);
  const cloud = cloudOf(flags);
  for (const { key, problem, applies } of QUESTIONS) {
    const value = flags[key];
    const ofExisting = ["platform", "nodes", "storageClass"].includes(key);
    if (ofExisting && value !== undefined && !applies(flags))
      problems.add("not-allowed", flagOf(key), `${flagOf(key)} is for --cloud kubernetes; omit it`);
    if ((ofExisting || key === "instanceType") && value === undefined && applies(flags))
      problems.add("required", flagOf(key), `${flagOf(key)} is required for --cloud kubernetes; add it`);
    const words = value === undefined || key === "tokens" ? undefined : problem(value, flags);
    if (words !== undefined && CHECKED.includes(key) && (!ofExisting || applies(flags)))
      problems.add("unknown-name", flagOf(key), `${flagOf(key)}: ${words}`);
  }
  const { scheduler, instanceType } = flags;
  if (scheduler !== undefined && !schedulersOf(kind, cloud).includes(scheduler)) {
    const message = `--scheduler must be ${schedulersOf(kind, cloud).join(" or ")} for ${kind}, got "${scheduler}"`;
    problems.add("not-allowed", "--scheduler", message);
  }
  if (instanceType !== undefined && (findInstanceType(instanceType)?.acceleratorCount ?? 0) === 0) {
    const near = nearestInstanceTypes(instanceType);
    const advice = near.length > 0 ? `did you mean ${near.join(", ")}` : "run `warpform catalog`";
    const message = `--instance-type must be an instance type with accelerators, got "${instanceType}"; ${advice}`;
    problems.add("unknown-name", "--instance-type", message);
  } else if (instanceType !== undefined && !placeOf(cloud).sells(instanceType)) {
    const message = `--instance-type ${instanceType} is not sold by ${cloud}; omit it`;
    problems.add("not-allowed", "--instance-type", message);
  }
  if (problems.all.some(({ path }) => path === "--kind" || path === "--model")) problems.throwIfAny("warpform init");
  const workload = problems.attempt(() => parsedWorkload(flags, "warpform init"));
  problems.throwIfAny("warpform init");
  const availabilityZone = placeOf(cloud).zoneOf(flags.region ?? "");
  const { platform, nodes, storageClass } = flags;
  return {
    cloud,
    kind: kind as WorkloadKind,
    workload: workload!,
    region: placeOf(cloud).regionOf(availabilityZone),
    availabilityZone,
    scheduler: schedulersOf(kind, cloud).length > 1 ? flags.scheduler : undefined,
    engine: (flags.engine ?? "yaml") as Engine,
    instanceType,
    existing:
      cloud === "kubernetes" ? { platform: platform!, nodes: Number(nodes), storageClass: storageClass! } : undefined,
  };
}
