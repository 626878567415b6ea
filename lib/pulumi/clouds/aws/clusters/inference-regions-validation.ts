import type * as pulumi from "@pulumi/pulumi";
import { Problems, WarpformError } from "../../../../errors";
import { checkKeys, isArgs, shown } from "../../../argument-problems";
import { validateName, validateOptions } from "../../../clusters/gpu-cluster-validation";
import { nestedOutputs } from "../../../nested-outputs";
import { aws } from "../aws";
import { OUTPUT_PATHS } from "./architecture-args";

const ARGS = ["workload", "regions", "address", "routing", "serving", "providers", "outdir"];

/** Everything that is wrong with the arguments of an InferenceRegions on Pulumi's side; its constructs check the rest. */
export function validateInferenceRegions(
  where: string,
  name: unknown,
  args: unknown,
  regionArgs: readonly string[],
  options: pulumi.ComponentResourceOptions,
): void {
  const problems = new Problems();
  validateName(name, problems);
  validateOptions(options, problems);
  if (!isArgs(args)) {
    problems.add("required", "args", `args must be { workload, regions, address }, got ${shown(args)}`);
    throw new WarpformError(where, problems.all);
  }
  checkKeys(args, ARGS, problems);
  for (const option of ["provider", "providers"] as const)
    if (options[option] !== undefined) {
      const message = `option ${option} would put all regions into one; write the argument providers: { "us-east-2": … }`;
      problems.add("not-allowed", option, message);
    }
  const { regions, workload, address, providers, ...rest } = args;
  for (const [key, value] of Object.entries({ workload, address }))
    if (value === null || typeof value !== "object") problems.add("required", key, `${key} is required`);
  if (!Array.isArray(regions)) {
    problems.add("required", "regions", `regions must be a list of two or more, got ${shown(regions)}`);
    throw new WarpformError(where, problems.all);
  }
  for (const [i, region] of regions.entries()) {
    if (region !== null && typeof region === "object") checkKeys(region, regionArgs, problems, `regions[${i}].`);
    else problems.add("required", `regions[${i}]`, `regions[${i}] must be { availabilityZone }, got ${shown(region)}`);
  }
  for (const later of nestedOutputs(aws, { regions, workload, address, ...rest }))
    OUTPUT_PATHS.check(later, problems, later.path.replace(/^regions\.\d+\./, ""));
  problems.throwIfAny(where);
}

/** A provider of a region that isn't among the service's would go unused. */
export function validateProviders(where: string, providers: object | undefined, regions: readonly string[]): void {
  const problems = new Problems();
  for (const key of Object.keys(providers ?? {})) {
    if (regions.includes(key)) continue;
    const path = `providers.${key}`;
    problems.add("unknown-name", path, `${path} is of no region of this service; it has ${regions.join(", ")}`);
  }
  problems.throwIfAny(where);
}
