import { movedTo, type Problem, type Problems } from "../../../errors";
import { withDefaults } from "../../../props/with-defaults";
import { programWords } from "../../../remedies/program-words";
import { worded } from "../../../remedies/sentence";
import type { Surface } from "../../../remedies/vocabulary";
import { fatTreeTopology } from "../../../sizing/fabric/fat-tree-topology";
import { defineSlurmCluster } from "../../../slurm/definition/define-slurm-cluster";
import { deniedEntries, deniedOptions } from "../../../slurm/definition/denied-options";
import { fatTreeSwitches, foldedHostList, presentSwitches } from "../../../slurm/definition/fat-tree-switches";
import type { SlurmCluster, SlurmTopology } from "../../../slurm/definition/slurm-cluster";
import { SLURM_ACCOUNTING } from "../../../slurm/definition/slurm-tables";
import { slurmFeatures } from "../../../slurm/definition/versions";
import { nearest } from "../../../units/nearest";
import type { PlannedTree } from "../fabric/plan-fabric";
import { describePool } from "../pools/describe-pool";
import { domainNodes } from "../pools/purchases";
import type { OnPremSlurmOptions } from "../shared/on-prem-cluster-props";
import { SLURM } from "../shared/on-prem-cluster-table";
import type { OnPremNode, OnPremPool } from "../shared/on-prem-definition";
import { attemptAs } from "../shared/told-as";

/** The tree's switches that have nodes, by the names that they keep as the cluster grows. */
function switchesOf({ tree, steps }: PlannedTree, names: readonly string[]) {
  if (steps.length === 1) return fatTreeSwitches(tree, names);
  const first = steps[0]!;
  const empty = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
  const reserved = empty("reserved", tree.props.nodes - steps.at(-1)!);
  const later = empty("later", steps.at(-1)! - names.length);
  const there = new Set(names);
  return presentSwitches(
    fatTreeTopology(tree, [...names.slice(0, first), ...reserved, ...names.slice(first), ...later]),
    (name) => there.has(name),
  );
}

/** Whether Slurm places jobs by NVLink domain: it knows blocks, and there are nodes of a whole one, all in domains of one size. */
function hasBlocks(version: NonNullable<OnPremSlurmOptions["version"]>, pools: readonly OnPremPool[]): boolean {
  const sizes = new Set(pools.map(({ type }) => domainNodes(type)));
  const nodes = pools.reduce((sum, pool) => sum + pool.nodes.length, 0);
  return slurmFeatures(version).blockTopology && sizes.size === 1 && !sizes.has(1) && nodes >= Math.max(...sizes);
}

/** A block of fewer nodes ends slurmctld, and no job starts on nodes that are in none ("requires nodes which are not in blocks", Slurm 24.11). */
function checkBlocks(
  problems: Problems,
  version: NonNullable<OnPremSlurmOptions["version"]>,
  pools: readonly OnPremPool[],
) {
  if (!hasBlocks(version, pools)) return;
  for (const { name, type, nodes } of pools) {
    const size = domainNodes(type);
    const over = nodes.length % size;
    if (over === 0) continue;
    const at = `pools.${name}.nodes`;
    const whole = [nodes.length - over, nodes.length - over + size].filter((count) => count > 0);
    const message = `${at} must be whole NVLink domains of ${size} ${type.name}, since Slurm starts no job on part of one, got ${nodes.length}; use ${whole.join(" or ")}`;
    problems.add("conflict", at, message);
  }
}

/** Blocks where racks are NVLink domains and Slurm knows blocks, else the planned fat-tree. */
function topologyOf(
  version: NonNullable<OnPremSlurmOptions["version"]>,
  pools: readonly OnPremPool[],
  nodes: readonly OnPremNode[],
  tree: PlannedTree | null,
): SlurmTopology {
  const size = Math.max(...pools.map(({ type }) => domainNodes(type)));
  const names = pools.flatMap((pool) => pool.nodes.map(({ name }) => name));
  if (hasBlocks(version, pools)) {
    const blocks = Array.from({ length: Math.floor(names.length / size) }, (_, i) => ({
      name: `block${i + 1}`,
      nodes: foldedHostList(names.slice(i * size, i * size + size)),
    }));
    return { kind: "block", refresh: false, blockSize: size, blocks };
  }
  if (tree === null) return { kind: "none" };
  return {
    kind: "tree",
    refresh: false,
    switches: switchesOf(
      tree,
      nodes.map(({ name }) => name),
    ),
  };
}

/** Props of a cloud's Slurm that a refusal of slurm.conf's options names, by what they are called here; those without a name here are not there. */
const INSTEAD: Readonly<Record<string, string>> = {
  slurmClusterName: "name",
  backupController: "slurm.controllers",
  version: "slurm.version",
  slurmConf: "slurm.slurmConf",
  accounting: "slurm.accounting",
  "accounting.kind": "slurm.accounting.kind",
  pools: "pools",
  partitions: "slurm.partitions",
  "partitions[].exclusive": "slurm.partitions.<name>.exclusive",
  "partitions[].maxTimeMinutes": "slurm.partitions.<name>.maxTimeMinutes",
  topology: "fabric",
};

