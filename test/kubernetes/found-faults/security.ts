import type { Fault } from "./faults";

const SYSTEM = "test/clouds/aws/kubernetes/platform/system-nodes.test.ts";

export const SECURITY: readonly Fault[] = [
  {
    id: "KubeRay's rights",
    was: "the operator may read Secrets of all namespaces",
    limit: "KubeRay's operator watches all namespaces",
  },
  {
    id: "KEDA's rights",
    was: "KEDA could read every Secret of the cluster",
    tests: {
      "test/clouds/aws/kubernetes/platform/webhook-replicas.slow.test.ts": [
        "and KEDA, which asks Prometheus without a login, reads no Secret of other namespaces",
      ],
    },
  },
  {
    id: "policies of controllers",
    was: "no network policy covers controllers, and 443 was open to everywhere",
    tests: { "test/kubernetes/workloads.test.ts": ["is everything by default, and the named blocks where some are"] },
    limit: "network policies cover namespaces of workloads and node agents, not those of controllers",
  },
  {
    id: "audit labels",
    was: "namespaces had no audit label of pod security",
    tests: {
      "test/kubernetes/workloads.test.ts": [
        "keeps every workload's namespace restricted and shut but for what Ray needs",
      ],
    },
    plant: ["lib/kubernetes/security/pod-security.ts", '"pod-security.kubernetes.io/audit": level,\n', ""],
  },
  {
    id: "role of system nodes",
    was: "user code on system nodes could take the role of the node",
    tests: { [SYSTEM]: ["keeps pods, which Ray heads are, from the role of the node"] },
    plant: [
      "lib/clouds/aws/kubernetes/platform/system-nodes.ts",
      "httpPutResponseHopLimit: 1,",
      "httpPutResponseHopLimit: 2,",
    ],
  },
  {
    id: "digests",
    was: "images of the library's own charts had tags alone",
    tests: { "test/kubernetes/chart/image-mirror.test.ts": ["mirrored"] },
    limit: "`registry.digests` pins images",
  },
  {
    id: "notebooks and the like",
    was: "what other projects install and this one does not",
    limit: "user logins in front of models, notebooks, External DNS",
  },
  {
    id: "history of Ray jobs",
    was: "logs of a Ray job went with its pods",
    tests: {
      "test/clouds/aws/kubernetes/platform/pod-logs.test.ts": [
        "are kept in a group of their own, whose retention is a prop",
      ],
      "test/kubernetes/ray/ray-cluster.test.ts": [
        "are written to the pod's output by a sidecar that starts before Ray and ends after it, of head and workers",
      ],
    },
    limit: "The Ray history server",
  },
];
