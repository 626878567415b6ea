// A job that a person submits to a team's queue by kubectl, for a pool that Kueue places by topology.
import { check, tail } from "../lib/checks.mjs";

export const TITLE =
  "Kueue: a job of one's own on a pool with a topology waits, and runs with the annotation that its queue names";

/** Labels of EC2's network, which fake nodes have not. */
export const NETWORK = Object.fromEntries(
  [1, 2, 3].map((layer) => [`topology.k8s.aws/network-node-layer-${layer}`, `nn-${layer}`]),
);

const job = (name, { namespace, queue, pool }, annotations) => ({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name, namespace, labels: { "kueue.x-k8s.io/queue-name": queue } },
  spec: {
    suspend: true,
    template: {
      metadata: { annotations },
      spec: {
        restartPolicy: "Never",
        nodeSelector: { "warpform/pool": pool },
        tolerations: [{ key: "nvidia.com/gpu", operator: "Exists" }],
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
        containers: [
          {
            name: "train",
            image: "registry.example/train:1",
            securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
            resources: { requests: { cpu: "8", memory: "64Gi" }, limits: { "nvidia.com/gpu": "8" } },
          },
        ],
      },
    },
  },
});

/** Submits one with and one without what the chart's queue says. */
export function ownJobs(cluster, objects, pool) {
  check(TITLE, () => {
    const { metadata } = objects.find((object) => object.kind === "LocalQueue" && object.metadata.annotations);
    const says = metadata.annotations["warpform/own-pods-need"];
    const [, pools, annotation, value] = /^pods on (.+): annotation (\S+): "(\w+)"/.exec(says) ?? [];
    if (pools !== pool) return `the queue says ${says}`;
    const of = { namespace: metadata.namespace, queue: metadata.name, pool };
    const applied = cluster.apply([job("without", of, {}), job("with", of, { [annotation]: value })]);
    if (applied.status !== 0) return tail(applied, 5);
    const workload = (name) =>
      cluster
        .get("workloads.kueue.x-k8s.io", "-n", of.namespace)
        .find(({ metadata: { ownerReferences } }) => ownerReferences?.some((owner) => owner.name === name));
    const told = (name) => (workload(name)?.status?.conditions ?? []).map(({ message }) => message).join(" / ");
    const late = cluster.until(60, () => {
      const ended = cluster.get("jobs", "-n", of.namespace).find((one) => one.metadata.name === "with")?.status;
      return ended?.succeeded === 1 ? "" : `with it: ${JSON.stringify(ended)}, ${told("with")}`;
    });
    const waits = cluster.until(30, () =>
      told("without").includes("supports only TopologyAwareScheduling") ? "" : `without it: ${told("without")}`,
    );
    cluster.must(["delete", "jobs", "with", "without", "-n", of.namespace, "--wait=true", "--timeout=60s"]);
    return late ?? waits;
  });
}
