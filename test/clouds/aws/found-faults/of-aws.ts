import type { Fault } from "../../../kubernetes/found-faults/faults";

const AT = "test/clouds/aws";
const TEXTS = `${AT}/resource-texts.test.ts`;
const ORDER = `${AT}/boot-order.test.ts`;
const JOIN = `${AT}/fleet/join-fleet.test.ts`;
const POOL = `${AT}/pools/gpu-node-pool.test.ts`;
const POOL_TEXTS = `${AT}/pools/pool-texts.test.ts`;
const PURCHASE = `${AT}/pools/purchase.test.ts`;
const LUSTRE = `${AT}/storage/lustre/lustre-storage.test.ts`;
const BUCKET = `${AT}/storage/buckets/checkpoint-bucket.test.ts`;
const NETWORK = `${AT}/network/cluster-network.test.ts`;
const SEVERAL = `${AT}/several-clusters.test.ts`;
const CONTROLLER = `${AT}/slurm/controller-permissions.test.ts`;
const BAD = `${AT}/bad-input.test.ts`;

export const AWS: readonly Fault[] = [
  {
    id: "AWS-B1",
    was: "login nodes with SSH had a group whose description EC2 refuses",
    tests: { [TEXTS]: ["of login nodes with SSH are what EC2 takes"] },
    plant: [
      "lib/clouds/aws/slurm/access/login-nodes.ts",
      "SSH to the load balancer of the login nodes",
      "SSH to the login nodes' load balancer",
    ],
  },
  {
    id: "AWS-B2",
    was: "nodes that left a warm pool never answered their launch hook, and were ended after half an hour",
    tests: { [JOIN]: ["is a unit of every boot, since no user data runs when a node leaves the warm pool"] },
  },
  {
    id: "AWS-B3",
    was: "terraform destroy left the nodes that Slurm had started running",
    tests: {
      [`${AT}/slurm/clean-up.slow.test.ts`]: [
        "comes after the head and the launch templates when everything is destroyed, so that nothing is launched any more",
        "is invoked for each pool, with its cluster's tag",
      ],
    },
  },
  {
    id: "AWS-S1",
    was: "the head booted before its way out, its rules and its policy were there",
    tests: { [ORDER]: ["waits for its way out, rules, policies, files and mount targets, and goes before them"] },
    plant: ["lib/clouds/aws/slurm/controller.ts", "waitFor(this.instance, props.needs);", ""],
  },
  {
    id: "AWS-S2",
    was: "the NAT gateway did not wait for the internet gateway",
    tests: { [ORDER]: ["of the NAT gateway comes after the internet gateway"] },
  },
  {
    id: "AWS-S3",
    was: "linking a bucket to a file system with data replaced it, by way of copy_tags_to_backups",
    tests: {
      [LUSTRE]: [
        "is PERSISTENT_2 on SSD by default, compressed, backed up, encrypted with its own key and protected",
        "keeps the file system where a bucket is linked or backups end, which copy_tags_to_backups follows",
      ],
    },
  },
  {
    id: "AWS-S4",
    was: "a reservation whose variable was not set became On-Demand without a word",
    tests: { [BAD]: ["is no On-Demand: %s"] },
  },
  {
    id: "AWS-S5",
    was: "an existing instance profile lost every grant without a word",
    tests: {
      [POOL_TEXTS]: ["prints what the role of a given profile must hold"],
      [CONTROLLER]: [
        "prints what existing profiles of head and login nodes need, in place of roles, and says so in the model",
      ],
      "test/review/rules/security/existing-profile-needs-policy.ts": ["a pool's"],
    },
  },
  {
    id: "AWS-S6",
    was: "a target group's health checks reached no node, which were then replaced endlessly",
    tests: { [JOIN]: ["lets the load balancer in, from the VPC or from its own groups"] },
    plant: [
      "lib/clouds/aws/fleet/node-fleet.ts",
      "if (props.targetPort !== undefined) this.letBalancerIn(props.targetPort, props.targetSecurityGroupIds ?? []);",
      "",
    ],
  },
  {
    id: "AWS-S7",
    was: "file systems, directories and databases outside of the VPC could not be reached",
    tests: {
      [`${AT}/storage/outside-servers.test.ts`]: ["gets its own way out of pool and head"],
      [`${AT}/slurm/ways-out.test.ts`]: ["are reached at their address, on their port"],
    },
  },
  {
    id: "AWS-S8",
    was: "a Kubernetes cluster without a way out passed the review and could pull no image",
    tests: {
      [`${AT}/kubernetes/way-out.test.ts`]: [
        "is refused, since no endpoint reaches the registries of its images: one %s",
      ],
    },
    plant: [
      "lib/clouds/aws/kubernetes/kube-ray-cluster-validation.ts",
      'if (network.egress !== "endpoints-only" || registry !== undefined) return;',
      "return;",
    ],
  },
  {
    id: "AWS-S9",
    was: "the policy of a head with 20 launch templates outgrew what IAM takes",
    tests: { [CONTROLLER]: ["fits into a role's 10,240 characters with 50 pools of 4 sources"] },
  },
  {
    id: "AWS-S10",
    was: "zones of AWS GovCloud and China were accepted with the ARNs of commercial Regions",
    tests: { [POOL_TEXTS]: ["refuses %s, whose ARNs are others"] },
    limit:
      "Commercial Regions only: zones of AWS GovCloud (US), AWS China, the AWS European Sovereign Cloud and the isolated partitions are rejected",
    plant: ["lib/clouds/aws/shared/names.ts", 'if (region.startsWith("cn-")) return "AWS China";', ""],
  },
  {
    id: "AWS-S11",
    was: "errors about Trainium pools on Kubernetes contradicted each other",
    tests: {
      [`${AT}/kubernetes/neuron-pool.test.ts`]: [
        "says of a Trainium pool what is wrong with it, and not of the image that the pool must have",
      ],
    },
    limit: "`KubeRayCluster` rejects Trainium and Inferentia with one message",
  },
  {
    id: "AWS-S12",
    was: "types outside of the catalog stopped the synth, with no way round",
    tests: {
      "test/catalog/extend.test.ts": ["adds instance types, prices and regions that every look-up then finds"],
      "test/catalog/read-again.test.ts": ["has every family that a cluster uses"],
    },
    limit: "The catalog has no P2, P3 (except p3dn.24xlarge)",
  },
  {
    id: "AWS-S13",
    was: "an existing security group was taken to be open to itself",
    tests: {
      [`${AT}/definitions.test.ts`]: ["claims nothing of a security group that was there"],
      [`${AT}/given-resources.test.ts`]: ["are read by preflight.sh, each once, with what all its users take"],
    },
  },
  {
    id: "AWS-M1",
    was: "the provider's Region was not compared with the zone's",
    tests: { [POOL_TEXTS]: ["refuses a zone outside of the provider's region"] },
  },
  {
    id: "AWS-M2",
    was: "two clusters of one stack were taken for one",
    tests: { [SEVERAL]: ["have parts of the same ids, which the model tells apart by their scopes"] },
  },
  {
    id: "AWS-M3",
    was: "records that nodes wrote kept the zone of an imported network from being destroyed",
    tests: { [NETWORK]: ["imports a network without making anything but the private zone"] },
    plant: ["lib/clouds/aws/network/cluster-network-import.ts", "forceDestroy: true,", ""],
  },
  {
    id: "AWS-M4",
    was: "names of roles were longer than IAM takes",
    tests: { [CONTROLLER]: ["has roles whose names IAM takes"] },
  },
  {
    id: "AWS-M5",
    was: "blocks of a part of an UltraServer were accepted",
    tests: { [POOL]: ["takes blocks of whole UltraServers alone"] },
  },
  {
    id: "AWS-M6",
    was: "nothing looked whether the account has the second zone",
    tests: { "test/review/report/preflight.test.ts": ["asks whether the account has the zones of the network: %j"] },
    limit: "The second zone of a network defaults to `b` of its Region",
  },
  {
    id: "AWS-M7",
    was: "two data repositories on one prefix were accepted",
    tests: { [LUSTRE]: ["refuses data repositories that overlap, lie wrong or are too many, all at once"] },
  },
  {
    id: "AWS-M8",
    was: "an imported bucket had no grants",
    tests: { [BUCKET]: ["grants of an existing bucket as of its own"] },
  },
  {
    id: "AWS-M9",
    was: "SMT could not be turned off",
    tests: { [POOL]: ["turns SMT off with all cores, and says nothing of CPUs where the type's threads stay"] },
    limit: "Simultaneous multithreading (SMT) cannot be turned off on Kubernetes",
  },
  {
    id: "AWS-M10",
    was: "a fleet's nodes could change any record of the private zone",
    tests: { [JOIN]: ["a fleet's nodes may set the fleet's name and no other of the zone"] },
  },
  {
    id: "AWS-M11",
    was: "tags that AWS refuses passed",
    tests: {
      [TEXTS]: ["that AWS would refuse stop the synth, with resource, attribute and what is allowed"],
      [BAD]: ["a tag that is AWS' own"],
      [`${AT}/images/node-image.test.ts`]: ["refuses %j"],
    },
  },
  {
    id: "AWS-M12",
    was: "a data source of monitoring was used by nothing",
    tests: {
      [`${AT}/monitoring/cluster-monitoring.test.ts`]: [
        "reads nothing that it does not use, with a key and a topic given",
      ],
    },
  },
  {
    id: "AWS-M13",
    was: "a change of zone did not say that nodes must go first",
    tests: {
      "test/diff/diff.test.ts": ["says that nodes must go before their subnet does, unless their group goes with it"],
    },
  },
  {
    id: "AWS-M14",
    was: "the page of existing file systems named two of the kinds that blueprints take",
    tests: {
      "test/blueprint/schema/file-system-kinds.test.ts": ["are named by the page of the construct that has them: %s"],
    },
  },
  {
    id: "AWS-M15",
    was: "Karpenter might not use the key of a pool's volumes",
    tests: {
      [`${AT}/kubernetes/kube-ray-cluster.test.ts`]: ["lets Karpenter use the key of a pool's volumes, by EC2 alone"],
    },
  },
  {
    id: "AWS-M16",
    was: "any change of a pool's template rolled a training fleet",
    tests: { [JOIN]: ["leaves running nodes as they are where updates are not rolled"] },
  },
  {
    id: "AWS-M17",
    was: "two stacks of one app could have one clusterName",
    tests: { [SEVERAL]: ["are refused at the second, with the way out for two accounts"] },
  },
  {
    id: "AWS-3",
    was: "54 wrong inputs of JavaScript users were silent or ended in a stack trace",
    tests: {
      "test/props/wrong-kinds.slow.test.ts": [
        "answers every wrong value of every prop by one clear error that names the prop",
      ],
      [`${AT}/wrong-arguments.test.ts`]: ["%s is refused, of a pool and of a cluster"],
    },
  },
  {
    id: "AWS-4",
    was: "pools could have neither reservations of a group nor several types",
    tests: {
      [PURCHASE]: ["is named by the launch template"],
      [`${AT}/pools/alternative-types.test.ts`]: [
        "are launched by a fleet in order, on demand and by Spot, and never from a reservation",
      ],
    },
    limit: "Resource groups of reservations are passed by ARN",
  },
  {
    id: "AWS-7 purchase",
    was: "a stack could neither buy a Capacity Block nor make a reservation",
    tests: {
      [PURCHASE]: [
        "is never destroyed, and never buys again because the search finds another offering",
        "reserves for the pool's own launches, in its zone",
      ],
    },
    limit: "Future-dated capacity reservations",
  },
  {
    id: "AWS-7 storage",
    was: "directory buckets and access points were missing",
    tests: { [BUCKET]: ["refuses to import %s, whose policies would be others"] },
    limit: "S3 Express One Zone directory buckets are not created, and `CheckpointBucket.import` rejects them",
  },
  {
    id: "AWS-7 managed",
    was: "AWS PCS, EKS Auto Mode, EKS Capabilities and HyperPod were missing",
    tests: {
      [`${AT}/pcs/parallel-computing.test.ts`]: [
        "makes the cluster, a node group of each pool and a queue of each partition",
      ],
    },
    limit: "EKS Auto Mode, EKS Capabilities and SageMaker HyperPod. Auto Mode and HyperPod own node launch",
  },
  {
    id: "AWS-7 GB200",
    was: "the NVLink of GB200 could not be used over nodes on Kubernetes",
    tests: {
      "test/kubernetes/gpus/compute-domain.test.ts": [
        "has NVIDIA's DRA driver for domains, while GPUs stay the device plugin's",
      ],
    },
    limit: "ComputeDomains of p6e-gb200 were accepted by an API server with NVIDIA's custom resources",
  },
];
