import { z } from "zod";
import { DEFAULT_EKS_VERSION } from "../../catalog/eks";
import { RAY_GPU_IMAGE, RAY_LLM_IMAGE } from "../../kubernetes/chart/images";
import { defaultNodeImageVersion, nodeGpus, nodeGroupRelease, rayNamespace, scalesWithLoad } from "./derivations";
import { derived, fallback, section, unset } from "./key";
import { textMap } from "./schema-network";
import {
  addressSchema,
  environment,
  gatewaySchema,
  location,
  rayVersion,
  secretEnvironment,
  servingSchema,
  tritonSchema,
} from "./schema-serving";

const count = z.number().int();
const text = z.string();
const names = z.array(text);
const queue = unset(text, "Team that it counts for", "none; it starts at once");
const priority = unset(
  z.enum(["production", "normal", "scavenger"]),
  "Before what else of the team it goes, and what is put back for it; only in a queue",
  "normal, in a queue",
);
const namespace = derived(text, "Kubernetes namespace", "the queue's team's, or ray", rayNamespace);

const rayCluster = z
  .strictObject({
    name: text.describe("1 to 40 lower-case letters, digits and dashes"),
    pools: names.min(1).describe("Pools whose nodes its workers use, one worker group each"),
    namespace,
    queue,
    priority,
    image: fallback(text, RAY_GPU_IMAGE, "Image with Ray; on a fabric one that has libfabric and aws-ofi-nccl"),
    rayVersion,
    gpusPerPod: unset(
      count,
      "GPUs (MIG devices, shares) of a worker; must divide a node's",
      "a node's whole; 1 with time slicing or MPS",
    ),
    workers: unset(
      z.strictObject({ min: count.describe("Fewest pods"), max: count.describe("Most pods") }),
      "Worker pods of each pool; elastic in a queue where max is more than min",
      "the pool's nodes; in a queue of Kueue the GPUs that the team owns",
    ),
    autoscaling: derived(
      z.boolean(),
      "Whether workers come and go with the load",
      "true; in a queue of Kueue where workers has two numbers",
      scalesWithLoad,
    ),
    idleMinutes: fallback(count, 10, "Minutes that a worker idles before it is removed, 1 to 1440"),
    env: environment,
    secretEnv: secretEnvironment,
  })
  .describe("A long-lived Ray cluster that people submit to");

const fineTuning = z
  .strictObject({
    name: text.describe("Name of the run; a job of the same name resumes"),
    pool: text.describe("Pool whose nodes it uses"),
    model: text.describe(`Base model: ${location}, or its name on the hub`),
    data: text.describe(`JSON lines: ${location}`),
    storage: text.describe(`Checkpoints: ${location}`),
    adapters: text.describe(`Finished adapters: ${location}; give serving the same`),
    namespace,
    queue,
    priority,
    gpus: derived(count, "GPUs: whole nodes, or a part that divides one", "one node's", nodeGpus),
    method: fallback(z.enum(["lora", "qlora"]), "lora", "Adapters, or adapters over 4-bit weights"),
    rank: fallback(count, 16, "Rank of the adapters, 1 to 512"),
    epochs: fallback(z.number(), 1, "Times through the data"),
    sequenceLength: fallback(count, 2048, "Tokens of a sequence"),
    batchPerGpu: fallback(count, 4, "Sequences a GPU and step"),
    learningRate: fallback(z.number(), 2e-4, "Learning rate"),
    checkpointSteps: fallback(count, 100, "Steps between checkpoints; a lost spot node costs at most so many"),
    retries: fallback(count, 3, "Times that the job is started again as a whole"),
    deadlineMinutes: unset(count, "Minutes after which it is ended", "no limit"),
    image: fallback(text, RAY_LLM_IMAGE, "Image with Ray, PyTorch and transformers"),
    pipPackages: unset(names, "Python packages beyond the image, pinned", "peft and bitsandbytes"),
    rayVersion,
    env: environment,
    secretEnv: secretEnvironment,
  })
  .describe("A LoRA or QLoRA run that resumes from its checkpoints");

const team = z
  .strictObject({
    name: text.describe("Its name"),
    namespace: derived(text, "Kubernetes namespace", "team-<name>", ({ owner }) => `team-${owner.name}`),
    gpus: z.record(text, count).describe("Whole GPUs by pool that are the team's own"),
    weight: fallback(z.number(), 1, "Share of what others leave"),
    borrowing: fallback(z.boolean(), true, "Whether it may use what others leave"),
  })
  .describe("A team and its quota");

const rayMonitoring = z
  .strictObject({
    storageGiB: fallback(count, 100, "Disk of Prometheus, 10 to 16384 GiB"),
    retentionDays: fallback(count, 15, "Days that metrics are kept, 1 to 365"),
    idleGpuMinutes: fallback(z.number(), 30, "Minutes a GPU that a pod holds may idle before somebody hears of it"),
    queueHours: fallback(count, 4, "Hours a workload or pod may wait before somebody hears of it, 1 to 720"),
  })
  .describe("Prometheus, Grafana, DCGM and EFA metrics with alerts");

