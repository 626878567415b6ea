import { findInstanceType } from "../../../catalog/instance-types";
import type { Problems } from "../../../errors";
import { checkName } from "../../../kubernetes/chart/check-names";
import { MOST_WORKER_CLUSTERS, type WorkerOfQueues } from "../../../kubernetes/queues/multi-kueue";
import type { Workloads } from "../../../kubernetes/workloads";
import { isKnown } from "../../common/terraform-text";
import { isSubdomain } from "./check-existing-forms";
import type { ExistingKubernetesProps, WorkerCluster } from "./existing-kubernetes-props";

const secretOf = ({ name, kubeconfigSecret = `${name}-kubeconfig` }: WorkerCluster) => kubeconfigSecret;

/** Workers of a manager's queues, with the names of their Secrets. */
export function workersOf({ workerClusters = [] }: ExistingKubernetesProps): WorkerOfQueues[] {
  return workerClusters.map((worker) => ({ name: worker.name, kubeconfigSecret: secretOf(worker) }));
}

/** Checks a manager of several clusters: that it has queues, runs nothing itself, and that workers have what its queues promise. */
export function checkWorkerClusters(
  problems: Problems,
  props: ExistingKubernetesProps,
  namespaces: ReadonlyMap<string, string>,
): void {
  const { workerClusters } = props;
  if (workerClusters === undefined) return;
  checkManager(problems, props);
  if (workerClusters.length > MOST_WORKER_CLUSTERS)
    problems.add(
      "out-of-range",
      "workerClusters",
      `workerClusters must be at most ${MOST_WORKER_CLUSTERS} for one manager, got ${workerClusters.length}; add a second manager for the others`,
    );
  workerClusters.forEach((worker, i) => {
    checkForms(problems, `workerClusters[${i}]`, worker, workerClusters.slice(0, i));
    checkTeams(problems, `workerClusters[${i}].cluster`, worker, namespaces);
  });
  checkGpus(problems, props, workerClusters);
}

/** What a manager cannot have, since its pods would be on another cluster. */
function checkManager(problems: Problems, { teams = [], rayClusters, slurm, volumes }: ExistingKubernetesProps): void {
  if (teams.length === 0)
    problems.add(
      "required",
      "teams",
      'teams is required with workerClusters: jobs reach other clusters through queues; give teams: [{ name: "research", gpus: { h100: 64 } }], the same on each worker',
    );
  for (const [prop, value] of Object.entries({ rayClusters, slurm, volumes })) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    problems.add(
      "conflict",
      prop,
      `${prop} cannot be given with workerClusters: pods run on the workers, not on this cluster; give ${prop} to the workers`,
    );
  }
}

function checkForms(problems: Problems, path: string, worker: WorkerCluster, before: readonly WorkerCluster[]): void {
  checkName(problems, `${path}.name`, worker.name);
  const secret = secretOf(worker);
  if (isKnown(secret) && !isSubdomain(secret))
    problems.add(
      "malformed",
      `${path}.kubeconfigSecret`,
      `${path}.kubeconfigSecret must be the name of a Secret, lower-case letters, digits, dashes and dots, got "${secret}"; make it with \`kubectl -n kueue-system create secret generic ${worker.name}-kubeconfig --from-file=kubeconfig\``,
    );
  if (before.some(({ name }) => name === worker.name))
    problems.add(
      "duplicate",
      `${path}.name`,
      `${path}.name "${worker.name}" is that of another worker; name each once`,
    );
  else if (before.some((other) => secretOf(other) === secret))
    problems.add(
      "duplicate",
      `${path}.kubeconfigSecret`,
      `${path}.kubeconfigSecret "${secret}" is that of another worker, so that both would be the same cluster; use a separate Secret for each`,
    );
}

/** A worker takes work only into a queue of the same name in the same namespace. */
function checkTeams(
  problems: Problems,
  path: string,
  { name, cluster }: WorkerCluster,
  namespaces: ReadonlyMap<string, string>,
): void {
  if (cluster === undefined) return;
  for (const text of teamProblems(cluster.workloads.queues, namespaces))
    problems.add("conflict", path, `${path} "${name}" ${text}`);
}

function teamProblems(queues: Workloads["queues"], namespaces: ReadonlyMap<string, string>): string[] {
  if (queues === null) return ["has no queues, so that it accepts no jobs; give it the same teams"];
  if (queues.scheduler !== "kueue")
    return ["has its queues in KAI, but MultiKueue works only with Kueue; leave out its queue scheduler"];
  if (queues.workers?.length) return ["is itself a manager of other clusters; list those here instead"];
  return [...namespaces].flatMap(([team, namespace]) => {
    const own = queues.teams.find(({ name }) => name === team);
    if (own === undefined)
      return [`has no team "${team}", so that jobs of that team never run there; give it the same teams`];
    if (own.namespace === namespace) return [];
    return [
      `has team "${team}" in namespace "${own.namespace}" and not in "${namespace}"; use the same namespace on every cluster`,
    ];
  });
}

/** GPUs that the queues promise and no worker has would keep admitted work waiting. */
function checkGpus(problems: Problems, props: ExistingKubernetesProps, workers: readonly WorkerCluster[]): void {
  const known = workers.flatMap(({ cluster }) => (cluster?.workloads.queues ? [cluster.workloads.queues] : []));
  if (known.length < workers.length) return;
  const promised = props.pools.reduce((sum, { node, instanceType, nodes }) => {
    const gpus = node?.gpus ?? findInstanceType(instanceType ?? "")?.acceleratorCount ?? 0;
    return sum + gpus * nodes.max;
  }, 0);
  const there = known
    .flatMap(({ pools }) => pools)
    .reduce((sum, { type, pool }) => sum + type.acceleratorCount * pool.nodes.max, 0);
  if (promised <= there) return;
  problems.add(
    "out-of-range",
    "pools",
    `pools have ${promised} GPUs and the queues of the workers ${there}, so that admitted jobs would wait for nodes that no cluster has; give pools ${there} GPUs in total`,
  );
}

/**
 * Kueue gives a pool that is placed by topology only to pods that ask for a place, and any other pool only to pods that do not; the manager
 * asks the same of a job as its workers do, so that all are placed by the same layers or none is.
 * @see kubernetes-sigs/kueue@v0.19.2 pkg/scheduler/flavorassigner/tas_flavorassigner.go (checkPodSetAndFlavorMatchForTAS)
 */
export function checkPlacement(
  problems: Problems,
  workers: readonly WorkerCluster[] = [],
  queues: Workloads["queues"],
): void {
  const wanted = placement(queues);
  workers.forEach(({ name, cluster }, i) => {
    const there = cluster?.workloads.queues;
    if (!there?.teams.length) return;
    const own = placement(there);
    if (own === wanted) return;
    problems.add(
      "conflict",
      `workerClusters[${i}].cluster`,
      `workerClusters[${i}].cluster "${name}" places pods ${own} and the manager ${wanted}, and a job can ask Kueue for one of both only; use the same platform, nodes of the same kind, and capacity that stands, on the manager and on each worker`,
    );
  });
}

function placement(queues: Workloads["queues"]): string {
  const placed = queues?.pools.filter(({ placedByTopology }) => placedByTopology) ?? [];
  if (placed.length === 0) return "by no topology";
  const labels = placed[0]!.platform.fabric.topology!.labels.join(", ");
  const all = placed.length === queues!.pools.length;
  return `by ${labels}${all ? "" : ` in ${placed.map(({ pool }) => `"${pool.name}"`).join(", ")} alone`}`;
}
