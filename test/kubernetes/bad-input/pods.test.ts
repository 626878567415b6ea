import type { PodOptions, PodToleration } from "../../../lib/kubernetes/pods/pod-options";
import type { Workloads } from "../../../lib/kubernetes/workloads";
import { g6e, p5 } from "../pools";
import { clusterOf, modelOf, runOf, tritonOf } from "../samples";
import { ofWorkloads } from "./checked";

const cluster = (pods: PodOptions): Partial<Workloads> => ({ rayClusters: [clusterOf({ pods })] });
const tolerating = (...tolerations: PodToleration[]) => cluster({ tolerations });

describe("checkWorkloads, of what users add to pods", () => {
  it.each<[string, Partial<Workloads>, string]>([
    [
      "Kueue's label of a queue",
      cluster({ labels: { "kueue.x-k8s.io/queue-name": "a" } }),
      'rayClusters[0].pods.labels must not have "kueue.x-k8s.io/queue-name", which is Kueue\'s, which admits pods by it; use queue',
    ],
    [
      "Kueue's label of a priority",
      { fineTuning: [runOf({ pods: { labels: { "kueue.x-k8s.io/priority-class": "production" } } })] },
      'fineTuning[0].pods.labels must not have "kueue.x-k8s.io/priority-class", which is Kueue\'s, which admits pods by it; use priority',
    ],
    [
      "a queue of a served model, which takes none",
      { serving: [modelOf({ pods: { labels: { "kueue.x-k8s.io/queue-name": "a" } } })] },
      'serving[0].pods.labels must not have "kueue.x-k8s.io/queue-name", which is Kueue\'s, which admits pods by it; leave it out, or use a key of your own',
    ],
    [
      "an annotation of Kueue's",
      cluster({ annotations: { "kueue.x-k8s.io/podset-required-topology": "x" } }),
      'rayClusters[0].pods.annotations must not have "kueue.x-k8s.io/podset-required-topology", which is Kueue\'s, which admits pods by it; leave it out, or use a key of your own',
    ],
    [
      "a label of KubeRay's",
      cluster({ labels: { "ray.io/node-type": "head" } }),
      'rayClusters[0].pods.labels must not have "ray.io/node-type", which is KubeRay\'s, which finds head and workers by it; leave it out, or use a key of your own',
    ],
    [
      "a label that KubeRay's Services select by",
      cluster({ labels: { "app.kubernetes.io/name": "train" } }),
      'rayClusters[0].pods.labels must not have "app.kubernetes.io/name", which is what KubeRay\'s Services select pods by; leave it out, or use a key of your own',
    ],
    [
      "the label that a server's Service selects by",
      {
        triton: [
          tritonOf({ replicas: { min: 1, max: 1 }, targetQueueMilliseconds: null, pods: { labels: { app: "other" } } }),
        ],
      },
      'triton[0].pods.labels must not have "app", which is what Services, monitors and workload controllers select pods by; leave it out, or use a key of your own',
    ],
    [
      "a label of warpform's",
      {
        triton: [
          tritonOf({
            replicas: { min: 1, max: 1 },
            targetQueueMilliseconds: null,
            pods: { labels: { "warpform/use": "training" } },
          }),
        ],
      },
      'triton[0].pods.labels must not have "warpform/use", which is set by warpform, whose policies and budgets select pods by it; leave it out, or use a key of your own',
    ],
    [
      "a key with a blank",
      cluster({ labels: { "cost center": "1" } }),
      'rayClusters[0].pods.labels must have keys of up to 63 letters, digits, "-", "_" and ".", optionally after a DNS name and "/", got "cost center"; use "example.com/team", for example',
    ],
    [
      "a key of 64 letters",
      cluster({ annotations: { ["k".repeat(64)]: "1" } }),
      `rayClusters[0].pods.annotations must have keys of up to 63 letters, digits, "-", "_" and ".", optionally after a DNS name and "/", got "${"k".repeat(64)}"; use "example.com/team", for example`,
    ],
    [
      "a label's value with a blank",
      cluster({ labels: { team: "deep learning" } }),
      'rayClusters[0].pods.labels.team must be up to 63 letters, digits, "-", "_" and ".", a letter or digit at both ends, got "deep learning"; use annotations for other text',
    ],
    [
      "a label's value of 64 letters",
      cluster({ labels: { team: "a".repeat(64) } }),
      `rayClusters[0].pods.labels.team must be up to 63 letters, digits, "-", "_" and ".", a letter or digit at both ends, got "${"a".repeat(64)}"; use annotations for other text`,
    ],
    [
      "annotations of more than an object may have",
      cluster({ annotations: { a: "x".repeat(256 * 1024) } }),
      "rayClusters[0].pods.annotations must have at most 262144 bytes in all, got 262145; put the text into a ConfigMap",
    ],
    [
      "a toleration of any value that names one",
      tolerating({ key: "dedicated", operator: "Exists", value: "research" }),
      'rayClusters[0].pods.tolerations[0] has operator "Exists", which takes any value, and value "research"; leave out one of them',
    ],
    [
      "a toleration that compares with nothing",
      tolerating({ key: "dedicated", operator: "Equal" }),
      'rayClusters[0].pods.tolerations[0] has operator "Equal" and no value to compare with; give value, or leave operator out',
    ],
    [
      "a toleration's key with a blank",
      tolerating({ key: "my taint" }),
      'rayClusters[0].pods.tolerations[0].key must be that of a taint, up to 63 letters, digits, "-", "_" and ".", optionally after a DNS name and "/", got "my taint"; use "dedicated", for example',
    ],
    [
      "a toleration's value with a blank",
      tolerating({ key: "dedicated", value: "a b" }),
      'rayClusters[0].pods.tolerations[0].value must be up to 63 letters, digits, "-", "_" and ".", got "a b"; copy it from `kubectl describe node`',
    ],
    [
      "seconds of a taint that ends no pods",
      tolerating({ key: "dedicated", effect: "NoSchedule", tolerationSeconds: 60 }),
      'rayClusters[0].pods.tolerations[0].tolerationSeconds holds with effect "NoExecute" alone, which ends pods that run, got "NoSchedule"; use effect "NoExecute", or leave tolerationSeconds out',
    ],
    [
      "seconds of every effect",
      tolerating({ key: "dedicated", tolerationSeconds: 60 }),
      'rayClusters[0].pods.tolerations[0].tolerationSeconds holds with effect "NoExecute" alone, which ends pods that run, got no effect; use effect "NoExecute", or leave tolerationSeconds out',
    ],
    [
      "the same toleration twice",
      tolerating({ key: "dedicated" }, { key: "dedicated", operator: "Exists" }),
      "rayClusters[0].pods.tolerations[1] says the same as tolerations[0]; leave one of them out",
    ],
    [
      "nodes that are not checked yet",
      tolerating({ key: "startup-taint.cluster-autoscaler.kubernetes.io/node-check" }),
      'rayClusters[0].pods.tolerations[0].key must not be "startup-taint.cluster-autoscaler.kubernetes.io/node-check", the taint of nodes that nodeCheck has not passed yet: pods would start there; leave the toleration out',
    ],
    [
      "nodes that Karpenter drains",
      tolerating({ key: "karpenter.sh/disrupted", effect: "NoSchedule" }),
      'rayClusters[0].pods.tolerations[0].key must not be "karpenter.sh/disrupted", the taint of nodes that start or are drained: pods would start there; leave the toleration out',
    ],
    [
      "more CPUs than the pod's GPUs have of the node",
      {
        triton: [
          tritonOf({
            replicas: { min: 1, max: 1 },
            targetQueueMilliseconds: null,
            gpusPerReplica: 1,
            pods: { resources: { cpus: 12 } },
          }),
        ],
      },
      'triton[0].pods.resources.cpus must be from 1 to 11.5, what 1 of the 4 GPUs of a node of pool "l40s" have of its CPUs, got 12, since more would leave GPUs that no pod can use; use 11.5',
    ],
    [
      "too little memory for Ray",
      { serving: [modelOf({ pods: { resources: { memoryGiB: 1 } } })] },
      'serving[0].pods.resources.memoryGiB must be from 2 to 87, what 1 of the 4 GPUs of a node of pool "l40s" have of its memory, got 1; use 2',
    ],
    [
      "a share of one of two pools",
      {
        rayClusters: [
          clusterOf({
            workerGroups: [
              { name: "h100", of: p5, gpusPerPod: 8, minReplicas: 0, maxReplicas: 4 },
              { name: "l40s", of: g6e, gpusPerPod: 4, minReplicas: 0, maxReplicas: 4 },
            ],
            pods: { resources: { cpus: 64 } },
          }),
        ],
      },
      'rayClusters[0].pods.resources.cpus must be from 1 to 46.5, what 4 of the 4 GPUs of a node of pool "l40s" have of its CPUs, got 64, since more would leave GPUs that no pod can use; use 46.5',
    ],
  ])("refuses %s", (_, over, message) => {
    expect(ofWorkloads(over)).toEqual([message]);
  });

  it("takes what is well: the last good values", () => {
    expect(
      ofWorkloads({
        rayClusters: [
          clusterOf({
            pods: {
              labels: {
                [`${"a".repeat(63)}`]: "b".repeat(63),
                "example.com/empty": "",
                "app.kubernetes.io/part-of": "x",
              },
              annotations: {
                "example.com/any": 'any text, {of} any "form"',
                "cluster-autoscaler.kubernetes.io/safe-to-evict": "false",
              },
              tolerations: [
                { key: "dedicated", value: "a" },
                { key: "dedicated", value: "b" },
                { key: "node.kubernetes.io/unreachable", effect: "NoExecute", tolerationSeconds: 0 },
              ],
            },
          }),
        ],
        triton: [
          tritonOf({
            replicas: { min: 1, max: 1 },
            targetQueueMilliseconds: null,
            pods: { resources: { cpus: 11.5, memoryGiB: 87 } },
          }),
        ],
      }),
    ).toEqual([]);
  });
});
