import { Construct, type IConstruct } from "constructs";
import { type Cloud, type Kind, type Part, type PropsOf, partsOf } from "../clouds/cloud";
import { placed } from "../clouds/common/placed";
import { type DefaultCloud, defaultCloud, type ServingOptions } from "../clouds/default-cloud";
import type { Pool } from "../clouds/part-kinds";
import { DEFAULT_ENGINE } from "../kubernetes/serving/serving-engine";
import type { Workload } from "../model/model";
import { optional, type Table } from "../props/field";
import { made, says } from "../props/nested-fields";
import { whole } from "../props/simple-fields";
import { CLUSTER, partProps, workload } from "./cluster-fields";
import { networkOf } from "./cluster-place";
import type { ClusterProps } from "./cluster-props";
import { defineInferenceCluster, type InferenceDefinition } from "./define-inference-cluster";
import { type OwnProps, requireArchitecture } from "./derived-props";
import { monitoredCluster } from "./monitored-cluster";
import { PartsAtOnce } from "./parts-at-once";
import type { Decision } from "./sizing/decision";
import type { ServiceSize } from "./sizing/size-service";
import type { InferenceWorkloadOptions } from "./workloads";

/** A DNS name that a service has in a cloud. */
export type AddressOptions<C extends Cloud = DefaultCloud> = Omit<PropsOf<C, "ServiceAddress">, "ray" | "service">;

export interface InferenceClusterProps<C extends Cloud = DefaultCloud> extends ClusterProps<C> {
  /** The requests and what is promised to them; instance type, nodes and replicas follow. */
  readonly workload: InferenceWorkloadOptions;
  /** Most nodes. @default - as many as the replicas need at the slow end of the estimate */
  readonly nodes?: number;
  /**
   * How replicas of a small model share GPUs: by MIG, or in turns by `GpuSharing.timeSlicing`. Each replica then has one part of
   * one GPU. A smaller GPU is often cheaper; sharing is for large ones that you already have, in reservations or blocks.
   * @default - each replica has whole GPUs
   */
  readonly gpuSharing?: Kind<C, "sharing">;
  /** Options of the served model, in addition to those that are derived. @default - none */
  readonly serving?: Partial<ServingOptions>;
  /** DNS name of the service, one region's part of it where `InferenceRegions` serves from several. @default - none */
  readonly address?: AddressOptions<C>;
  /** Props of the Ray cluster. @default - the state of Ray's head in Valkey, so that losing the head does not end the service */
  readonly ray?: OwnProps<"ray", PropsOf<C, "KubeRayCluster">>;
}

/** What it takes; values that follow from the workload are checked where they do. */
export const INFERENCE_CLUSTER = {
  ...CLUSTER,
  workload: workload<InferenceWorkloadOptions>(),
  nodes: optional(whole({ min: 1 })),
  gpuSharing: optional(
    made<NonNullable<InferenceClusterProps["gpuSharing"]>>(
      "a GpuSharing, such as GpuSharing.timeSlicing(4)",
      says("kind"),
    ),
  ),
  serving: optional(partProps<NonNullable<InferenceClusterProps["serving"]>>()),
  address: optional(partProps<AddressOptions>()),
  ray: optional(partProps<NonNullable<InferenceClusterProps["ray"]>>()),
} satisfies Table<InferenceClusterProps>;

/** Name of the served model inside the cluster. */
const SERVICE = "model";

/** Parts that every one is made of. */
const PARTS = ["Capacity", "CheckpointBucket", "GpuNodePool", "KubeRayCluster"] as const;

/**
 * A model behind an OpenAI-compatible address in one region: vLLM replicas that follow the requests and the time to the first
 * token, adapters beside the base model, weights fetched once to each node's own disk.
 *
 * @throws WarpformError where no design meets the latency objectives, and wherever the parts throw
 */
