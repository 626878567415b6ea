import { accelerators, findAccelerator } from "../../../catalog/accelerators";
import type { NodeType } from "../../../catalog/node-types";
import type { Problems } from "../../../errors";
import {
  type Check,
  exactly,
  listOf,
  nullable,
  number,
  oneOf,
  optional,
  text,
} from "../../../sizing/inputs/check-shape";
import { nearest } from "../../../units/nearest";
import { written } from "../../../units/written";

/** It becomes a feature of Slurm and a model of the bill of materials. */
const name: Check = (problems, path, value) => {
  if (typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(value)) return true;
  problems.add(
    "malformed",
    path,
    `${path} must be letters, digits, ., _ and -, at most 63, got ${written(value)}; use one such as "hgx-h100"`,
  );
  return false;
};

/** Its memory, rates and the type in gres.conf are those of the catalog. */
const accelerator: Check = (problems, path, value) => {
  if (typeof value === "string" && findAccelerator(value) !== undefined) return true;
  const names = accelerators().map((row) => row.name);
  const near =
    typeof value === "string"
      ? (names.find((known) => known.startsWith(`${value}-`)) ?? nearest(value, names, 1)[0])
      : undefined;
  problems.add(
    "unknown-name",
    path,
    `${path} must be an accelerator of the catalog, got ${written(value)}; use ${near ?? `one such as ${names[0]}`}`,
  );
  return false;
};

const count = (min: number, max: number, unit?: string) =>
  number({ min, max, whole: true, ...(unit === undefined ? {} : { unit }) });

/** Every figure of a server is used: for slurm.conf, the fabric, racks, power or the review. */
const ROW: Record<keyof Omit<NodeType, "note">, Check> = {
  name,
  maker: text,
  accelerator,
  accelerators: count(1, 64),
  architecture: oneOf(["x86_64", "arm64"]),
  cpu: exactly({
    model: text,
    sockets: count(1, 16),
    coresPerSocket: count(1, 1024),
    threadsPerCore: count(1, 8),
  }),
  memoryGiB: number({ min: 1, max: 1_000_000, unit: "GiB" }),
  fabric: exactly({
    ports: count(1, 64, "ports"),
    linkGbps: number({ above: 0, max: 10_000, unit: "Gb/s" }),
    devices: nullable(listOf(text)),
  }),
  localNvme: nullable(exactly({ count: count(1, 256), sizeGB: number({ above: 0, max: 1_000_000, unit: "GB" }) })),
  nvlinkDomain: count(1, 4096, "accelerators"),
  rackUnits: count(1, 64, "rack units"),
  nameplateWatts: number({ min: 1, max: 1_000_000, unit: "W" }),
  usd: nullable(number({ above: 0, max: 10_000_000, unit: "USD" })),
  source: text,
  checkedOn: text,
};

const held = exactly({ ...ROW, note: optional(text) });

/** Whether a row of the user's own says all that a catalog row does; a problem for each figure that is missing or wrong. */
export function checkServer(problems: Problems, at: string, row: NodeType): boolean {
  if (!held(problems, at, row)) return false;
  const { devices, ports } = row.fabric;
  if (devices !== null && devices.length !== ports) {
    const message = `${at}.fabric.devices must have one name for each of the ${ports} ports, got ${devices.length}; use null where they are not known`;
    problems.add("conflict", `${at}.fabric.devices`, message);
    return false;
  }
  if (row.nvlinkDomain % row.accelerators === 0) return true;
  const message = `${at}.nvlinkDomain must be a multiple of the ${row.accelerators} accelerators, got ${row.nvlinkDomain}; use ${row.accelerators} if NVLink connects only those of one server`;
  problems.add("conflict", `${at}.nvlinkDomain`, message);
  return false;
}
