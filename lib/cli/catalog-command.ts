import { accelerators, findAccelerator } from "../catalog/accelerators";
import { findInstanceType, instanceTypes } from "../catalog/instance-types";
import { refuse } from "./command-error";
import { likeliest } from "./likeliest";
import { textTable } from "./text-table";

export interface CatalogCommandOptions {
  /** Lists the models instead of the instance types. */
  readonly models?: boolean;
  readonly json?: boolean;
}

/** Models are read only where they are asked for, since instance types start faster without. */
const models = () => require("../catalog/models") as typeof import("../catalog/models");

/** Lists the accelerated instance types or the models, or shows one row of the catalogue with its source. */
export function catalogCommand(name: string | undefined, options: CatalogCommandOptions): void {
  if (name !== undefined) print(rowOf(name));
  else if (options.json) print(options.models ? models().modelArchitectures() : accelerated());
  else console.log(options.models ? modelTable() : typeTable());
}

function print(value: unknown): void {
  console.log(JSON.stringify(value, undefined, 2));
}

const accelerated = () => instanceTypes().filter((type) => type.acceleratorCount > 0);

function typeTable(): string {
  const rows = accelerated().map((type) => [
    type.name,
    `${type.acceleratorCount} x ${type.accelerator}`,
    String(type.vcpus),
    String(type.memoryGiB),
    String(type.networkGbps),
    String(type.maxEfaInterfaces),
    type.purchase.join(", "),
  ]);
  return textTable(["type", "accelerators", "vCPUs", "GiB", "Gb/s", "EFA", "sold as"], rows);
}

function modelTable(): string {
  const rows = models()
    .modelArchitectures()
    .map((model) => [
      model.name,
      model.publishedParameters === null ? "unknown" : String(Number((model.publishedParameters / 1e9).toPrecision(3))),
      String(model.layers),
      String(model.maxSequenceLength),
    ]);
  return textTable(["model", "parameters, 10^9", "layers", "longest sequence"], rows);
}

function rowOf(name: string): object {
  const row = findInstanceType(name) ?? findAccelerator(name) ?? models().findModelArchitecture(name);
  if (row !== undefined) return row;
  const names = [...instanceTypes(), ...accelerators(), ...models().modelArchitectures()].map((entry) => entry.name);
  const near = likeliest(name, names);
  const advice =
    near.length > 0
      ? `did you mean ${near.join(", ")}`
      : "`warpform catalog` lists types, and with --models the models";
  refuse("catalog", "unknown-name", "name", `the catalogue has no "${name}"; ${advice}`);
}
