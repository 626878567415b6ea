// Pods as KubeRay's operator makes them of a Ray object: it adds containers of its own to the templates.
// ray-project/kuberay@v1.7.0 ray-operator/controllers/ray/common/pod.go (DefaultHeadPodTemplate, DefaultWorkerPodTemplate)
import { tail } from "../lib/checks.mjs";

const SMALL = { cpu: "200m", memory: "256Mi" };

function pod(name, namespace, { metadata, spec }, containers, initContainers) {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...metadata, name, namespace },
    spec: { ...spec, containers: [...spec.containers, ...containers], initContainers },
  };
}

/** The head with the autoscaler beside it, and one worker of each group that waits for the head. */
export function operatorPods({ kind, metadata: { name, namespace }, spec }) {
  const cluster = { RayCluster: spec, RayJob: spec?.rayClusterSpec, RayService: spec?.rayClusterConfig }[kind];
  if (!cluster) return [];
  const { enableInTreeAutoscaling, autoscalerOptions = {}, headGroupSpec, workerGroupSpecs } = cluster;
  const [{ image }] = headGroupSpec.template.spec.containers;
  const { resources, securityContext } = autoscalerOptions;
  const autoscaler = enableInTreeAutoscaling ? [{ name: "autoscaler", image, resources, securityContext }] : [];
  return [
    pod(`${name}-head`, namespace, headGroupSpec.template, autoscaler, []),
    ...workerGroupSpecs.map(({ groupName, template }) => {
      const [ray] = template.spec.containers;
      const wait = { name: "wait-gcs-ready", image: ray.image, securityContext: ray.securityContext };
      const waiting = [
        ...(template.spec.initContainers ?? []),
        { ...wait, resources: { requests: SMALL, limits: SMALL } },
      ];
      return pod(`${name}-${groupName}`, namespace, template, [], waiting);
    }),
    ...(spec.submitterPodTemplate ? [pod(`${name}-submitter`, namespace, spec.submitterPodTemplate, [], [])] : []),
  ];
}

/** What the API server says against the pods of the installed objects; and whether it would refuse a head without care. */
export function refusedPods(cluster, objects) {
  const refusal = (of) => {
    const result = cluster.kubectl(["create", "--dry-run=server", "-f", "-"], JSON.stringify(of));
    return result.status === 0 ? "" : tail(result, 2);
  };
  const pods = objects.flatMap(operatorPods);
  const bare = structuredClone(pods[0]);
  if (!bare) return "";
  delete bare.spec.containers.at(-1).securityContext;
  const { namespace } = bare.metadata;
  const home = objects.find(({ kind, metadata }) => kind === "Namespace" && metadata.name === namespace);
  // pods of some fabrics do what only `privileged` lets them
  const restricted = home?.metadata.labels["pod-security.kubernetes.io/enforce"] !== "privileged";
  if (restricted && !/violates PodSecurity/.test(refusal(bare)))
    return `${bare.metadata.name} is taken without a security context`;
  return pods.map(refusal).find((of) => of !== "") ?? "";
}
