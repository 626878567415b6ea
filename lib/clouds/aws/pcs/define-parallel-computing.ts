import { byDefault, type Definition, defined, derived, given } from "../../../model/definition";
import type { SlurmQueue } from "../../../slurm/definition/slurm-cluster";
import { queueOf } from "../../../slurm/definition/slurm-queue";
import { checkProps } from "../../common/check-props";
import { divide, type NodeGroup, weightsOf } from "./node-groups";
import type { ParallelComputingProps } from "./parallel-computing-props";
import { PARALLEL_COMPUTING } from "./parallel-computing-table";
import { checkParallelComputing } from "./parallel-computing-validation";
import { DEFAULT_PCS_VERSION, DEFAULT_SUSPEND_MINUTES, type PcsSize, type PcsVersion, sizeFor } from "./pcs-limits";

/** What a cluster of AWS PCS is. */
export interface ParallelComputingValues {
  /** Its name in the model, the construct's id. */
  readonly name: string;
  /** Its name in AWS PCS. */
  readonly clusterName: string;
  readonly version: PcsVersion;
  readonly size: PcsSize;
  readonly queues: readonly SlurmQueue[];
  /** Node groups of all pools, those of login nodes too. */
  readonly groups: readonly NodeGroup[];
  /** Names of pools of login nodes. */
  readonly loginPools: readonly string[];
  readonly accounting: boolean;
  /** Null for records that are kept. */
  readonly accountingDays: number | null;
  readonly suspendMinutes: number;
  readonly preemption: "none" | "qos" | "partition";
  readonly restApi: boolean;
  readonly healthChecks: boolean;
  readonly slurmConf: Readonly<Record<string, string | number>>;
}

export type ParallelComputingDefinition = Definition<ParallelComputingValues>;

/**
 * A cluster with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props at once
 */
export function defineParallelComputing(
  props: ParallelComputingProps,
  { path, id }: { readonly path: string; readonly id: string },
): ParallelComputingDefinition {
  const where = `ParallelComputing "${path}"`;
  const problems = checkProps(where, PARALLEL_COMPUTING, props);
  checkParallelComputing(id, props, problems);
  problems.throwIfAny(where);
  const { partitions, loginPools = [] } = props;
  const queues = partitions.map((partition) => ({ ...partition, pools: partition.pools.map(({ name }) => name) }));
  const pools = [...new Set([...partitions.flatMap((partition) => partition.pools), ...loginPools])];
  const nodes = pools.reduce((sum, pool) => sum + pool.nodes.max, 0);
  const weights = weightsOf(pools.map(({ definition }) => definition));
  return defined<ParallelComputingValues>({
    name: derived(id, "id"),
    clusterName: derived(`${props.network.clusterName}-${id}`, "network", "id"),
    version: given(props.version) ?? byDefault(DEFAULT_PCS_VERSION),
    size: given(props.size) ?? derived(sizeFor(nodes)!, "partitions", "loginPools"),
    queues: derived(
      queues.map((each, index, all) => queueOf(each, index, all)),
      "partitions",
    ),
    groups: derived(
      pools.flatMap((pool) => {
        const division = divide(pool.definition, weights.get(pool.name)!);
        return "groups" in division ? division.groups : [];
      }),
      "partitions",
      "loginPools",
    ),
    loginPools: derived(
      loginPools.map(({ name }) => name),
      "loginPools",
    ),
    accounting: given(props.accounting) ?? byDefault(true),
    accountingDays: given(props.accountingDays) ?? byDefault(null),
    suspendMinutes: given(props.suspendMinutes) ?? byDefault(DEFAULT_SUSPEND_MINUTES),
    preemption: given(props.preemption) ?? byDefault(PARALLEL_COMPUTING.preemption.default),
    restApi: given(props.restApi) ?? byDefault(false),
    healthChecks: given(props.healthChecks) ?? byDefault(true),
    slurmConf: given(props.slurmConf) ?? byDefault({}),
  });
}
