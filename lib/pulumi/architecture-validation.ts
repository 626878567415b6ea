import * as pulumi from "@pulumi/pulumi";
import { regionOf } from "../aws/names";
import { Problems, WarpformError } from "../errors";
import { nearest } from "../units/nearest";
import { MAY_BE_OUTPUT } from "./architecture-args";
import { shown, takeName, validateName, validateOptions } from "./gpu-cluster-validation";
import { laterValues } from "./later-values";

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
  if (args === null || typeof args !== "object" || pulumi.Output.isInstance(args)) {
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
      continue;
    }
    const near = nearest(key, names, 1)[0];
    problems.add(
      "unknown-name",
      key,
      `${key} is not an argument; ${near ? `did you mean ${near}` : `there are ${names.join(", ")}`}`,
    );
  }
  for (const [path] of laterValues(args)) {
    if (MAY_BE_OUTPUT.some((known) => path === known || path.startsWith(`${known}.`))) continue;
    const message = `${path} decides sizes or layout and must be a plain value, got an Output; take it from pulumi.Config or write it out`;
    problems.add("unresolved-token", path, message);
  }
  validatePlace(args as Record<string, unknown>, options, problems);
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
