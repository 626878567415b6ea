import { z } from "zod";
import { DNS_NAME, HOSTED_ZONE_ID } from "../../../clouds/common/dns-name";
import {
  datasets,
  existingLustre,
  instanceType,
  nodesKey,
  runsAtOnce,
  sizedLustre,
  spareNodes,
  teams,
} from "../architecture-keys";
import { asGiven, fallback, named, unset } from "../key";
import { replicaSharingKeys } from "../sharing-keys";
import { strictObject } from "../strict-object";
import { slurmSchema } from "./adopters/schema-slurm";
import { kubeRaySchema } from "./kubernetes/schema-kube-ray";
import { servingSchema } from "./kubernetes/schema-serving";
import { type MonitoringBlueprint, monitoringSchema } from "./schema-monitoring";
import { existingNetworkSchema } from "./schema-network";
import { capacitySchema, poolSchema } from "./schema-pools";
import { lustreSchema } from "./schema-storage";

const text = z.string();

const capacity = z.array(capacitySchema).min(1);

const poolOptions = poolSchema
  .omit({ instanceType: true, nodes: true, fabric: true, capacity: true, buckets: true, mounts: true })
  .omit({ placement: true, placementGroupName: true, nvmeCachePath: true, nvmeReadCacheFor: true })
  .omit({ migProfile: true, timeSlicingReplicas: true, mpsReplicas: true })
  .describe("Further props of the pool");
/** `architecture.pool`. */
export interface PoolOptionsBlueprint extends z.infer<typeof poolOptions> {}

const common = {
  bucket: unset(text, "Bucket of this blueprint for what must outlive the nodes", "one is made"),
  pool: asGiven(named<PoolOptionsBlueprint>(poolOptions), "none"),
  monitoring: asGiven(
    named<MonitoringBlueprint>(monitoringSchema.describe("Props of the monitoring")),
    "a budget of the monthly cost of the whole design plus 10 %",
  ),
};
const slurmOptions = slurmSchema.omit({ partitions: true, mounts: true }).describe("Props of the Slurm head");
/** `architecture.slurm`. */
export interface SlurmOptionsBlueprint extends z.infer<typeof slurmOptions> {}
const slurm = asGiven(named<SlurmOptionsBlueprint>(slurmOptions), "one partition");

const rayOptions = kubeRaySchema
  .omit({ pools: true, rayClusters: true, fineTuning: true, serving: true, triton: true, queues: true })
  .omit({ fileSystems: true, buckets: true })
  .describe("Props of the Ray cluster");
/** `architecture.ray`. */
export interface RayOptionsBlueprint extends z.infer<typeof rayOptions> {}
const ray = asGiven(named<RayOptionsBlueprint>(rayOptions), "the architecture's own");

const lustreOptions = lustreSchema
  .omit({ kind: true, existing: true, efa: true, importFrom: true, dataRepositories: true })
  .omit({ deploymentType: true, storageType: true, throughputMBps: true, readCacheGiB: true, hddReadCache: true })
  .describe("Props of the file system");
/** `architecture.lustre`. */
export interface LustreOptionsBlueprint extends z.infer<typeof lustreOptions> {}
const lustreProps = named<LustreOptionsBlueprint>(lustreOptions);

const onDemand = fallback(capacity, [{ kind: "on-demand" }], "Sources of nodes in order of preference");

const servingOptions = servingSchema
  .omit({ name: true, pool: true, model: true, weights: true, lora: true, namespace: true })
  .describe("Further options of the served model");
/** `architecture.serving`. */
export interface ServingOptionsBlueprint extends z.infer<typeof servingOptions> {}
const serving = asGiven(
  named<ServingOptionsBlueprint>(servingOptions),
  "replicas and GPUs of one as the requests need",
);

