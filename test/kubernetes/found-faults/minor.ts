import type { Fault } from "./faults";

const VALUES = "test/clouds/aws/kubernetes/bad-values.slow.test.ts";
const SERVED = "test/kubernetes/bad-input/served-models.test.ts";
const POOLS = "test/kubernetes/bad-input/pools.test.ts";
const EXPOSURE = "test/kubernetes/bad-input/exposure.test.ts";

export const MINOR: readonly Fault[] = [
  {
    id: "M1",
    was: "no replicas were not reached with a Ray that starts every model",
    tests: { [SERVED]: ["no replicas on a Ray that starts every model"] },
    plant: [
      "lib/kubernetes/serving/checks/check-scaling.ts",
      "const ZERO_REPLICAS = [2, 56];",
      "const ZERO_REPLICAS = [2, 5];",
    ],
  },
  {
    id: "M2",
    was: "a certificate of another region was taken",
    tests: { [VALUES]: ["a model's certificate of another region", "a gateway's certificate of another region"] },
  },
  {
    id: "M3",
    was: "an octet above 255, private blocks and halves of the internet were taken as clients of the API",
    tests: {
      [VALUES]: [
        "an octet above 255",
        "a private block, from which nothing comes by the internet",
        "halves of the internet",
      ],
    },
    plant: ["lib/units/client-blocks.ts", "const SHORTEST_PREFIX = 8;", "const SHORTEST_PREFIX = 0;"],
  },
  {
    id: "M4",
    was: "requests longer than the model takes were accepted",
    tests: { [VALUES]: ["requests longer than the model takes"] },
  },
  {
    id: "M5",
    was: "a label that no node can ever have was accepted",
    tests: { [POOLS]: ["a label that only the kubelet sets"] },
    plant: ["lib/kubernetes/nodes/check-pools.ts", "/(^|\\.)(kubernetes\\.io|k8s\\.io)$/.test(prefix) || ", ""],
  },
  {
    id: "M6",
    was: "a group of pods and a model of Ray had a Service of one name",
    tests: { [EXPOSURE]: ["a group whose Service has the name of a model of Ray's"] },
    plant: ["lib/kubernetes/check-services.ts", '["", "-serve"]', '[""]'],
  },
  {
    id: "M7",
    was: "errors of a pool without GPUs and of a number as a variable could not be understood",
    tests: {
      [SERVED]: ["serving from a pool without GPUs"],
      "test/clouds/aws/kubernetes/kube-ray-cluster-shapes.test.ts": ["KubeRayCluster from JavaScript"],
    },
  },
  {
    id: "M8",
    was: "the rule efa-missing was an error for a Ray cluster that people submit work to",
    tests: { "test/review/rules/fabric/efa-missing.ts": ["a Ray cluster that people submit work to"] },
  },
  {
    id: "M9",
    was: "two models at one address were fetched twice to each node",
    tests: {
      "test/kubernetes/versioned-names.test.ts": [
        "has the files of an address once, and another folder for each address and revision",
      ],
    },
  },
  {
    id: "M10",
    was: "vLLM in groups had no probes for its start and its life",
    tests: {
      "test/kubernetes/serving/leader-worker-set.test.ts": [
        "are given time to load, then restarted where the engine no longer answers",
      ],
    },
  },
  {
    id: "M11",
    was: "pods over EFA asked for huge pages that libfabric was told not to use",
    tests: {
      "test/kubernetes/ray/ray-cluster.test.ts": [
        "asks for 8 GPUs, 32 EFA interfaces and no unused huge pages on a whole p5 node, with limits equal to requests",
      ],
    },
    limit: "the EKS images reserve huge pages at boot",
    plant: [
      "lib/clouds/aws/kubernetes/writers/efa-driver.ts",
      "return !OFF.includes(setting",
      "return setting === null || !OFF.slice(4).includes(setting",
    ],
  },
  {
    id: "M12",
    was: "`hugePages2MiB` of a fabric was ignored",
    tests: {
      "test/clouds/aws/kubernetes/kube-ray-cluster-validation.test.ts": [
        "huge pages of a fabric, which its nodes would not reserve",
      ],
    },
  },
  {
    id: "M13",
    was: "root disks had no throughput of their own",
    tests: { "test/acceptance/kubernetes/upgrades/upgrade-cells.ts": ["a faster root disk"] },
  },
  {
    id: "M14",
    was: "controllers whose webhooks fail closed had one replica",
    tests: {
      "test/clouds/aws/kubernetes/platform/webhook-replicas.slow.test.ts": ["controllers whose webhooks fail closed"],
    },
  },
  { id: "M15", was: "Gateway API's kinds come from another project's chart", limit: "come from a chart of Wiremind" },
  { id: "M16", was: "CoreDNS is not autoscaled", limit: "CoreDNS runs with the replicas of its add-on" },
  { id: "M17", was: "no secondary address blocks for pods", limit: "secondary CIDR" },
  { id: "M18", was: "alpha features of Karpenter were not called so", limit: "NodeOverlay and node" },
  {
    id: "AWS-M15",
    was: "Karpenter could not use the key of a pool's volumes",
    tests: {
      "test/clouds/aws/kubernetes/kube-ray-cluster.test.ts": [
        "lets Karpenter use the key of a pool's volumes, by EC2 alone",
      ],
    },
    plant: ["lib/clouds/aws/kubernetes/platform/karpenter-access.ts", '"kms:GenerateDataKeyWithoutPlaintext",\n', ""],
  },
];