export class InferenceCluster<C extends Cloud = DefaultCloud> extends Construct {
  public readonly network: Kind<C, "network">;
  /** Weights lie below `weights/<model>` in it, adapters below `adapters`. */
  public readonly bucket: Kind<C, "bucket">;
  public readonly pool: Part<C, "GpuNodePool">;
  public readonly ray: Part<C, "KubeRayCluster">;
  /** Undefined without `address`. */
  public readonly address?: Part<C, "ServiceAddress">;
  public readonly monitoring: Part<C, "ClusterMonitoring">;
  /** The service in the terms of the model, for `DesignReview.of`. */
  public readonly workload: Extract<Workload, { kind: "inference" }>;
  /** Every size that was derived. */
  public readonly size: ServiceSize;
  /** Every choice and its reason. */
  public readonly decisions: readonly Decision[];

  /** @param cloud whose parts it is made of */
  constructor(
    scope: Construct,
    id: string,
    props: InferenceClusterProps<C>,
    private readonly cloud: C = defaultCloud as unknown as C,
  ) {
    super(...placed(new.target, scope, id));
    requireArchitecture(this.node.path, INFERENCE_CLUSTER, props);
    const { CheckpointBucket } = partsOf(cloud, this.node.path, ...PARTS);
    const network = networkOf(this, props, cloud);
    const of = defineInferenceCluster(props, { region: network.region, cloud: cloud.facts });
    const { size } = of;
    this.network = network;
    this.workload = of.workload;
    this.size = size;
    this.bucket = props.bucket ?? new CheckpointBucket(this, "models", { network });
    const parts = new PartsAtOnce(this);
    const pool = parts.make("pool", props, (own) => this.poolOf(own, of), "capacity");
    this.pool = pool;
    const ray = parts.make("ray", props, (own) => this.servingCluster(own, of, pool));
    this.ray = ray;
    cloud.bucketAccess.grantRead(ray, this.bucket);
    if (props.address) {
      const service = props.serving?.name ?? SERVICE;
      const { ServiceAddress } = partsOf(cloud, this.node.path, "ServiceAddress");
      const made = { ray, service };
      this.address = parts.make("address", props, ({ address }) =>
        address ? new ServiceAddress(this, "address", { ...address, ...made }) : undefined,
      );
    }
    const observed = { network, pools: [pool] };
    const watched = parts.make("monitoring", props, (own) => monitoredCluster(this, own, observed, cloud));
    parts.throwIfAny();
    this.monitoring = watched.monitoring;
    this.decisions = [...size.decisions, ...watched.decisions];
  }

  private poolOf(props: InferenceClusterProps<C>, { size }: InferenceDefinition) {
    const { Capacity, GpuNodePool } = partsOf(this.cloud, this.node.path, "Capacity", "GpuNodePool");
    return new GpuNodePool(this, "nodes", {
      network: this.network,
      instanceType: size.instanceType,
      nodes: { min: size.leastNodes, max: size.nodes },
      capacity: props.capacity ?? [Capacity.onDemand()],
      gpuSharing: props.gpuSharing,
      ...props.pool,
    });
  }

  private servingCluster(
    props: InferenceClusterProps<C>,
    of: InferenceDefinition,
    pool: Pool,
  ): IConstruct & Part<C, "KubeRayCluster"> {
    const { network, bucket } = this;
    const { workload, size } = of;
    const onRay = (props.serving?.engine ?? DEFAULT_ENGINE) === "ray";
    const lora = workload.loraAdapters > 0 && {
      adapters: this.cloud.bucketAccess.uri(bucket, "adapters"),
      maxAdapters: workload.loraAdapters,
      maxRank: workload.loraRank!,
    };
    const model = {
      name: SERVICE,
      pool,
      model: workload.model.name,
      weights: this.cloud.bucketAccess.uri(bucket, `weights/${workload.model.name}`),
      precision: workload.precision,
      tensorParallel: size.tensorParallel,
      replicas: size.replicas,
      ...(onRay ? { upgradeStrategy: of.upgradeStrategy } : {}),
      targetTimeToFirstTokenSeconds: of.targetTimeToFirstTokenSeconds,
      lora: lora || undefined,
      ...props.serving,
    };
    return new (partsOf(this.cloud, this.node.path, "KubeRayCluster").KubeRayCluster)(this, "ray", {
      network,
      pools: [pool],
      serving: [model],
      // groups of pods have no Ray head, whose state would be kept
      ...(this.cloud.catalog.rayState ? { gcsFaultTolerance: onRay } : {}),
      ...props.ray,
    });
  }
}
