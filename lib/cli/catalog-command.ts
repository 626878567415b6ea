import { accelerators, findAccelerator } from "../catalog/accelerators";
import { findInstanceType, instanceTypes } from "../catalog/instance-types";
import { WarpformError } from "../errors";
import { nearest } from "../units/nearest";
import { textTable } from "./text-table";

/** Lists the accelerated instance types, or shows one row of the catalogue with its source. */
export function catalogCommand(name: string | undefined, options: { readonly json?: boolean }): void {
  if (name !== undefined) {
    console.log(JSON.stringify(rowOf(name), undefined, 2));
    return;
  }
  const types = instanceTypes().filter((type) => type.acceleratorCount > 0);
  if (options.json) {
    console.log(JSON.stringify(types, undefined, 2));
    return;
  }
  const rows = types.map((type) => [
    type.name,
    `${type.acceleratorCount} x ${type.accelerator}`,
    String(type.vcpus),
    String(type.memoryGiB),
    String(type.networkGbps),
    String(type.maxEfaInterfaces),
    type.purchase.join(", "),
  ]);
  console.log(textTable(["type", "accelerators", "vCPUs", "GiB", "Gb/s", "EFA", "sold as"], rows));
}

function rowOf(name: string): object {
  const row = findInstanceType(name) ?? findAccelerator(name);
  if (row !== undefined) return row;
  const near = nearest(
    name,
    [...instanceTypes(), ...accelerators()].map((entry) => entry.name),
  );
  const message = `the catalogue has no "${name}"${near.length > 0 ? `; did you mean ${near.join(", ")}` : ""}`;
  throw new WarpformError("warpform catalog", [{ code: "unknown-name", path: "name", message }]);
}
