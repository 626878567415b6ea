import type { BatchJobProps } from "../jobs/job-props";
import { gpuResource, type KubernetesPool } from "../nodes/pool";
import type { RayClusterProps } from "../ray/ray-cluster";
import type { LlmServingProps } from "../serving/llm-serving";
import { allReplicas, gpusPerReplica } from "../serving/replica-size";
import type { TritonProps } from "../serving/triton";

/** What a workload that is in no queue takes of a pool, in what the pool's device plugin advertises: GPUs, MIG devices, shares. */
export interface OutsideQueues {
  readonly path: string;
  /** Prop that says how much it may take. */
  readonly limit: string;
  readonly least: number;
  readonly most: number;
}

export interface Unqueued {
  readonly serving: readonly LlmServingProps[];
  readonly triton: readonly TritonProps[];
  readonly rayClusters: readonly (RayClusterProps & { readonly queue: string | null })[];
  readonly jobs?: readonly BatchJobProps[];
}

interface Range {
  readonly min: number;
  readonly max: number;
}

const times = ({ min, max }: Range, gpus: number) => ({ least: min * gpus, most: max * gpus });

/** Workloads that take GPUs of a pool without asking a queue: served models, Triton servers, Ray clusters and jobs in no queue. */
export function outsideQueues({ serving, triton, rayClusters, jobs = [] }: Unqueued, pool: string): OutsideQueues[] {
  const here = ({ of }: { readonly of: KubernetesPool }) => of.pool.name === pool;
  const all = [
    ...serving.map((model, i) => ({
      path: `serving[${i}]`,
      limit: "replicas.max",
      ...times(here(model) ? allReplicas(model) : { min: 0, max: 0 }, gpusPerReplica(model)),
    })),
    ...triton.map((server, i) => ({
      path: `triton[${i}]`,
      limit: "replicas.max",
      ...times(here(server) ? server.replicas : { min: 0, max: 0 }, server.gpusPerReplica),
    })),
    ...jobs.map(({ queue, of, nodes, gpusPerPod }, i) => ({
      path: `jobs[${i}]`,
      limit: "nodes",
      // it ends, and may wait for what runs now
      least: 0,
      most: queue === null && here({ of }) ? nodes * gpusPerPod : 0,
    })),
    ...rayClusters.map(({ queue, workerGroups }, i) => {
      const groups = queue === null ? workerGroups.filter(here) : [];
      const pods = (of: "minReplicas" | "maxReplicas") =>
        groups.reduce((sum, group) => sum + group[of] * group.gpusPerPod, 0);
      return {
        path: `rayClusters[${i}]`,
        limit: "workers.max",
        least: pods("minReplicas"),
        most: pods("maxReplicas"),
      };
    }),
  ];
  return all.filter(({ most }) => most > 0);
}

/** Whole GPUs of each pool that queues cannot have, since workloads in no queue may take them. */
export function gpusOutsideQueues(of: Unqueued, pools: readonly KubernetesPool[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    pools.map((pool) => {
      const most = outsideQueues(of, pool.pool.name).reduce((sum, taken) => sum + taken.most, 0);
      return [pool.pool.name, Math.ceil(most / gpuResource(pool).perGpu)];
    }),
  );
}