const NAMED = new Set([...Object.values(deniedOptions), ...Object.values(deniedEntries)].map(({ instead }) => instead));

/** How a site says what Slurm's definition says. */
const SITE_WORDS: Surface = {
  ...programWords,
  prop: (path) => INSTEAD[path] ?? (NAMED.has(path) ? "nothing: OnPremCluster has no prop for it" : path),
};

/** Slurm's definition has lists of pools and partitions, which have names here, and knows no part around its options. */
function inSlurm(pools: readonly string[], partitions: readonly string[]) {
  return ({ code, path, message, said }: Problem): Problem => {
    const at = path
      .replace(/^pools\[(\d+)\](\.pool)?/, (_, index: string) => `pools.${pools[Number(index)]}`)
      .replace(/^partitions\[(\d+)\](\.name$)?/, (_, index: string) => `slurm.partitions.${partitions[Number(index)]}`);
    const own = { code, path, message: said === undefined ? message : worded(said, SITE_WORDS) };
    return movedTo(at.startsWith("pools.") || at.startsWith("slurm.") ? at : `slurm.${at}`, own);
  };
}

/** MariaDB on the controller knows slurmdbd by the user of its process, which is slurm. */
function checkAccountingUser(problems: Problems, { accounting }: OnPremSlurmOptions): void {
  if (
    accounting?.kind !== "local" ||
    (accounting.databaseUser ?? SLURM_ACCOUNTING.databaseUser.default) === SLURM_ACCOUNTING.databaseUser.default
  )
    return;
  problems.add(
    "conflict",
    "slurm.accounting.databaseUser",
    `slurm.accounting.databaseUser is that of an external database, got "${accounting.databaseUser}" with kind "local"; leave it out`,
  );
}

/** Partitions name the site's pools, and each of these is in one; and what else can be said of Slurm whatever the pools are. */
export function checkSlurm(problems: Problems, slurm: OnPremSlurmOptions, names: readonly string[]): void {
  const partitions = Object.entries(slurm.partitions);
  for (const [partition, options] of partitions) {
    for (const pool of options.pools) {
      if (names.includes(pool)) continue;
      const [near] = nearest(pool, names, 1);
      const at = `slurm.partitions.${partition}.pools`;
      problems.add(
        "unknown-name",
        at,
        `${at} names ${pool}, which is not a pool; ${near ? `did you mean ${near}` : `use ${names.join(", ")}`}`,
      );
    }
  }
  for (const pool of names) {
    if (partitions.some(([, options]) => options.pools.includes(pool))) continue;
    problems.add(
      "incomplete-design",
      `pools.${pool}`,
      `pools.${pool} is in no partition of slurm, so that no job can use it; add it to one`,
    );
  }
  checkAccountingUser(problems, slurm);
}

/** Slurm over nodes that are there: static, by their own names and addresses; spares are known to it and in no partition. */
export function defineSlurm(
  problems: Problems,
  name: string,
  slurm: OnPremSlurmOptions,
  pools: readonly OnPremPool[],
  nodes: readonly OnPremNode[],
  tree: PlannedTree | null,
): SlurmCluster | null {
  const partitions = Object.entries(slurm.partitions);
  const before = problems.all.length;
  const { version } = withDefaults(SLURM, slurm);
  checkBlocks(problems, version, pools);
  if (problems.all.length > before) return null;
  const alone = { fabric: null, mounts: [], adoptedBy: null };
  const given = pools.flatMap((pool) => {
    const spares = pool.nodes.filter((node) => node.spare);
    const used = pool.nodes.filter((node) => !node.spare);
    return [
      { of: pool.name, pool: describePool(pool, used, alone) },
      ...(spares.length > 0 ? [{ of: pool.name, pool: describePool(pool, spares, alone, `${pool.name}-spares`) }] : []),
    ];
  });
  const told = inSlurm(
    given.map(({ of }) => of),
    partitions.map(([partition]) => partition),
  );
  return (
    attemptAs(problems, told, () =>
      defineSlurmCluster({
        name,
        version,
        controllers: slurm.controllers,
        authentication: "munge",
        containers: false,
        healthChecks: true,
        accounting: slurm.accounting ?? { kind: "none" },
        pools: given.map(({ pool }) => ({ pool })),
        partitions: partitions.map(([partition, options]) => ({ name: partition, ...options })),
        topology: topologyOf(version, pools, nodes, tree),
        slurmConf: Object.fromEntries(
          Object.entries(slurm.slurmConf ?? {}).map(([key, value]) => [key, String(value)]),
        ),
      }),
    ) ?? null
  );
}
