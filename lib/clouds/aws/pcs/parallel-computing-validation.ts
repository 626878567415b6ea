import type { Problems } from "../../../errors";
import { imageParameter, say } from "../../../remedies/sentence";
import { nearest } from "../../../units/nearest";
import { isKnown } from "../../common/terraform-text";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { divide, weightsOf } from "./node-groups";
import type { ParallelComputingProps } from "./parallel-computing-props";
import { PARALLEL_COMPUTING, PCS_PARTITION, QUEUE_NAME } from "./parallel-computing-table";
import { PCS_IMAGE_PARAMETER } from "./pcs-adopter";
import { PCS_LIMITS, PCS_SIZES, sizeFor } from "./pcs-limits";

/** Settings that follow from props of their own. */
const OWN: Readonly<Record<string, string>> = {
  PreemptType: "preemption",
  PreemptMode: "preemption",
  Prolog: "healthChecks",
};

/** What goes together in a ParallelComputing. */
export function checkParallelComputing(id: string, props: ParallelComputingProps, problems: Problems): void {
  const pools = [
    ...new Set([...props.partitions.flatMap((partition) => partition.pools), ...(props.loginPools ?? [])]),
  ];
  checkName(id, props, problems);
  checkPartitions(props, problems);
  checkLogin(props, problems);
  checkGroups(pools, props, problems);
  for (const pool of pools) checkPool(pool, props, problems);
  checkSettings(props, problems);
}

/** https://docs.aws.amazon.com/pcs/latest/APIReference/API_CreateCluster.html (`clusterName`) */
function checkName(id: string, { network: { clusterName } }: ParallelComputingProps, problems: Problems): void {
  const name = `${clusterName}-${id}`;
  if (!isKnown(clusterName) || /^[A-Za-z][A-Za-z0-9-]{2,39}$/.test(name)) return;
  const advice = name.length > 40 ? ` of ${name.length}; use "pcs" and a shorter clusterName` : '; use the id "pcs"';
  problems.add(
    "malformed",
    "id",
    `id and the network's clusterName must make a cluster's name of at most 40 letters, digits and dashes, got "${name}"${advice}`,
  );
}

function checkPartitions(
  { partitions, preemption = PARALLEL_COMPUTING.preemption.default, accounting = true }: ParallelComputingProps,
  problems: Problems,
) {
  partitions.forEach(
    (
      { name, preemptMode = PCS_PARTITION.preemptMode.default, defaultTimeMinutes, maxTimeMinutes, ...given },
      index,
    ) => {
      const path = `partitions[${index}]`;
      if (given.pools.length === 0)
        problems.add("required", `${path}.pools`, `${path}.pools must have at least one pool, got none; add one`);
      const first = partitions.findIndex((one) => one.name.toLowerCase() === name.toLowerCase());
      if (first !== index)
        problems.add(
          "duplicate",
          `${path}.name`,
          `${path}.name "${name}" is that of partitions[${first}] too; use another`,
        );
      if (preemptMode !== "off" && preemption !== "partition")
        problems.add(
          "conflict",
          `${path}.preemptMode`,
          `${path}.preemptMode ${preemptMode} has no effect with preemption ${preemption}; set preemption to "partition", or leave it out`,
        );
      if (defaultTimeMinutes !== undefined && maxTimeMinutes !== undefined && defaultTimeMinutes > maxTimeMinutes)
        problems.add(
          "conflict",
          `${path}.defaultTimeMinutes`,
          `${path}.defaultTimeMinutes must not exceed maxTimeMinutes ${maxTimeMinutes}, got ${defaultTimeMinutes}; use ${maxTimeMinutes}`,
        );
      for (const prop of ["allowAccounts", "allowQos"] as const)
        if (given[prop] !== undefined && !accounting)
          problems.add(
            "conflict",
            `${path}.${prop}`,
            `${path}.${prop} needs accounting; leave accounting out, or ${prop}`,
          );
    },
  );
  const defaults = partitions.filter((one) => one.default === true);
  if (defaults.length > 1)
    problems.add(
      "conflict",
      "partitions",
      `partitions must have one default at most, got ${defaults.map(({ name }) => name).join(", ")}; keep one`,
    );
  if (
    preemption === "partition" &&
    new Set(partitions.map(({ priorityTier = PCS_PARTITION.priorityTier.default }) => priorityTier)).size < 2
  )
    problems.add(
      "conflict",
      "preemption",
      `preemption "partition" needs partitions of different priorityTier, got one tier; give the stronger one a higher tier`,
    );
  if (preemption === "qos" && !accounting)
    problems.add("conflict", "preemption", `preemption "qos" needs accounting; leave accounting out`);
}

