import type { Fault } from "./faults";

const NAMES = "test/kubernetes/versioned-names.test.ts";
const PRIVATE = "test/clouds/aws/kubernetes/private-cluster.slow.test.ts";
const CELLS = "test/acceptance/kubernetes/upgrades/upgrade-cells.ts";

export const BLOCKERS: readonly Fault[] = [
  {
    id: "B1",
    was: "two namespaces that serve from one pool had two DaemonSets of one name, and the release failed",
    tests: { [NAMES]: ["has one agent a pool, whoever serves from which namespace"] },
    plant: [
      "lib/kubernetes/storage/node-caches.ts",
      "return [...namespaces.flatMap((namespace) => weightsVolume(pool, namespace)), agent];",
      "return namespaces.flatMap((namespace) => [...weightsVolume(pool, namespace), agent]);",
    ],
  },
  {
    id: "B2",
    was: "another address of weights mixed two versions of a model behind one endpoint",
    tests: {
      [NAMES]: [
        "has the files of an address once, and another folder for each address and revision",
        "rolls the servers of every engine to another version, and leaves the agent's selector",
        "rolls servers to another revision of files on a mount",
      ],
      [CELLS]: ["another address of weights", "another revision of weights"],
    },
    plant: ["lib/kubernetes/storage/stored-files.ts", '${address} ${revision ?? ""}', "${last}"],
  },
  {
    id: "B3",
    was: "vLLM's own image ended at its start: its user had no name and no home",
    tests: {
      "test/kubernetes/serving/leader-worker-set.test.ts": [
        "have a user with a name and a home to write to, whether or not the image knows the user",
      ],
    },
    plant: ["lib/kubernetes/serving/vllm-pod.ts", "runAsUser: 2000, runAsGroup: 0", "runAsUser: 1000, runAsGroup: 100"],
  },
  {
    id: "B4",
    was: "a cluster without a way out passed the review and could not start: endpoints and registries were missing",
    tests: {
      [PRIVATE]: [
        "takes every image from the mirror, charts and programs alike",
        "makes rules of ECR's cache, repositories for nvcr.io, and lets nodes fill them",
        "adds the endpoints that it calls to its own network",
        "lets the review find what %s lacks",
      ],
      "test/clouds/aws/kubernetes/way-out.test.ts": [
        "is refused, since no endpoint reaches the registries of its images: one %s",
      ],
    },
    plant: ["lib/clouds/aws/kubernetes/registry/called-services.ts", '  "eks-auth",\n', ""],
  },
  {
    id: "B5",
    was: "a Ray cluster in a queue of Kueue took the whole pool, so that one team alone ran",
    tests: {
      "test/clouds/aws/kubernetes/queued-ray-clusters.test.ts": [
        "take what their team owns, so that both teams' run",
        "are elastic with fewest and most workers, admitted worker by worker",
        "have the fixed size that is given",
      ],
      "test/acceptance/kubernetes/real-queues.mjs": [
        "Kueue and KubeRay: two teams with a half of the GPUs each both run",
        "Kueue and KubeRay: the owner gets its GPUs back, and the borrower waits",
      ],
    },
    plant: ["lib/clouds/common/workloads/training-workloads.ts", "(own > 0 ? Math.min(own, pods) : pods)", "pods"],
  },
  {
    id: "B6",
    was: "UltraServers had no ComputeDomain for NVLink over nodes, and x86_64 images on arm64 nodes",
    tests: {
      "test/kubernetes/gpus/compute-domain.test.ts": [
        "has NVIDIA's DRA driver for domains, while GPUs stay the device plugin's",
        "takes node groups of AL2023 on a Kubernetes with resource claims",
        "refuses Ray's x86_64 images on arm64 nodes, wherever they run",
      ],
    },
    limit: "ComputeDomains of p6e-gb200 were accepted by an API server",
    plant: ["lib/kubernetes/nodes/check-architecture.ts", "if (arm === undefined || ", "if (arm !== null || "],
  },
  {
    id: "B7",
    was: "a variable that the library sets too was there twice, and the API server refused the release",
    tests: {
      "test/kubernetes/chart/environment.test.ts": ["a variable that the user sets and the library too"],
      [CELLS]: ["env that the library sets too"],
    },
    plant: [
      "lib/kubernetes/chart/environment.ts",
      "return [...new Map(lists.flat().map((variable) => [variable.name, variable])).values()];",
      "return lists.flat();",
    ],
  },
  {
    id: "B8",
    was: "ordinary changes of a running cluster were refused by the API server, of which `warpform diff` said nothing",
    tests: {
      [NAMES]: [
        "stay, with what a claim cannot change, when the file system grows",
        "is another one when the pool's nodes no longer all stand, since no flavor may lose its topology",
        "is claimed by the same name on a larger type, and by another where the folder is another",
      ],
      "test/diff/judge-objects.test.ts": ["tells what the API server refuses, by object"],
      [CELLS]: [
        "Lustre grows",
        "another instance type",
        "Bottlerocket",
        "a bucket that is written too",
        "a capacity source behind a block",
      ],
    },
    plant: [
      "lib/kubernetes/storage/storage.ts",
      "resources: { requests: { storage: LEAST_CAPACITY } }",
      "resources: { requests: { storage: capacity } }",
    ],
  },
];
