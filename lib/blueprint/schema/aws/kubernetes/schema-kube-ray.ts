import { z } from "zod";
import { defaultGroupRelease, defaultNodeRelease } from "../../../../clouds/aws-rules";
import { BUCKET_MOUNT, FILE_SYSTEM, KUBE_RAY_CLUSTER, QUEUES, TEAM } from "../../../../clouds/aws-tables";
import type { NodeImage } from "../../../../kubernetes/gpus/gpu-stack";
import { teamNamespace } from "../../../../kubernetes/queues/namespaces";
import { fallback, section } from "../../key";
import { keysOf } from "../../keys-of-table";
import { strictObject } from "../../strict-object";
import { batchJobSchema, fineTuningSchema, rayClusterSchema } from "./schema-ray-workloads";
import { addressSchema, gatewaySchema, servingSchema, tritonSchema } from "./schema-serving";

const text = z.string();
const names = z.array(text);

const team = strictObject(() =>
  keysOf("KubeRayCluster.queues.teams[]", TEAM, {
    derived: { namespace: ({ owner }) => teamNamespace({ name: String(owner.name) }) },
  }),
).describe("A team and its quota");

const queues = strictObject(() => ({
  ...keysOf("KubeRayCluster.queues", QUEUES, { without: ["teams"] }),
  teams: z.array(team).min(1).describe("Teams"),
})).describe("How teams share the pools");

const fileSystem = strictObject(() => ({
  fileSystem: text.describe("Name of a Lustre file system of this blueprint"),
  ...keysOf("KubeRayCluster.fileSystems[]", FILE_SYSTEM, { without: ["storage"] }),
})).describe("A file system and where it is mounted");

const bucketMount = strictObject(() => ({
  bucket: text.describe("Name of a bucket of this blueprint"),
  ...keysOf("KubeRayCluster.bucketMounts[]", BUCKET_MOUNT, { without: ["bucket"] }),
})).describe("A bucket as a folder, by Mountpoint for S3");

/** Props that refer to parts of the blueprint, or whose own follow from them; a second stack is a program's affair. */
const SAID_OTHERWISE = [
  "network",
  "pools",
  "rayClusters",
  "fineTuning",
  "jobs",
  "serving",
  "triton",
  "gateway",
  "queues",
  "fileSystems",
  "bucketMounts",
  "workloadsScope",
] as const;

export const kubeRaySchema = strictObject(() => ({
  pools: names.min(1).describe("Pools of this blueprint whose nodes it starts"),
  ...keysOf("KubeRayCluster", KUBE_RAY_CLUSTER, {
    without: SAID_OTHERWISE,
    derived: {
      nodeImageVersion: ({
        owner: {
          provisioner = KUBE_RAY_CLUSTER.provisioner.default,
          nodeImage = KUBE_RAY_CLUSTER.nodeImage.default,
          kubernetesVersion,
        },
      }) =>
        defaultNodeRelease(
          provisioner as "karpenter" | "managed",
          nodeImage as NodeImage,
          kubernetesVersion as string | undefined,
        ),
      systemImageVersion: ({ owner }) => defaultGroupRelease("al2023", owner.kubernetesVersion as string | undefined),
    },
  }),
  rayClusters: fallback(z.array(rayClusterSchema), [], "Long-lived Ray clusters"),
  fineTuning: fallback(z.array(fineTuningSchema), [], "Fine-tuning runs"),
  jobs: fallback(z.array(batchJobSchema), [], "Programs that run to their end"),
  serving: fallback(z.array(servingSchema), [], "Models to serve"),
  triton: fallback(z.array(tritonSchema), [], "Models of any framework to serve"),
  addresses: fallback(z.array(addressSchema), [], "DNS names of models of serving"),
  gateway: section(gatewaySchema, "none; each served model has a load balancer of its own"),
  queues: section(queues, "none; everything starts at once"),
  fileSystems: fallback(z.array(fileSystem), [], "File systems that every workload mounts"),
  bucketMounts: fallback(z.array(bucketMount), [], "Buckets that every workload sees as folders"),
  buckets: fallback(names, [], "Buckets of this blueprint that workloads may read and write"),
})).describe("Ray on EKS over the pools");

/** `kubeRay`: Ray on Kubernetes. */
export interface KubeRayBlueprint extends z.infer<typeof kubeRaySchema> {}