const regionSchema = strictObject(() => ({
  availabilityZone: text.describe("Zone of the nodes, such as us-east-2a; the region follows from it"),
  share: unset(
    z.number().gt(0).lt(1),
    "Part of the requests that comes here while all regions are up; all add up to 1",
    "equal parts",
  ),
  instanceType,
  nodes: nodesKey("nodes", "Most nodes"),
  capacity: onDemand,
  ...replicaSharingKeys,
  vpcCidr: fallback(
    text,
    "10.0.0.0/16",
    "IPv4 CIDR block of the Region's VPC, another in each region whose networks are to be peered",
    ({ owner }) => owner.existingNetwork === undefined,
  ),
  existingNetwork: unset(existingNetworkSchema, "An existing VPC", "a VPC is made"),
  serving,
  ray,
  pool: common.pool,
  monitoring: common.monitoring,
})).describe("One region, a Terraform stack of its own named <name of the blueprint>-<region>");

const inferenceRegionsSchema = strictObject(() => ({
  kind: z.literal("inferenceRegions").describe("A model from several regions behind one DNS name"),
  address: strictObject(() => ({
    name: text
      .regex(DNS_NAME, 'must be a DNS name such as "llm.example.com"')
      .describe("DNS name that clients of all regions use, such as llm.example.com"),
    hostedZoneId: text
      .regex(HOSTED_ZONE_ID, 'must be the id of a Route 53 hosted zone such as "Z0123456789ABCDEFGHIJ"')
      .describe("Route 53 hosted zone, Z…: a private one of the clients' networks, or a public one"),
  })).describe("The name that clients use; a region without a replica that answers is left out of its answers"),
  routing: fallback(
    z.enum(["latency", "weighted"]),
    "latency",
    "Whether clients are sent to the region with the least latency, or by the regions' shares",
  ),
  regions: z.array(regionSchema).min(2).describe("Two regions or more, each once"),
  serving: asGiven(serving.unwrap(), "what each region says"),
})).describe("A model from several regions behind one DNS name, each sized for one other that is out");

/** A cluster that an architecture makes of the workload. */
export const architectureSchema = z
  .discriminatedUnion("kind", [
    strictObject(() => ({
      kind: z.literal("training").describe("A cluster for a pre-training run"),
      instanceType,
      nodes: nodesKey("nodes", "Nodes that the run uses"),
      spareNodes,
      capacity: onDemand,
      scheduler: fallback(z.enum(["slurm", "ray", "fleet"]), "slurm", "Who starts the nodes and the jobs"),
      lustre: sizedLustre(lustreProps),
      existingLustre,
      slurm,
      ray,
      ...common,
    })).describe("A cluster for a pre-training run"),
    strictObject(() => ({
      kind: z.literal("fineTuning").describe("A cluster for LoRA, QLoRA and small full fine-tuning"),
      instanceType,
      nodesPerRun: nodesKey("nodesPerRun", "Nodes of one run"),
      runsAtOnce,
      capacity: fallback(
        capacity,
        [{ kind: "spot" }, { kind: "on-demand" }],
        "Sources of nodes in order of preference",
      ),
      scheduler: fallback(z.enum(["slurm", "ray"]), "slurm", "Who shares the nodes out"),
      teams,
      datasets,
      lustre: asGiven(lustreProps, "capacity and throughput for the runs, with datasets lustre"),
      existingLustre,
      slurm,
      ray,
      ...common,
    })).describe("A cluster for LoRA, QLoRA and small full fine-tuning"),
    strictObject(() => ({
      kind: z.literal("inference").describe("A model behind an OpenAI-compatible address"),
      instanceType,
      nodes: nodesKey("nodes", "Most nodes"),
      capacity: onDemand,
      ...replicaSharingKeys,
      serving,
      ray,
      ...common,
    })).describe("A model behind an OpenAI-compatible address"),
    inferenceRegionsSchema,
    strictObject(() => ({
      kind: z.literal("singleNode").describe("One instance with GPUs"),
      instanceType,
      capacity: onDemand,
      ...common,
    })).describe("One instance with GPUs"),
  ])
  .describe("A cluster derived from the workload; the name is enough, and all it derives can be given");

/** Names that may stand for an architecture alone. */
export const ARCHITECTURES = architectureSchema.options.map(({ shape }) => shape.kind.value);
