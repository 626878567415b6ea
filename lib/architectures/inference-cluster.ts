import { Construct } from "constructs";
import { KubeRayCluster } from "../clouds/aws/kubernetes/kube-ray-cluster";
import type { KubeRayClusterProps } from "../clouds/aws/kubernetes/kube-ray-cluster-props";
import type { ServingOptions } from "../clouds/aws/kubernetes/kube-ray-workload-options";
import { ServiceAddress } from "../clouds/aws/kubernetes/service-address";
import type { ServiceAddressOptions } from "../clouds/aws/kubernetes/service-address-props";
import type { ClusterMonitoring } from "../clouds/aws/monitoring/cluster-monitoring";
import type { IClusterNetwork } from "../clouds/aws/network/i-cluster-network";
import { Capacity } from "../clouds/aws/pools/capacity";
import { GpuNodePool } from "../clouds/aws/pools/gpu-node-pool";
import type { GpuSharing } from "../clouds/aws/pools/gpu-sharing";
import { says } from "../clouds/aws/shared/aws-fields";
import { CheckpointBucket } from "../clouds/aws/storage/buckets/checkpoint-bucket";
import type { IBucket } from "../clouds/aws/storage/buckets/i-bucket";
import { requireProps } from "../clouds/common/check-props";
import type { Workload } from "../model/model";
import { optional, type Table } from "../props/field";
import { made } from "../props/nested-fields";
import { whole } from "../props/simple-fields";
import { CLUSTER, partProps, workload } from "./cluster-fields";
import { networkOf } from "./cluster-place";
import type { ClusterProps } from "./cluster-props";
import type { Decision } from "./decision";
import { checkDerivedProps, type OwnProps } from "./derived-props";
import { purchaseOf } from "./purchase-of";
import { type ServiceSize, sizeService } from "./size-service";
import { watchedCluster } from "./watched-cluster";
import { type InferenceWorkloadOptions, inferenceWorkload } from "./workloads";

export interface InferenceClusterProps extends ClusterProps {
  /** The requests and what is promised to them; instance type, nodes and replicas follow. */
  readonly workload: InferenceWorkloadOptions;
  /** Most nodes. @default - as many as the replicas need at the slow end of the estimate */
  readonly nodes?: number;
  /**
   * How replicas of a small model share GPUs: by MIG, or in turns by `GpuSharing.timeSlicing`. Each replica then has one part of
   * one GPU. A smaller GPU is often cheaper; sharing is for large ones that are there already, in reservations or blocks.
   * @default - each replica has whole GPUs
   */
  readonly gpuSharing?: GpuSharing;
  /** Options of the served model beside those that are derived. @default - none */
  readonly serving?: Partial<ServingOptions>;
  /** DNS name of the service, one region's part of it where `InferenceRegions` serves from several. @default - none */
  readonly address?: ServiceAddressOptions;
  /** Props of the Ray cluster. @default - the state of Ray's head in Valkey, so that losing the head does not end the service */
  readonly ray?: OwnProps<"ray", KubeRayClusterProps>;
}

/** What it takes; values that follow from the workload are checked where they do. */
const INFERENCE_CLUSTER = {
  ...CLUSTER,
  workload: workload<InferenceWorkloadOptions>(),
  nodes: optional(whole({ min: 1 })),
  gpuSharing: optional(made<GpuSharing>("a GpuSharing, such as GpuSharing.timeSlicing(4)", says("kind"))),
  serving: optional(partProps<NonNullable<InferenceClusterProps["serving"]>>()),
  address: optional(partProps<ServiceAddressOptions>()),
  ray: optional(partProps<NonNullable<InferenceClusterProps["ray"]>>()),
} satisfies Table<InferenceClusterProps>;

/** Objectives that replicas can be scaled for: what `ServingOptions.targetTimeToFirstTokenSeconds` takes. */
const LEAST_TARGET_SECONDS = 0.02;
const MOST_TARGET_SECONDS = 120;

/** Name of the served model inside the cluster. */
const SERVICE = "model";

