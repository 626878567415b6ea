import type { KubernetesObject } from "../chart/manifest";
import { jobPod } from "./job-pod";
import type { BatchJobProps } from "./job-props";

const API = "trainer.kubeflow.org";

/** What Trainer calls the pods that train, and their container: it looks for these names. @see kubeflow/trainer@v2.3.0 pkg/constants/constants.go */
const NODE = "node";
const LAUNCHER = "launcher";
const TRAINER_STEP = { labels: { [`${API}/trainjob-ancestor-step`]: "trainer" } };

/** User of images made for MPI without root. @see kubeflow/trainer@v2.3.0 manifests/base/runtimes/deepspeed_distributed.yaml */
const MPI_HOME = "/home/mpiuser";

type Metadata = KubernetesObject["metadata"];

/**
 * A TrainJob and the runtime that says how its pods look. Trainer makes a JobSet of both, with what torchrun or mpirun needs to find the
 * other pods. The runtime is the cluster's, not the namespace's: Helm installs kinds that it does not know by alphabet, and Trainer's
 * webhook refuses a TrainJob whose runtime is not there yet.
 * @see https://www.kubeflow.org/docs/components/trainer/operator-guides/runtime/
 */
export function trainJob(props: BatchJobProps, metadata: Metadata): KubernetesObject[] {
  const runtime = `${props.namespace}-${metadata.name}`;
  const { nodes, gpusPerPod, deadlineMinutes, command } = props;
  const [program, ...args] = command;
  return [
    {
      apiVersion: `${API}/v1alpha1`,
      kind: "ClusterTrainingRuntime",
      metadata: { name: runtime, labels: { [`${API}/framework`]: props.kind === "mpi" ? "mpi" : "torch" } },
      spec: props.kind === "mpi" ? mpiRuntime(props) : torchRuntime(props),
    },
    {
      apiVersion: `${API}/v1alpha1`,
      kind: "TrainJob",
      metadata,
      spec: {
        runtimeRef: { apiGroup: API, kind: "ClusterTrainingRuntime", name: runtime },
        ...(deadlineMinutes === null ? {} : { activeDeadlineSeconds: deadlineMinutes * 60 }),
        trainer: {
          image: props.image,
          command: [program],
          ...(args.length > 0 ? { args } : {}),
          numNodes: nodes,
          numProcPerNode: Math.max(1, gpusPerPod),
        },
      },
    },
  ];
}

/** All pods start again when one fails, and stay for a while when they have ended. */
function ends({ retries, keepHours }: BatchJobProps) {
  return { failurePolicy: { maxRestarts: retries }, ttlSecondsAfterFinished: keepHours * 3600 };
}

function torchRuntime(props: BatchJobProps) {
  const template = jobPod(props, { container: NODE, meeting: [] });
  const job = { metadata: TRAINER_STEP, spec: { backoffLimit: 0, template } };
  return {
    mlPolicy: { numNodes: props.nodes, torch: {} },
    template: { spec: { ...ends(props), replicatedJobs: [{ name: NODE, template: job }] } },
  };
}

/** The launcher works too; the others wait for it with sshd, as user 1000 on a port above 1024. */
function mpiRuntime(props: BatchJobProps) {
  const meeting = [
    { name: "HOME", value: MPI_HOME },
    { name: "USER", value: "mpiuser" },
    { name: "LOGNAME", value: "mpiuser" },
  ];
  const pod = jobPod(props, { container: NODE, meeting });
  // nothing touches a file there before the launcher has started, which waits until they are ready
  const worker = jobPod({ ...props, heartbeat: null }, { container: NODE, meeting });
  const [container] = worker.spec.containers;
  const waiting = {
    ...container,
    command: ["/usr/sbin/sshd"],
    args: ["-De", "-f", `${MPI_HOME}/.sshd_config`],
    readinessProbe: { tcpSocket: { port: 2222 }, initialDelaySeconds: 5 },
  };
  const node = { ...worker, spec: { ...worker.spec, containers: [waiting] } };
  return {
    mlPolicy: {
      // as many launchers are started as it says; how many pods there are is the TrainJob's to say
      // (kubeflow/trainer@v2.1.0 pkg/runtime/core/trainingruntime.go, pkg/runtime/framework/plugins/mpi/mpi.go)
      numNodes: 1,
      mpi: {
        mpiImplementation: "OpenMPI",
        numProcPerNode: Math.max(1, props.gpusPerPod),
        runLauncherAsNode: true,
        sshAuthMountPath: `${MPI_HOME}/.ssh`,
      },
    },
    template: {
      spec: {
        ...ends(props),
        network: { publishNotReadyAddresses: true },
        successPolicy: { operator: "All", targetReplicatedJobs: [LAUNCHER] },
        replicatedJobs: [
          { name: NODE, template: { spec: { backoffLimit: 0, template: node } } },
          {
            name: LAUNCHER,
            dependsOn: [{ name: NODE, status: "Ready" }],
            template: { metadata: TRAINER_STEP, spec: { backoffLimit: 0, template: pod } },
          },
        ],
      },
    },
  };
}
