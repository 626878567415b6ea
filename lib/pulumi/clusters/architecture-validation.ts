import type * as pulumi from "@pulumi/pulumi";
import { Problems, WarpformError } from "../../errors";
import { isArgs, shown, unknownKey } from "../argument-problems";
import type { PulumiCloud } from "../clouds/pulumi-cloud";
import { nestedOutputs } from "../nested-outputs";
import { takeName, validateName, validateOptions } from "./gpu-cluster-validation";
import type { OutputPaths } from "./output-paths";

/** What is asked of an architecture's arguments. */
export interface ArchitectureRules {
  /** Name of the architecture. */
  readonly name: string;
  readonly cloud: PulumiCloud;
  /** Names of its args. */
  readonly args: readonly string[];
  /** Where they may be Outputs. */
  readonly outputPaths: OutputPaths;
}

/** Everything that is wrong with the arguments of an architecture on Pulumi's side; its construct checks the rest. */
export function validateArchitecture(
  { name: kind, cloud, args: names, outputPaths }: ArchitectureRules,
  name: unknown,
  args: unknown,
  options: pulumi.ComponentResourceOptions,
): void {
  const problems = new Problems();
  const where = `${kind} ${String(name)}`;
  validateName(name, problems);
  validateOptions(options, problems);
  if (!isArgs(args)) {
    problems.add("required", "args", `args must be { availabilityZone, workload }, got ${shown(args)}`);
    throw new WarpformError(where, problems.all);
  }
  for (const key of Object.keys(args)) {
    if (names.includes(key)) continue;
    if (key === "network" || key === "bucket") {
      const existing = key === "network" ? "existingNetwork" : "existingBucket";
      const instead = names.includes(existing) ? `write ${existing} with its ids` : "leave it out";
      problems.add("unknown-name", key, `${key} is a construct, which has no stack here; ${instead}`);
    } else unknownKey(key, names, problems);
  }
  for (const later of nestedOutputs(cloud, args)) outputPaths.check(later, problems);
  validatePlace(cloud, args, options, problems);
  problems.throwIfAny(where);
  takeName(where, String(name), options.parent);
}

function validatePlace(
  { cloud, exampleZone, settledRegion }: PulumiCloud,
  args: Record<string, unknown>,
  { provider, providers }: pulumi.ComponentResourceOptions,
  problems: Problems,
): void {
  const { availabilityZone, existingNetwork } = args;
  if (availabilityZone === undefined && existingNetwork === undefined)
    problems.add(
      "required",
      "availabilityZone",
      `availabilityZone or existingNetwork is required; write availabilityZone: "${exampleZone}"`,
    );
  if (availabilityZone !== undefined && existingNetwork !== undefined)
    problems.add(
      "conflict",
      "availabilityZone",
      "availabilityZone and existingNetwork exclude each other; leave one out",
    );
  const zone = availabilityZone ?? (existingNetwork as { availabilityZone?: unknown } | undefined)?.availabilityZone;
  const settled = settledRegion?.();
  if (settled === undefined || provider !== undefined || providers !== undefined || typeof zone !== "string") return;
  const { region, setting } = settled;
  const own = cloud.regionOf(zone);
  if (own !== undefined && own !== region)
    problems.add(
      "conflict",
      "availabilityZone",
      `availabilityZone ${zone} is not in ${region}, which ${setting} says; give { provider } of ${own}, or a zone of ${region}`,
    );
}