/**
 * A model behind an OpenAI-compatible address in one region: vLLM replicas that follow the requests and the time to the first
 * token, adapters beside the base model, weights fetched once to each node's own disk.
 *
 * @throws WarpformError where no design meets the latency objectives, and wherever the parts throw
 */
export class InferenceCluster extends Construct {
  public readonly network: IClusterNetwork;
  /** Weights lie below `weights/<model>` in it, adapters below `adapters`. */
  public readonly bucket: IBucket;
  public readonly pool: GpuNodePool;
  public readonly ray: KubeRayCluster;
  /** Undefined without `address`. */
  public readonly address?: ServiceAddress;
  public readonly monitoring: ClusterMonitoring;
  /** The service in the terms of the model, for `DesignReview.of`. */
  public readonly workload: Extract<Workload, { kind: "inference" }>;
  /** Every size that was derived. */
  public readonly size: ServiceSize;
  /** Every choice and its reason. */
  public readonly decisions: readonly Decision[];

  constructor(scope: Construct, id: string, props: InferenceClusterProps) {
    super(scope, id);
    requireProps(this.node.path, INFERENCE_CLUSTER, props);
    checkDerivedProps(this.node.path, props);
    this.network = networkOf(this, props);
    this.workload = inferenceWorkload(props.workload);
    const { network, workload } = this;
    const capacity = props.capacity ?? [Capacity.onDemand()];
    this.size = sizeService(workload, {
      region: network.region,
      purchase: purchaseOf(capacity),
      instanceType: props.instanceType,
      nodes: props.nodes,
      sharing: props.gpuSharing,
    });
    const { size } = this;
    this.bucket = props.bucket ?? new CheckpointBucket(this, "models", { network });
    this.pool = new GpuNodePool(this, "nodes", {
      network,
      instanceType: size.instanceType,
      nodes: { min: size.leastNodes, max: size.nodes },
      capacity,
      gpuSharing: props.gpuSharing,
      ...props.pool,
    });
    this.ray = new KubeRayCluster(this, "ray", {
      network,
      pools: [this.pool],
      serving: [
        {
          name: SERVICE,
          pool: this.pool,
          model: workload.model.name,
          weights: `s3://${this.bucket.bucketName}/weights/${workload.model.name}`,
          precision: workload.precision,
          tensorParallel: size.tensorParallel,
          replicas: size.replicas,
          // a new version next to the old one takes the fewest replicas twice
          upgradeStrategy: 2 * size.replicas.min > size.replicas.max ? "none" : undefined,
          targetTimeToFirstTokenSeconds: firstTokenTarget(
            workload,
            props.serving?.replicas ?? size.replicas,
            props.ray,
          ),
          lora:
            workload.loraAdapters === 0
              ? undefined
              : {
                  adapters: `s3://${this.bucket.bucketName}/adapters`,
                  maxAdapters: workload.loraAdapters,
                  maxRank: workload.loraRank!,
                },
          ...props.serving,
        },
      ],
      gcsFaultTolerance: true,
      ...props.ray,
    });
    this.ray.grant(...this.bucket.readStatements());
    if (props.address) {
      const service = props.serving?.name ?? SERVICE;
      this.address = new ServiceAddress(this, "address", { ...props.address, ray: this.ray, service });
    }
    const watched = watchedCluster(this, props, { network, pools: [this.pool] });
    this.monitoring = watched.monitoring;
    this.decisions = [...size.decisions, ...watched.decisions];
  }
}

/** Seconds to the first token that replicas are added for: the objective, where the cluster measures it, and there are more to add. */
function firstTokenTarget(
  { timeToFirstTokenSeconds: objective }: Extract<Workload, { kind: "inference" }>,
  replicas: ServiceSize["replicas"],
  ray: InferenceClusterProps["ray"],
): number | undefined {
  if (objective === null || ray?.monitoring === false || replicas.min === replicas.max) return undefined;
  return objective >= LEAST_TARGET_SECONDS && objective <= MOST_TARGET_SECONDS ? objective : undefined;
}
