import type { WorkloadBlueprint } from "../../blueprint/schema/schema-workload";
import { findInstanceType, nearestInstanceTypes } from "../../catalog/instance-types";
import { Problems } from "../../errors";
import { parsedWorkload } from "../plan-workload";
import type { Engine } from "../projects/common-files";
import { type InitFlags, kindOf, QUESTIONS, regionOfZone, schedulersOf, type WorkloadKind, zoneOf } from "./questions";

/** What a project is written from. */
export interface Answers {
  readonly kind: WorkloadKind;
  readonly workload: WorkloadBlueprint;
  readonly region: string;
  readonly availabilityZone: string;
  /** Undefined where the architecture has only one. */
  readonly scheduler: string | undefined;
  readonly engine: Engine;
  /** @default - sized from the workload */
  readonly instanceType: string | undefined;
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

/** Checks all answers at once; `flags` have their fallbacks. */
export function answersOf(flags: InitFlags): Answers {
  const problems = new Problems();
  const kind = kindOf(flags);
  for (const { key, problem } of QUESTIONS) {
    const value = flags[key];
    const words = value === undefined || key === "tokens" ? undefined : problem(value, flags);
    if (words !== undefined && ["kind", "model", "region", "engine"].includes(key))
      problems.add("unknown-name", flagOf(key), `${flagOf(key)}: ${words}`);
  }
  const { scheduler, instanceType } = flags;
  if (scheduler !== undefined && !schedulersOf(kind).includes(scheduler)) {
    const message = `--scheduler must be ${schedulersOf(kind).join(" or ")} for ${kind}, got "${scheduler}"`;
    problems.add("not-allowed", "--scheduler", message);
  }
  if (instanceType !== undefined && (findInstanceType(instanceType)?.acceleratorCount ?? 0) === 0) {
    const near = nearestInstanceTypes(instanceType);
    const advice = near.length > 0 ? `did you mean ${near.join(", ")}` : "run `warpform catalog`";
    const message = `--instance-type must be an instance type with accelerators, got "${instanceType}"; ${advice}`;
    problems.add("unknown-name", "--instance-type", message);
  }
  if (problems.all.some(({ path }) => path === "--kind" || path === "--model")) problems.throwIfAny("warpform init");
  const workload = problems.attempt(() => parsedWorkload(flags, "warpform init"));
  problems.throwIfAny("warpform init");
  const availabilityZone = zoneOf(flags.region!);
  return {
    kind: kind as WorkloadKind,
    workload: workload!,
    region: regionOfZone(availabilityZone),
    availabilityZone,
    scheduler: schedulersOf(kind).length > 1 ? flags.scheduler : undefined,
    engine: flags.engine as Engine,
    instanceType,
  };
}
