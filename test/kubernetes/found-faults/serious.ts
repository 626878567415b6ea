import type { Fault } from "./faults";

const OF_RAY = "test/kubernetes/bad-input/ray-clusters.test.ts";
const SYSTEM = "test/clouds/aws/kubernetes/platform/system-nodes.test.ts";
const EXPOSURE = "test/kubernetes/bad-input/exposure.test.ts";
const RAY = "test/kubernetes/ray/ray-cluster.test.ts";

export const SERIOUS: readonly Fault[] = [
  {
    id: "S1",
    was: "node groups of a Capacity Block had nodes before it began and after it ended",
    tests: {
      "test/clouds/aws/kubernetes/platform/dated-blocks.test.ts": [
        "makes the group of a block that is still to begin without nodes, which the autoscaler adds",
        "drains the group before EC2 ends its nodes, half an hour before the end of the block",
      ],
      "test/kubernetes/nodes/static-nodes.test.ts": ["keeps no node of a block that is still to begin"],
    },
    limit: "A Capacity Block is over for synth if it ended before the catalog was last checked",
    plant: [
      "lib/kubernetes/nodes/static-nodes.ts",
      "source.startsOn === null ? mostNodes(pool, source) : 0",
      "mostNodes(pool, source)",
    ],
  },
  {
    id: "S2",
    was: "a model over several nodes was served over TCP with an image without EFA",
    tests: { [OF_RAY]: ["a model over several nodes with an image that cannot use EFA"] },
    plant: [
      "lib/kubernetes/serving/checks/check-parallelism.ts",
      "if (gpus > perNode) checkFabricImage",
      "if (gpus < 0) checkFabricImage",
    ],
  },
  {
    id: "S3",
    was: "quotas of queues did not know the GPUs that served models take",
    tests: {
      "test/kubernetes/queues/outside-queues.test.ts": ["lends queues no GPUs that a server in no queue may take"],
      "test/kubernetes/bad-input/runs-and-queues.test.ts": ["a server that may take GPUs which a team owns"],
    },
    plant: [
      "lib/kubernetes/queues/outside-queues.ts",
      "here(model) ? allReplicas(model)",
      "!model ? allReplicas(model)",
    ],
  },
  {
    id: "S4",
    was: "a group of pods with less than a node's GPUs took the whole node",
    tests: {
      "test/kubernetes/serving/leader-worker-set.test.ts": [
        "take the GPUs of their replica, so that two of four share a node of eight, and no fabric within it",
      ],
    },
    plant: [
      "lib/kubernetes/serving/replica-size.ts",
      "Math.min(gpusPerReplica(props), props.of.type.acceleratorCount)",
      "props.of.type.acceleratorCount",
    ],
  },
  {
    id: "S5",
    was: "clients reached a new version before it was promoted, and a model on all GPUs could never be upgraded",
    tests: {
      "test/kubernetes/serving/model-service.test.ts": [
        "leads to the cluster that was promoted wherever the operator's Service can be named",
      ],
      [EXPOSURE]: ["a model on all GPUs of its pool, which no version could follow"],
    },
    limit: "its own load balancer also routes requests to replicas of the new cluster",
    plant: [
      "lib/kubernetes/serving/model-service.ts",
      "balancer ? undefined : pods.current",
      "undefined as string | undefined",
    ],
  },
  {
    id: "S6",
    was: "a pool of Trainium had two errors that contradict each other",
    tests: {
      "test/clouds/aws/kubernetes/neuron-pool.test.ts": [
        "says of a Trainium pool what is wrong with it, and not of the image that the pool must have",
      ],
    },
    limit: "`KubeRayCluster` rejects Trainium and Inferentia with one message",
  },
  {
    id: "S7",
    was: "the version of Ray in a published image was not compared with `rayVersion`",
    tests: { [OF_RAY]: ["a published image of another Ray version"] },
    plant: ["lib/kubernetes/ray/check-ray.ts", "published !== undefined && published !== version", 'published === ""'],
  },
  {
    id: "S8",
    was: "40 Ray heads were taken on two system nodes, which never grew",
    tests: {
      [OF_RAY]: ["more heads than the system nodes hold"],
      [SYSTEM]: ["grows by Karpenter up to maxSystemNodes, from the group's image, role and subnets"],
    },
    limit: "System nodes grow only with `maxSystemNodes`",
    plant: ["lib/kubernetes/nodes/check-system-nodes.ts", "if (nodes <= most) return;", "if (nodes > 0) return;"],
  },
  {
    id: "S9",
    was: "pods of all teams had one AWS role and one password of Valkey",
    tests: {
      "test/clouds/aws/kubernetes/platform/pod-roles.test.ts": [
        "gives the pods of each namespace a role of their own",
        "allows all namespaces what the cluster is granted, and one what its namespace is",
      ],
      "test/clouds/aws/kubernetes/platform/ray-state-stores.slow.test.ts": [
        "is in a Valkey of each namespace with its own password, where that is asked for",
      ],
    },
    limit: "`gcsFaultTolerance` creates one Valkey store with one password",
    plant: [
      "lib/clouds/common/workloads/granted-namespaces.ts",
      "return serves ? [name, NODE_AGENTS_NAMESPACE] : [name];",
      "return serves ? names : names;",
    ],
  },
  {
    id: "S10",
    was: "tokens were text in the chart and in Terraform's state, with no other way to give them",
    tests: {
      [OF_RAY]: ["a token as text"],
      "test/kubernetes/bad-input/runs-and-queues.test.ts": [
        "refuses tokens as text in runs, models and Triton servers",
      ],
      "test/clouds/aws/kubernetes/workloads/stored-secrets.slow.test.ts": [
        "is mounted by head and workers, which read the variable of the Secret that the driver keeps",
        "is a pull secret of every workload namespace, kept for the pods that mount it",
      ],
    },
    plant: ["lib/kubernetes/security/check-tokens.ts", "TOKEN.test(value) || (SECRET", "(SECRET"],
  },
  {
    id: "S11",
    was: "a public server spoke plain HTTP and asked for no key",
    tests: {
      [EXPOSURE]: [
        "a public server without TLS",
        "a public server without a key",
        "a public server that can ask for no key",
      ],
      "test/kubernetes/serving/model-service.test.ts": [
        "gives vLLM the key that it asks clients for, by reference alone",
      ],
    },
    plant: [
      "lib/kubernetes/serving/checks/check-exposure.ts",
      'if (exposure === "public" && certificateArn === null)',
      'if (exposure === "cluster" && certificateArn === "")',
    ],
  },
  {
    id: "S12",
    was: "engines took no arguments, so that models of the catalog could not start",
    tests: {
      "test/kubernetes/serving/engine-arguments.test.ts": [
        "follow from the precision, which the engine would otherwise not hear of",
        "are the user's where both say something",
      ],
      "test/kubernetes/serving/model-recipes.slow.test.ts": ["%s starts, or is an error that says why not"],
    },
    plant: [
      "lib/kubernetes/serving/engine-arguments.ts",
      "return { ...own, ...given };",
      "return { ...given, ...own };",
    ],
  },
  {
    id: "S13",
    was: "a fabric could not have the capability that it needs",
    tests: {
      "test/kubernetes/platform.test.ts": [
        "gives a worker the capability, network, folders, variables and annotations that the fabric needs",
      ],
    },
    limit: "EFA declares none",
  },
  {
    id: "S14",
    was: "the head of a Ray cluster held up every update of the system nodes",
    tests: {
      [SYSTEM]: ["ends a head that may not be evicted only where it was told to"],
      [RAY]: ["keeps a head from drains, unless its state is elsewhere and it may go"],
    },
    limit: "`PodEvictionFailure` unless the heads are deleted first",
    plant: ["lib/clouds/aws/kubernetes/platform/system-nodes.ts", "props.forceUpdates ?", "props.nodes < 0 ?"],
  },
  {
    id: "S15",
    was: "another image or variable of a Ray cluster reached some of its pods only",
    tests: { [RAY]: ["starts anew with another image, head and workers together"] },
    plant: [
      "lib/kubernetes/ray/ray-cluster.ts",
      'upgradeStrategy: { type: "Recreate" }',
      'upgradeStrategy: { type: "None" }',
    ],
  },
];
