import { type EnvironmentVariable, mergedEnvironment } from "../chart/environment";
import { USE_LABEL } from "../chart/names";
import { memoryQuantity } from "../chart/quantity";
import { domainParts } from "../gpus/compute-domain";
import { sharedMemoryPath } from "../nodes/pool";
import { fabricParts } from "../platform/fabric-pod";
import { topologyAnnotations } from "../ray/ray-pod";
import { resourceList, withoutFabric, workerResources } from "../ray/worker-resources";
import { RESTRICTED_POD } from "../security/pod-security";
import { podVolume, volumeMount } from "../storage/pod-volume";
import type { BatchJobProps } from "./job-props";

const HOME = "/home/job";

/** The image's own user may be root, which `restricted` forbids; this one has a home that it may write to. */
const USER: readonly EnvironmentVariable[] = [
  { name: "HOME", value: HOME },
  { name: "USER", value: "job" },
  { name: "LOGNAME", value: "job" },
];

/** What tells the pods of a run apart. */
export interface JobPod {
  /** Name of its container. */
  readonly container: string;
  /** Variables with which its processes find each other. */
  readonly meeting: readonly EnvironmentVariable[];
}

/** Time for a hanging process to say where it is; it may be deaf to the signal. */
const HANGING_SECONDS = 30;

/**
 * The kubelet ends a container whose file nobody touches: its pod fails, and with it the run, which starts again as often as it may. A
 * process in a collective that never ends would hold its GPUs for ever.
 * @see https://kubernetes.io/docs/concepts/workloads/pods/probes/
 */
function heartbeatProbes({ heartbeat }: BatchJobProps) {
  if (!heartbeat) return {};
  const { file, minutes, startMinutes } = heartbeat;
  const probe = (script: string) => ({
    exec: { command: ["sh", "-c", script] },
    periodSeconds: 60,
    timeoutSeconds: 10,
    terminationGracePeriodSeconds: HANGING_SECONDS,
  });
  const age = `$(( $(date +%s) - $(stat -L -c %Y ${file}) ))`;
  return {
    startupProbe: { ...probe(`test -e ${file}`), failureThreshold: startMinutes },
    // three failures, since reading the age of a file on a busy mount may take longer than a probe waits
    livenessProbe: { ...probe(`test ${age} -lt ${minutes * 60}`), failureThreshold: 3 },
  };
}

/** The pod of a job: restricted, with its share of a node, and a home that it may write to. */
export function jobPod(props: BatchJobProps, { container, meeting }: JobPod) {
  const { of, nodes } = props;
  const share = workerResources(of, props.gpusPerPod, props.env, props.pods);
  const worker = nodes > 1 ? share : withoutFabric(share);
  const fabric = fabricParts(of.fabric, worker.fabricDevices);
  const nvlink = domainParts(of, nodes > 1 ? props.name : null, worker.gpus);
  const resources = resourceList(worker);
  return {
    metadata: {
      labels: { [USE_LABEL]: "training" },
      annotations: {
        "karpenter.sh/do-not-disrupt": "true",
        ...topologyAnnotations(of, nodes > 1),
        ...fabric.annotations,
      },
    },
    spec: {
      serviceAccountName: props.serviceAccount,
      restartPolicy: "Never",
      // a spot node gives two minutes' notice: enough to save
      terminationGracePeriodSeconds: 120,
      ...fabric.spec,
      ...nvlink.spec,
      securityContext: RESTRICTED_POD,
      nodeSelector: of.selector,
      tolerations: of.tolerations,
      containers: [
        {
          name: container,
          image: props.image,
          command: props.command,
          env: mergedEnvironment(USER, meeting, fabric.environment, props.env),
          resources: { requests: resources, limits: resources, ...nvlink.resources },
          ...heartbeatProbes(props),
          securityContext: fabric.security,
          volumeMounts: [
            { name: "shm", mountPath: sharedMemoryPath(of) },
            { name: "home", mountPath: HOME },
            ...fabric.mounts,
            ...props.volumes.map(volumeMount),
          ],
        },
      ],
      volumes: [
        { name: "shm", emptyDir: { medium: "Memory", sizeLimit: memoryQuantity(worker.sharedMemoryBytes) } },
        { name: "home", emptyDir: {} },
        ...fabric.volumes,
        ...props.volumes.map(podVolume),
      ],
    },
  };
}
