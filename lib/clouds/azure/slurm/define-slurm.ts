import { findAzureSize } from "../../../catalog/azure/azure-sizes";
import { findInstanceType, interconnectSpansNodes, nearestInstanceTypes } from "../../../catalog/instance-types";
import type { Problems } from "../../../errors";
import { defineSlurmCluster } from "../../../slurm/definition/define-slurm-cluster";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { SLURM_CLUSTER } from "../../../slurm/definition/slurm-tables";
import { overlaps, PRIVATE_BLOCKS, parseCidr } from "../../../units/cidr";
import { checkProps } from "../../common/check-props";
import { checkMountPaths } from "../../common/mount-paths";
import { propOfPools } from "../../common/pools/prop-of-pools";
import { checkUnusedProps } from "../../common/pools/unused-props";
import { checkContainers, hasContainers } from "../../common/slurm/container-packages";
import { acceleratorsUnused, DATABASE_HEAD_GIB, tooSmallForDatabase } from "../../common/slurm/head-type";
import { checkDirectory } from "../../common/slurm/sssd-conf";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { ONLY_ON_KUBERNETES } from "../pools/only-on-kubernetes";
import { LATEST } from "../shared/image";
import { NAME_PATTERN } from "../shared/names";
import { accountingOf, checkAccounting } from "./accounting-options";
import { checkRack, checkRackContainers } from "./check-racks";
import { checkLogin } from "./login-pools";
import { refusePropsOfAws, withoutPropsOfAws } from "./props-of-aws";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { BY_PLACEMENT_GROUP, SLURM_HEAD_NODE } from "./slurm-head-node-table";

/** A VM takes minutes to be allocated and to boot; CycleCloud's Slurm waits as long. @see Azure/cyclecloud-slurm templates/slurm.conf.template */
const RESUME_SECONDS = 1800;

/** A VM's name is its node's with 9 characters more, of at most 64. */
const LONGEST_POOL = 30;

export interface SlurmDefinition {
  readonly pools: readonly GpuNodePool[];
  readonly cluster: SlurmCluster;
}

/**
 * What Slurm is configured with, every default filled in.
 *
 * @param databaseHost of a managed database, which is made later
 * @throws WarpformError with all problems of the props at once
 */
export function defineSlurm(
  props: SlurmHeadNodeProps,
  { path, id, databaseHost }: { readonly path: string; readonly id: string; readonly databaseHost: string },
): SlurmDefinition {
  const where = `SlurmHeadNode "${path}"`;
  const problems = checkProps(where, SLURM_HEAD_NODE, withoutPropsOfAws(props));
  refusePropsOfAws(problems, props);
  const pools = [...new Set(props.partitions.flatMap((partition) => partition.pools))];
  checkId(problems, id, pools);
  checkHead(problems, props);
  checkLogin(
    problems,
    id,
    props,
    pools.map(({ node }) => node.id),
  );
  checkCidrs(problems, props.deployCidrs ?? []);
  for (const [index, pool] of pools.entries()) {
    checkPool(problems, props, pool);
    checkUnusedProps(problems, `pools[${index}]`, pool, ONLY_ON_KUBERNETES);
  }
  checkMountPaths(problems, props.mounts ?? []);
  if (!problems.has("containers") && !problems.has("containerPackages")) checkContainers(props, problems, false);
  if (hasContainers(props)) checkRackContainers(problems, pools);
  if (!problems.has("directory")) checkDirectory(props.directory, "bindPasswordSecretId", problems);
  if (!problems.has("accounting.kind")) checkAccounting(problems, props.accounting);
  // What is said to be wrong already is not said again in other words.
  const said = ["backoffMinutes", "launch", "slurmClusterName", "topology"].filter((prop) => problems.has(prop));
  if (problems.has("accounting.kind")) said.push("accounting");
  const checked = { ...props, ...Object.fromEntries(said.map((prop) => [prop, undefined])) };
  // Pools are no prop here: partitions name them.
  if (pools.length === 0)
    problems.add(
      "required",
      "partitions",
      "partitions must name at least one pool, got none; add a partition with a GpuNodePool",
    );
  const cluster =
    pools.length === 0
      ? undefined
      : problems.attempt(
          () => defineSlurmCluster(slurmOptions(id, checked, pools, databaseHost)),
          propOfPools(checked.partitions, pools),
        );
  problems.throwIfAny(where);
  return { pools, cluster: cluster! };
}

function checkId(problems: Problems, id: string, pools: readonly GpuNodePool[]): void {
  if (!NAME_PATTERN.test(id)) {
    const message = `id must be 2 to 30 lower-case letters, digits and dashes, got "${id}"; use "slurm"`;
    problems.add("malformed", "id", message);
  }
  if (pools.some((pool) => pool.node.id === id)) {
    problems.add("duplicate", "id", `id must not be a pool's, got "${id}", since both name resources; use "slurm"`);
  }
}

/** Whether a size may be advised for a head: GPUs would idle there. */
const isHeadSize = (name: string): boolean =>
  findAzureSize(name) !== undefined && findInstanceType(name)?.acceleratorCount === 0;