function checkLogin({ loginPools = [], partitions }: ParallelComputingProps, problems: Problems): void {
  loginPools.forEach((pool, index) => {
    const path = `loginPools[${index}]`;
    const partition = partitions.find((one) => one.pools.includes(pool));
    if (partition !== undefined)
      problems.add(
        "conflict",
        path,
        `${path} "${pool.name}" is in partition "${partition.name}" too, so jobs would run on login nodes; make a second pool`,
      );
    const { min, max } = pool.nodes;
    if (min !== max)
      problems.add(
        "conflict",
        path,
        `${path} "${pool.name}" must have nodes.min equal to nodes.max, since no job starts login nodes, got ${min} and ${max}; use min ${max}`,
      );
  });
}

function checkGroups(pools: readonly GpuNodePool[], props: ParallelComputingProps, problems: Problems): void {
  const weights = weightsOf(pools.map(({ definition }) => definition));
  // Of login nodes whose number changes, checkLogin says what to write.
  const changing = (props.loginPools ?? []).filter(({ nodes: { min, max } }) => min !== max);
  const groups = pools.flatMap((pool) => {
    if (changing.includes(pool)) return [];
    const division = divide(pool.definition, weights.get(pool.name)!);
    if ("groups" in division) return division.groups;
    problems.add("conflict", "partitions", division.problem);
    return [];
  });
  for (const { name, pool } of groups) {
    if (QUEUE_NAME.test(name)) continue;
    const message = `pool "${pool}" makes a node group "${name}", and AWS PCS takes 3 to 25 letters, digits and dashes beginning with a letter; give the pool ${name.length < 3 ? "a longer" : "a shorter"} id`;
    problems.add("malformed", "partitions", message);
  }
  if (groups.length > PCS_LIMITS.nodeGroups)
    problems.add(
      "out-of-range",
      "partitions",
      `pools must make at most ${PCS_LIMITS.nodeGroups} node groups, one for each source of a pool, a quota that AWS does not raise, got ${groups.length}; use fewer pools or sources, or a SlurmHeadNode`,
    );
  const nodes = pools.reduce((sum, pool) => sum + pool.nodes.max, 0);
  const needed = sizeFor(nodes);
  const { size } = props;
  const most = PCS_SIZES.find(({ name }) => name === size)?.nodes ?? PCS_SIZES.at(-1)!.nodes;
  if (nodes <= most) return;
  const advice = needed === undefined ? "use smaller pools, or a SlurmHeadNode" : `use "${needed}"`;
  problems.add(
    "out-of-range",
    "size",
    `size ${size ?? "large"} holds ${most} instances, and the pools have ${nodes} at their largest; ${advice}`,
  );
}

function checkPool(pool: GpuNodePool, { network }: ParallelComputingProps, problems: Problems): void {
  const { image, threadsPerCore, alternativeTypes = [] } = pool.props;
  const named = `pool "${pool.name}"`;
  if (pool.network !== network)
    problems.add("conflict", "partitions", `${named} must be in the cluster's network; give it the same network`);
  if (image !== undefined && (image.kind === "dlami" || image.kind === "plain"))
    problems.add(
      "conflict",
      "partitions",
      say`${named} boots ${image.kind === "dlami" ? "the Deep Learning base image" : "a plain image"}, which has no AWS PCS agent and no Slurm, so its nodes would never register; leave image out for AWS's PCS-ready DLAMI, or use ${imageParameter(`${PCS_IMAGE_PARAMETER}/x86_64/latest/ami-id`, "ubuntu-24.04")} or an image built on it`,
    );
  if (alternativeTypes.length > 0)
    problems.add(
      "conflict",
      "partitions",
      `${named} has alternativeTypes, which node groups of AWS PCS are not made of here; leave them out, or make a pool of each type`,
    );
  if (threadsPerCore === 2)
    problems.add(
      "conflict",
      "partitions",
      `${named} has threadsPerCore 2, and AWS PCS runs one thread per core on all nodes; leave threadsPerCore out`,
    );
}

function checkSettings({ slurmConf = {}, healthChecks = true }: ParallelComputingProps, problems: Problems): void {
  const known = PCS_LIMITS.clusterSettings;
  for (const [name, value] of Object.entries(slurmConf)) {
    const path = `slurmConf.${name}`;
    const own = OWN[name];
    if (own !== undefined && !(name === "Prolog" && !healthChecks))
      problems.add(
        "conflict",
        path,
        `${path} follows from ${own}; ${name === "Prolog" ? "set healthChecks to false to have a prolog of your own" : `use ${own}`}`,
      );
    else if (!known.includes(name)) {
      const [near] = nearest(name, known, 1);
      problems.add(
        "not-allowed",
        path,
        `${path} is not among the settings that AWS PCS lets people set for a cluster; ${near === undefined ? "leave it out" : `did you mean ${near}`}, or use a SlurmHeadNode`,
      );
    } else if (/[\r\n]/.test(String(value)))
      problems.add("malformed", path, `${path} must be one line; leave line breaks out`);
  }
}
