import { findAccelerator } from "../../catalog/accelerators";
import { findInstanceType } from "../../catalog/instance-types";
import type { Problems } from "../../errors";
import { limitedResources } from "./limited-resources";
import { nodeHardware } from "./node-hardware";
import type { NodeHardware } from "./slurm-cluster";
import type { SlurmOptions } from "./slurm-options";

type Kind = "hours" | "most" | "perUser";

/** Limits are in what some node has: sacctmgr fails on others, and the head would not come up. */
export function checkLimits(options: SlurmOptions, problems: Problems): void {
  const nodes = hardwareOf(options);
  const given = [
    ...(options.qos ?? []).map((entry, index) => [`qos[${index}]`, entry, ["perUser", "most"]] as const),
    ...(options.accounts ?? []).map((entry, index) => [`accounts[${index}]`, entry, ["hours", "most"]] as const),
    ...(options.users ?? []).map((entry, index) => [`users[${index}]`, entry, ["most"]] as const),
  ];
  for (const [path, entry, kinds] of given) {
    for (const resource of limitedResources) {
      for (const kind of kinds) checkLimit(path, entry, resource, kind, nodes, problems);
    }
  }
}

function checkLimit(
  path: string,
  entry: object,
  resource: (typeof limitedResources)[number],
  kind: Kind,
  nodes: readonly NodeHardware[],
  problems: Problems,
): void {
  const prop = resource[kind];
  const value = (entry as Partial<Record<string, number>>)[prop];
  if (value === undefined) return;
  if (nodes.length === 0 || nodes.some(resource.on)) return;
  const other = limitedResources.find(({ on }) => nodes.some(on))!;
  problems.add(
    "conflict",
    `${path}.${prop}`,
    `${path}.${prop} limits ${resource.units}, and no pool of the cluster has any; use ${other[kind]}`,
  );
}

/** Of the pools whose instance type is known; the others are a problem of their own. */
const hardwareOf = ({ pools }: SlurmOptions): readonly NodeHardware[] =>
  pools.flatMap(({ pool }) => {
    const instance = findInstanceType(pool.instanceType);
    if (instance === undefined) return [];
    const accelerator = instance.accelerator === null ? null : (findAccelerator(instance.accelerator) ?? null);
    return [nodeHardware(instance, accelerator, pool.sharing, undefined, pool.threadsPerCore)];
  });