export const kubeRaySchema = z
  .strictObject({
    pools: names.min(1).describe("Pools of this blueprint whose nodes it starts"),
    provisioner: fallback(z.enum(["karpenter", "managed"]), "karpenter", "Who starts nodes"),
    nodeImage: fallback(z.enum(["al2023", "bottlerocket"]), "al2023", "Image family of GPU nodes"),
    nodeImageVersion: derived(
      text,
      "Release of the image family",
      "a known one; the newest of bottlerocket with managed and Kubernetes 1.31 or 1.32",
      defaultNodeImageVersion,
    ),
    kubernetesVersion: fallback(text, DEFAULT_EKS_VERSION, "Kubernetes version that EKS supports"),
    addOnVersions: fallback(textMap, {}, "Versions of EKS add-ons by name; those not named are the catalogue's"),
    publicEndpointCidrs: fallback(names, [], "Who may reach the API from the internet; without any it is private"),
    administratorArns: fallback(names, [], "Roles and users that administer the cluster, beside whoever applies"),
    systemInstanceType: fallback(text, "m7i.2xlarge", "Type of the nodes for controllers and Ray heads"),
    systemNodes: fallback(count, 3, "How many of them, 2 to 20"),
    systemImageVersion: derived(
      text,
      "Release of AL2023 that they boot, such as 1.35.6-20260714, or latest",
      "a tested one of the Kubernetes version",
      nodeGroupRelease,
    ),
    forceSystemUpdates: fallback(
      z.boolean(),
      false,
      "Whether an update of theirs ends Ray heads that may not be evicted",
    ),
    imagePullSecret: unset(text, "Secret in each workload namespace with the login of a registry", "none"),
    rayClusters: fallback(z.array(rayCluster), [], "Long-lived Ray clusters"),
    fineTuning: fallback(z.array(fineTuning), [], "Fine-tuning runs"),
    serving: fallback(z.array(servingSchema), [], "Models to serve"),
    triton: fallback(z.array(tritonSchema), [], "Models of any framework to serve"),
    addresses: fallback(z.array(addressSchema), [], "DNS names of models of serving"),
    gateway: section(gatewaySchema, "none; each served model has a load balancer of its own"),
    queues: section(
      z
        .strictObject({
          scheduler: fallback(
            z.enum(["kueue", "kai"]),
            "kueue",
            "Who holds the queues: Kueue by pool, or NVIDIA's KAI scheduler over all pools",
          ),
          teams: z.array(team).min(1).describe("Teams"),
        })
        .describe("How teams share the pools"),
      "none; everything starts at once",
    ),
    fileSystems: fallback(
      z.array(
        z
          .strictObject({
            fileSystem: text.describe("Name of a Lustre file system of this blueprint"),
            path: text.describe("Where every workload sees it, such as /fsx"),
          })
          .describe("A file system and where it is mounted"),
      ),
      [],
      "File systems that every workload mounts",
    ),
    bucketMounts: fallback(
      z.array(
        z
          .strictObject({
            bucket: text.describe("Name of a bucket of this blueprint"),
            path: text.describe("Where every workload sees it, such as /data"),
            prefix: unset(text, "Folder of the bucket that is seen there, such as imagenet/", "the whole bucket"),
            readOnly: fallback(z.boolean(), true, "Whether workloads only read; else they write whole new files too"),
          })
          .describe("A bucket as a folder, by Mountpoint for S3"),
      ),
      [],
      "Buckets that every workload sees as folders",
    ),
    buckets: fallback(names, [], "Buckets of this blueprint that workloads may read and write"),
    monitoring: fallback(
      z.union([z.literal(false), rayMonitoring]),
      {},
      "Prometheus, Grafana, DCGM and EFA metrics with alerts; false for none",
    ),
    gcsFaultTolerance: fallback(z.boolean(), false, "Whether rayClusters survive the loss of a head, by a Valkey"),
    gcsNodeType: fallback(text, "cache.t4g.medium", "Node type of that Valkey"),
    tls: fallback(z.boolean(), false, "Whether the processes of rayClusters speak TLS"),
    monthlyBudgetUsd: unset(z.number().positive(), "Budget of what carries the cluster's tag", "none"),
    budgetEmails: fallback(names, [], "Up to 10 addresses that hear of the budget"),
    budgetTopicArn: unset(text, "SNS topic that hears of the budget", "none"),
    logRetentionDays: fallback(count.min(1).max(3653), 365, "Days that the control plane's logs are kept"),
    permissionsBoundaryArn: unset(text, "Permissions boundary of the roles that are made", "none"),
  })
  .describe("Ray on EKS over the pools");
