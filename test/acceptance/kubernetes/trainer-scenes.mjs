// What Kubeflow Trainer and JobSet make of the TrainJobs of a chart: the pods, and what torchrun or mpirun reads in them.
import { check } from "../lib/checks.mjs";
import { ownedBy, variables } from "./cluster.mjs";

export const TITLES = [
  "Kubeflow Trainer: a TrainJob becomes a JobSet whose pods have what torchrun reads",
  "Kubeflow Trainer: a TrainJob of MPI starts its launcher, with the hosts of all pods, once the others are ready",
];

/** The TrainJob, and the pods of the JobSet that Trainer makes of it, once there are so many. */
function madeOf(cluster, { metadata: { name, namespace } }, count) {
  let pods = [];
  const late = cluster.until(60, () => {
    const sets = ownedBy(cluster.get("jobsets", "-n", namespace), name);
    if (sets.length !== 1) return `${sets.length} JobSets of ${name}`;
    pods = cluster.get("pods", "-n", namespace, "-l", `jobset.sigs.k8s.io/jobset-name=${name}`);
    const said = cluster.get("trainjobs", "-n", namespace).find(({ metadata }) => metadata.name === name).status;
    const names = pods.map(({ metadata, status: { phase } }) => `${metadata.name} ${phase}`);
    return pods.length === count ? "" : `${names.join(", ")} in place of ${count} pods: ${JSON.stringify(said)}`;
  });
  return { late, pods };
}

function torch(cluster, job) {
  const { name, namespace } = job.metadata;
  const { numNodes, numProcPerNode, command, args } = job.spec.trainer;
  const { late, pods } = madeOf(cluster, job, numNodes);
  if (late) return late;
  const [first] = pods.map(({ spec }) => spec.hostname).sort();
  return pods
    .flatMap((pod) => {
      const env = variables(pod);
      const [{ command: runs, args: given, resources }] = pod.spec.containers;
      const rank = pod.spec.containers[0].env.find(({ name: of }) => of === "PET_NODE_RANK")?.valueFrom?.fieldRef
        .fieldPath;
      const [host, ...domain] = (env.PET_MASTER_ADDR ?? "").split(".");
      const found = {
        "number of nodes": [env.PET_NNODES, String(numNodes)],
        "processes of a node": [env.PET_NPROC_PER_NODE, String(numProcPerNode)],
        rank: [rank, "metadata.annotations['batch.kubernetes.io/job-completion-index']"],
        "first pod": [host, first],
        "its domain": [domain.join("."), pod.spec.subdomain],
        command: [[...runs, ...given].join(" "), [...command, ...args].join(" ")],
        GPUs: [resources.limits["nvidia.com/gpu"], String(numProcPerNode)],
        image: [pod.spec.containers[0].image, job.spec.trainer.image],
      };
      return Object.entries(found).flatMap(([what, [is, shall]]) =>
        is === shall ? [] : [`${namespace}/${name} ${pod.metadata.name}: ${what} ${is}, not ${shall}`],
      );
    })
    .join("; ");
}

function mpi(cluster, job) {
  const { name, namespace } = job.metadata;
  const { numNodes } = job.spec.trainer;
  const { late, pods } = madeOf(cluster, job, numNodes);
  if (late) return late;
  const launchers = pods.filter(
    ({ metadata }) => metadata.labels["jobset.sigs.k8s.io/replicatedjob-name"] === "launcher",
  );
  if (launchers.length !== 1) return `${launchers.length} launchers`;
  const hosts = ownedBy(cluster.get("configmaps", "-n", namespace), name).flatMap(({ data }) =>
    (data.hostfile ?? "").split("\n").filter((line) => line !== ""),
  );
  const names = hosts.map((line) => line.split(/[. ]/)[0]).sort();
  const expected = pods.map(({ spec }) => spec.hostname).sort();
  if (names.join() !== expected.join()) return `the hosts are ${hosts}, the pods ${expected}`;
  const { OMPI_MCA_orte_default_hostfile: file } = variables(launchers[0]);
  const mounts = launchers[0].spec.containers[0].volumeMounts.map(({ mountPath }) => mountPath);
  if (!mounts.some((path) => file?.startsWith(path))) return `${file} is on none of ${mounts}`;
  const keys = "/home/mpiuser/.ssh";
  const without = pods.filter(
    ({ spec }) => !spec.containers[0].volumeMounts.some(({ mountPath }) => mountPath === keys),
  );
  return without.length > 0 ? `${without.map(({ metadata }) => metadata.name)} have no keys at ${keys}` : undefined;
}

/** Takes the TrainJobs of a chart that is installed; pods run on fake nodes. */
export function trainerScenes(cluster, objects) {
  const jobs = objects.filter(({ kind }) => kind === "TrainJob");
  const framework = ({ spec }) =>
    objects.find(({ kind, metadata }) => kind === "ClusterTrainingRuntime" && metadata.name === spec.runtimeRef.name)
      .metadata.labels["trainer.kubeflow.org/framework"];
  check(
    TITLES[0],
    () =>
      torch(
        cluster,
        jobs.find((job) => framework(job) === "torch"),
      ) || undefined,
  );
  check(TITLES[1], () =>
    mpi(
      cluster,
      jobs.find((job) => framework(job) === "mpi"),
    ),
  );
}