function checkHead(problems: Problems, props: SlurmHeadNodeProps): void {
  const { instanceType = SLURM_HEAD_NODE.instanceType.default, accounting } = props;
  const type = findAzureSize(instanceType) && findInstanceType(instanceType);
  const at = "instanceType";
  const near = nearestInstanceTypes(instanceType).find(isHeadSize) ?? "Standard_D4as_v5";
  if (type === undefined) {
    const message = `${at} "${instanceType}" is not an Azure size in the catalog; use "${near}"`;
    problems.add("unknown-name", at, message);
  } else if (type.acceleratorCount > 0)
    problems.add("not-allowed", at, acceleratorsUnused(at, instanceType, "Standard_D4as_v5"));
  else if (
    (accounting?.kind ?? SLURM_CLUSTER.accounting.default.kind) === "local" &&
    type.memoryGiB < DATABASE_HEAD_GIB
  )
    problems.add(
      "conflict",
      at,
      tooSmallForDatabase(
        instanceType,
        type.memoryGiB,
        `use "Standard_D4as_v5", or accounting kind "managed" or "external"`,
      ),
    );
}

function checkCidrs(problems: Problems, cidrs: readonly string[]): void {
  for (const [index, cidr] of cidrs.entries()) {
    const block = parseCidr(cidr);
    const at = `deployCidrs[${index}]`;
    if (block === undefined) {
      problems.add("malformed", at, `${at} must be an IPv4 block, got "${cidr}"; write one such as "203.0.113.0/24"`);
    } else if (block.prefix > 30) {
      // @see https://learn.microsoft.com/azure/storage/common/storage-network-security-limitations
      problems.add(
        "out-of-range",
        at,
        `${at} must be /30 or larger, which is the least that storage accounts take, got "${cidr}"`,
      );
      // the same page: private addresses are in no rule of a storage account
    } else if (PRIVATE_BLOCKS.some((one) => overlaps(parseCidr(one)!, block))) {
      const message = `${at} must be public addresses, the only ones that storage accounts take, got "${cidr}"; write that of the NAT gateway, or leave it out where Terraform runs in the nodes' subnet`;
      problems.add("not-allowed", at, message);
    }
  }
}

function checkPool(problems: Problems, { network, imageVersion }: SlurmHeadNodeProps, pool: GpuNodePool): void {
  const { type, image } = pool.definition;
  const add = (code: "conflict" | "not-allowed" | "out-of-range", message: string) =>
    problems.add(code, "partitions", `partitions has pool "${pool.node.id}", ${message}`);
  if (pool.network !== network) add("conflict", "which is in another network; make both in one network");
  if (pool.fabric?.orchestration === "uniform") {
    add(
      "conflict",
      'whose fabric is uniform: Slurm makes VMs by name, which a uniform scale set does not take; use orchestration "flexible"',
    );
  }
  if (interconnectSpansNodes(type)) checkRack(pool, add);
  if (pool.node.id.length > LONGEST_POOL) {
    add("out-of-range", `whose name has ${pool.node.id.length} characters, of at most ${LONGEST_POOL}; shorten it`);
  }
  if (imageVersion !== undefined && image.version !== LATEST && image.version !== imageVersion) {
    add(
      "conflict",
      `whose imageVersion is ${image.version} and the head's ${imageVersion}, so that their Slurm may differ; give both the same`,
    );
  }
}

const NO_SHARING = { kind: "none" } as const;

/** The head's props in the terms of `defineSlurmCluster`. */
function slurmOptions(id: string, props: SlurmHeadNodeProps, pools: readonly GpuNodePool[], databaseHost: string) {
  const { partitions, launch, backoffMinutes } = props;
  const { suspendMinutes, maxFailedBoots, updates, jobPrograms, privateData, preemption, priority, blockDrainMinutes } =
    props;
  const { qos, accounts, users, privateTmp, healthChecks, healthCheckSeconds, slurmConf } = props;
  return {
    name: props.slurmClusterName ?? props.network.clusterName,
    controllers: [`${id}-head`],
    authentication: "munge" as const,
    // that its nodes share GPUs is refused by itself
    pools: pools.map((pool) => ({ pool: { ...pool.describe(), sharing: NO_SHARING }, launch, backoffMinutes })),
    partitions: partitions.map((partition) => ({ ...partition, pools: partition.pools.map((pool) => pool.node.id) })),
    accounting: accountingOf(props.accounting, databaseHost),
    resumeTimeoutSeconds: props.resumeTimeoutSeconds ?? RESUME_SECONDS,
    ...{ suspendMinutes, maxFailedBoots, updates, jobPrograms, privateData, preemption, priority, blockDrainMinutes },
    ...{ qos, accounts, users, privateTmp, healthChecks, healthCheckSeconds, slurmConf },
    topology: props.topology ?? (pools.some(({ fabric }) => fabric) ? BY_PLACEMENT_GROUP : undefined),
    containers: hasContainers(props),
    restApi: props.restApi ?? SLURM_HEAD_NODE.restApi.default,
    directoryUsers: props.directory !== undefined,
  };
}
