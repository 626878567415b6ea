import * as pulumi from "@pulumi/pulumi";
import { regionOf } from "../../clouds/aws-rules";
import { Problems, WarpformError } from "../../errors";
import { isArgs, shown, unknownKey } from "../argument-problems";
import { nestedOutputs } from "../nested-outputs";
import { checkLaterValue } from "./architecture-args";
import { takeName, validateName, validateOptions } from "./gpu-cluster-validation";

/** Everything that is wrong with the arguments of an architecture on Pulumi's side; its construct checks the rest. */
export function validateArchitecture(
  kind: string,
  name: unknown,
  args: unknown,
  names: readonly string[],
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
      const instead = key === "network" ? "existingNetwork" : "existingBucket";
      problems.add(
        "unknown-name",
        key,
        `${key} is a construct, which has no stack here; write ${instead} with its ids`,
      );
    } else unknownKey(key, names, problems);
  }
  for (const later of nestedOutputs(args)) checkLaterValue(later, problems);
  validatePlace(args, options, problems);
  problems.throwIfAny(where);
  takeName(where, String(name), options.parent);
}

function validatePlace(
  args: Record<string, unknown>,
  { provider, providers }: pulumi.ComponentResourceOptions,
  problems: Problems,
): void {
  const { availabilityZone, existingNetwork } = args;
  if (availabilityZone === undefined && existingNetwork === undefined)
    problems.add(
      "required",
      "availabilityZone",
      'availabilityZone or existingNetwork is required; write availabilityZone: "us-east-2a"',
    );
  if (availabilityZone !== undefined && existingNetwork !== undefined)
    problems.add(
      "conflict",
      "availabilityZone",
      "availabilityZone and existingNetwork exclude each other; leave one out",
    );
  const zone = availabilityZone ?? (existingNetwork as { availabilityZone?: unknown } | undefined)?.availabilityZone;
  const region = new pulumi.Config("aws").get("region");
  if (region === undefined || provider !== undefined || providers !== undefined || typeof zone !== "string") return;
  const own = regionOf(zone);
  if (own !== undefined && own !== region)
    problems.add(
      "conflict",
      "availabilityZone",
      `availabilityZone ${zone} is not in ${region}, which aws:region says; give { provider } of ${own}, or a zone of ${region}`,
    );
}
