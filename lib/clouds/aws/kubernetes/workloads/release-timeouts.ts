import { isChecked } from "../../../../kubernetes/nodes/node-check";
import { checkSeconds } from "../../../../kubernetes/nodes/node-check-props";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import { TRITON_START_SECONDS } from "../../../../kubernetes/serving/triton";
import type { Workloads } from "../../../../kubernetes/workloads";

/** The last node of a pool may take ten minutes to drain and end, and its network interfaces a few more. */
export const NODE_POOLS_TIMEOUT_SECONDS = 1800;

/** Longest that Helm waits for a release's objects, to be ready and to be gone. */
export const TIMEOUT_SECONDS = 900;

/** Longest that Kueue waits for nodes of any pool, their check with it. */
export const slowestBoot = (pools: readonly KubernetesPool[]) =>
  Math.max(...pools.map((of) => of.pool.bootSeconds + (isChecked(of) ? checkSeconds(of.check) : 0)));

/** Helm waits for Deployments, not for what operators make: with Triton for nodes that start from zero and servers that load. */
export const workloadsTimeout = ({ pools, triton }: Workloads) =>
  triton.length > 0 ? TIMEOUT_SECONDS + slowestBoot(pools) + TRITON_START_SECONDS : TIMEOUT_SECONDS;
