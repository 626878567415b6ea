import type { Problems } from "../../errors";
import { CLUSTER_PROPS } from "../cluster-props";
import { gpuResource, type KubernetesPool } from "../nodes/pool";
import type { Workloads } from "../workloads";
import { systemCpusOfTeam } from "./kueue";
import { outsideQueues } from "./outside-queues";

/** What a run or cluster in a queue asks for at once. */
interface Queued {
  readonly path: string;
  readonly queue: string;
  readonly namespace: string;
  /** CPUs on the system nodes. */
  readonly systemCpus: number;
  /** Whole GPUs by pool. */
  readonly gpus: readonly { readonly of: KubernetesPool; readonly count: number }[];
}

/** A Ray head's, and those of the pod that submits a job. */
const HEAD_CPUS = 2;
const SUBMITTER_CPUS = 0.5;

function queued({ rayClusters, fineTuning, jobs = [] }: Workloads): Queued[] {
  const clusters = rayClusters.flatMap(({ queue, namespace, workerGroups, autoscaling }, i) => {
    if (queue === null) return [];
    // an elastic cluster is admitted with its fewest workers
    const gpus = workerGroups.map(({ of, gpusPerPod, minReplicas, maxReplicas }) => ({
      of,
      count: (gpusPerPod * (autoscaling ? minReplicas : maxReplicas)) / gpuResource(of).perGpu,
    }));
    return [{ path: `rayClusters[${i}]`, queue, namespace, systemCpus: HEAD_CPUS, gpus }];
  });
  const runs = fineTuning.flatMap(({ queue, namespace, of, gpus }, i) => {
    if (queue === null) return [];
    const systemCpus = HEAD_CPUS + SUBMITTER_CPUS;
    return [{ path: `fineTuning[${i}]`, queue, namespace, systemCpus, gpus: [{ of, count: gpus }] }];
  });
  const batch = jobs.flatMap(({ queue, namespace, of, nodes, gpusPerPod }, i) => {
    if (queue === null) return [];
    const gpus = [{ of, count: (nodes * gpusPerPod) / gpuResource(of).perGpu }];
    return [{ path: `jobs[${i}]`, queue, namespace, systemCpus: 0, gpus }];
  });
  return [...clusters, ...runs, ...batch];
}

/** Finds what Kueue would keep waiting for ever: work in another namespace than its queue, or beyond what its team can have. */
export function checkAdmission(problems: Problems, workloads: Workloads): void {
  const { queues, props = CLUSTER_PROPS } = workloads;
  if (queues === null || queues.scheduler !== "kueue") return;
  const systemShare = systemCpusOfTeam(queues);
  for (const { path, queue, namespace, systemCpus, gpus } of queued(workloads)) {
    const team = queues.teams.find(({ name }) => name === queue);
    if (team === undefined) continue;
    if (namespace !== team.namespace)
      problems.add(
        "conflict",
        `${path}.namespace`,
        `${path}.namespace must be "${team.namespace}", where the queue of team "${queue}" is, got "${namespace}": it would wait indefinitely; leave namespace out`,
      );
    const has = team.borrowing ? systemShare * queues.teams.length : systemShare;
    if (systemCpus > has)
      problems.add(
        "out-of-range",
        props.systemNodes,
        `${path} takes ${systemCpus} CPUs of the system nodes, of which the queue of team "${queue}" can have ${has}: it would wait indefinitely; use more ${props.systemNodes} or a larger ${props.systemNode}`,
      );
    if (team.borrowing) continue;
    for (const { of, count } of gpus) {
      const own = team.gpus[of.pool.name] ?? 0;
      if (count > own)
        problems.add(
          "out-of-range",
          path,
          `${path} takes ${count} GPUs of pool "${of.pool.name}", of which team "${queue}" owns ${own} and borrows none: it would wait indefinitely; use fewer (workers of a Ray cluster, gpus of a run), give the team more, or leave out borrowing: false`,
        );
    }
  }
}

/** Checks that what always runs on a pool finds room there together; each by itself is checked where it is. */
export function checkStanding(problems: Problems, workloads: Workloads): void {
  for (const of of workloads.pools) {
    const { perNode } = gpuResource(of);
    const all = outsideQueues(workloads, of.pool.name)
      .map(({ path, least }) => ({ path, gpus: least }))
      .filter(({ gpus }) => gpus > 0);
    const sum = all.reduce((total, { gpus }) => total + gpus, 0);
    const has = of.pool.nodes.max * perNode;
    if (sum <= has || all.some(({ gpus }) => gpus > has)) continue;
    problems.add(
      "out-of-range",
      "pools",
      `pool "${of.pool.name}" has ${has} GPUs, but what always runs there takes ${sum} (${all.map(({ path, gpus }) => `${path} ${gpus}`).join(" + ")}); lower replicas.min, of Ray clusters the pool's nodes.min, or raise nodes.max to ${Math.ceil(sum / perNode)}`,
    );
  }
}

/** Checks that runs in no queue find room beside what always runs on their pool, which never ends. */
export function checkWaiting(problems: Problems, workloads: Workloads): void {
  const { jobs = [], fineTuning } = workloads;
  const runs = [
    ...jobs.map(({ queue, of, nodes, gpusPerPod }, i) => ({ path: `jobs[${i}]`, queue, of, gpus: nodes * gpusPerPod })),
    ...fineTuning.map(({ queue, of, gpus }, i) => ({ path: `fineTuning[${i}]`, queue, of, gpus })),
  ];
  for (const { path, queue, of, gpus } of runs) {
    if (queue !== null) continue;
    const { perNode } = gpuResource(of);
    const has = of.pool.nodes.max * perNode;
    const always = outsideQueues(workloads, of.pool.name).filter(({ least }) => least > 0);
    const taken = always.reduce((sum, { least }) => sum + least, 0);
    if (gpus > has || taken > has || taken + gpus <= has) continue;
    problems.add(
      "conflict",
      path,
      `${path} takes ${gpus} GPUs of pool "${of.pool.name}", which has ${has}, and ${always.map(({ path: other, least }) => `${other} always ${least}`).join(" and ")}: it would wait indefinitely; raise nodes.max to ${Math.ceil((taken + gpus) / perNode)}, or lower what always runs`,
    );
  }
}

/**
 * Checks that teams own no GPUs that workloads in no queue may take: Kueue would admit runs for which there is no node, and switch them
 * off after ten attempts.
 */
export function checkShared(problems: Problems, workloads: Workloads): void {
  const { queues, props = CLUSTER_PROPS } = workloads;
  if (queues === null || queues.scheduler !== "kueue") return;
  for (const of of queues.pools) {
    const { perGpu, perNode } = gpuResource(of);
    const all = outsideQueues(workloads, of.pool.name);
    const taken = all.reduce((sum, { most }) => sum + most, 0);
    const owned = queues.teams.reduce((sum, { gpus }) => sum + (gpus[of.pool.name] ?? 0), 0) * perGpu;
    const has = of.pool.nodes.max * perNode;
    if (owned === 0 || owned > has || owned + taken <= has) continue;
    problems.add(
      "conflict",
      props.teams,
      `pool "${of.pool.name}" has ${has} GPUs, of which ${props.teams} own ${owned} and workloads in no queue may take ${taken} (${all.map(({ path, most }) => `${path} ${most}`).join(" + ")}): Kueue would admit runs that find no node; lower ${[...new Set(all.map(({ path, limit }) => `${path}.${limit}`))].join(" or ")} or the teams' shares, or raise nodes.max to ${Math.ceil((owned + taken) / perNode)}`,
    );
  }
}
