import type { Construct } from "constructs";
import type { NodeImage } from "../../../kubernetes/gpus/gpu-stack";
import type { MonitoringOptions, QueueOptions } from "../../common/workloads/cluster-options";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { IBucket } from "../storage/buckets/i-bucket";
import type { ILustreStorage } from "../storage/lustre/i-lustre-storage";
import type { RegistryOptions } from "./registry/registry-props";
import type { ServingOptions, TritonOptions } from "./serving-options";
import type { BatchJobOptions, FineTuningOptions, RayClusterOptions } from "./training-options";

/** One entry point for the served models: an Application Load Balancer (Gateway API) that routes by host name. */
export interface GatewayOptions {
  /** Models answer at `<name>.<domain>`; point `*.<domain>` at the load balancer. */
  readonly domain: string;
  /** ARN of a certificate of `*.<domain>` in AWS Certificate Manager. @default - plain HTTP, within the network only */
  readonly certificateArn?: string;
  /** Within the network, or from the internet for `allowedCidrs`. @default internal */
  readonly exposure?: "internal" | "public";
  /** CIDR blocks that can reach it. @default - that of the network; required with exposure `public` */
  readonly allowedCidrs?: readonly string[];
  /** Two subnets in two zones; public ones with exposure `public`. @default - the network's two private ones; required with exposure `public` */
  readonly subnetIds?: readonly string[];
  /**
   * JSON Web Tokens that clients must send as `Authorization: Bearer …`, issued by an identity provider (OpenID Connect, client
   * credentials): the load balancer verifies them before a request reaches a pod. Replaces `apiKey`, also for models on Ray;
   * requires `certificateArn`.
   * @default - no tokens; models behind a public gateway need `apiKey`
   * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/application/listener-verify-jwt.html
   */
  readonly jwt?: JwtOptions;
  /**
   * ARN of a web ACL of AWS WAF (scope REGIONAL) in front of the load balancer: rate limits per client, IP lists, bot control. AWS bills it and
   * its requests.
   * @default - none
   * @see https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based.html
   */
  readonly webAclArn?: string;
}

/** Tokens of an identity provider. */
export interface JwtOptions {
  /** Issuer, the claim `iss`: `https://login.example.com`. */
  readonly issuer: string;
  /** URL of its key set (JWKS), reachable from the internet: `https://login.example.com/.well-known/jwks.json`. */
  readonly jwksEndpoint: string;
  /** Audience, the claim `aud`, which distinguishes tokens for this service. */
  readonly audience: string;
}

/** A bucket mounted as a folder with Mountpoint for S3, for datasets and weights that are read sequentially. */
export interface BucketMountOptions {
  /** A bucket of the network's region. */
  readonly bucket: IBucket;
  /** Mount path in every workload: `/data`. */
  readonly path: string;
  /** Folder of the bucket to mount, ending with `/`: `imagenet/`. @default - the whole bucket */
  readonly prefix?: string;
  /**
   * Whether the mount is read-only. Otherwise workloads can also write new files sequentially, replace and delete them. Mountpoint
   * does not support append, rename or locks: write checkpoints that are renamed on completion to Lustre.
   * @default true
   * @see https://github.com/awslabs/mountpoint-s3/blob/main/doc/SEMANTICS.md
   */
  readonly readOnly?: boolean;
}

/** Checks that new GPU nodes must pass before pods are scheduled on them. */
export interface NodeCheckOptions {
  /**
   * Depth of `dcgmi diag`: 1 (software and configuration, seconds), 2 (memory and PCIe too, about 2 minutes), 3 (stress and power too,
   * about 15 minutes).
   * @default 2
   * @see https://docs.nvidia.com/datacenter/dcgm/latest/reference/command-line-reference/dcgmi/dcgmi-diag.html
   */
  readonly level?: 1 | 2 | 3;
  /**
   * Minimum bus bandwidth of an NCCL all-reduce over the GPUs of one node, GB/s, by pool: `{ h100: 400 }`. Use the value measured on a
   * healthy node, minus 10 %.
   * @default - no all-reduce is run
   * @see https://github.com/NVIDIA/nccl-tests/blob/master/doc/PERFORMANCE.md
   */
  readonly busBandwidthGBps?: Readonly<Record<string, number>>;
}

/** Logs of pods, kept after the pods end. */
export interface PodLogsOptions {
  /** Retention in days, as CloudWatch allows. @default 30 */
  readonly retentionDays?: number;
  /**
   * Whether Ray's own files (`/tmp/ray/session_latest/logs`: raylet, GCS, workers, drivers of submitted jobs, Serve) are kept too: a Fluent
   * Bit next to each Ray container writes them to the pod's output. They are several times what pods print, and CloudWatch charges
   * per GB.
   * @default false - they go with the pod
   * @see https://docs.ray.io/en/latest/cluster/kubernetes/user-guides/persist-kuberay-custom-resource-logs.html
   */
  readonly rayFiles?: boolean;
}

export interface KubeRayClusterProps {
  /** Network of the control plane and the nodes; it must have private subnets in two zones. */
  readonly network: IClusterNetwork;
  /** Node pools of the cluster. */
  readonly pools: readonly GpuNodePool[];
  /** What launches nodes: Karpenter, or managed node groups with the cluster autoscaler. @default karpenter */
  readonly provisioner?: "karpenter" | "managed";
  /** Image family of GPU nodes. @default al2023 */
  readonly nodeImage?: NodeImage;
  /**
   * Release of the image family. Karpenter: `v20260903` (AL2023), `1.66.0` (Bottlerocket) or `latest`, with which new nodes get
   * newer images; nodes that train are never replaced for one. Managed node groups: with the Kubernetes version before it or
   * the build behind it, as EKS names releases: `1.35.6-20260714`, `1.65.0-0be31b34`; `latest` for the newest when a group is made.
   * @default - a known release; the newest of Bottlerocket when a managed group with Kubernetes 1.32 is made
   * @see https://docs.aws.amazon.com/eks/latest/userguide/eks-linux-ami-versions.html
   */
  readonly nodeImageVersion?: string;
  /**
   * Whether nodes download and unpack the layers of an image in parallel (parallel mode of the SOCI snapshotter); lazy loading
   * stays off, and images need no index. AWS measured 40 s instead of 131 s on AL2023, and 23 s on Bottlerocket, for vLLM's image of 9.4 GB.
   * It uses CPU and memory during the pull, is experimental in EKS, and requires `rootVolumeMBps` 600 on nodes without local disks.
   * A change replaces nodes.
   * @default false
   * @see https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/examples/#enabling-fast-image-pull-experimental
   * @see https://github.com/aws-samples/karpenter-blueprints/tree/main/blueprints/soci-snapshotter
   */
  readonly fastImagePull?: boolean;
  /**
   * Checks that each new GPU node must pass before pods are scheduled on it: it starts with a taint that is removed when DCGM
   * diagnostics (and the NCCL all-reduce) have passed. A node that fails keeps the taint and raises the alert `NodeCheckFailed`.
   * Each start takes longer by the time of the check. Pools that share GPUs by MIG are not checked: DCGM does not diagnose GPUs in that mode.
   * @default - pods are scheduled as soon as a node is ready
   */
  readonly nodeCheck?: NodeCheckOptions;
  /**
   * Kubernetes version that EKS supports. EKS upgrades the cluster automatically when the version leaves standard support. A
   * version in extended support (1.32, 1.33) stays, at six times the price of the control plane.
   * @default 1.35
   */
  readonly kubernetesVersion?: string;
  /** Versions of EKS add-ons by name. @default - pinned by the catalog, or EKS' default where it pins none */
  readonly addOnVersions?: Readonly<Record<string, string>>;
  /**
   * CIDR blocks that can reach the Kubernetes API from the internet. If the list is empty, the endpoint is private: run Terraform
   * where it can reach the network (over a VPN, or on a runner in the VPC).
   * @default [] - private
   */
  readonly publicEndpointCidrs?: readonly string[];
  /**
   * CIDR blocks that workload pods and node agents can reach over HTTPS, in addition to the network itself. Network policies deny
   * all others. With
   * interface endpoints the network's block is enough, and S3 needs its prefix list's blocks (`aws ec2 describe-managed-prefix-lists`).
   * @default - all: S3, ECR and hubs have no fixed addresses
   */
  readonly egressCidrs?: readonly string[];
  /** ARNs of IAM roles or users that are cluster administrators, in addition to the identity that applies the stack. @default - none */
  readonly administratorArns?: readonly string[];
  /** Instance type of the nodes for controllers and Ray heads. @default m7i.2xlarge */
  readonly systemInstanceType?: string;
  /** Number of system nodes that always run, 2 to 20. @default 3 */
  readonly systemNodes?: number;
  /**
   * Maximum number of system nodes, 2 to 100. Karpenter, or the cluster autoscaler of managed node groups, adds On-Demand nodes of
   * `systemInstanceType` while pods are pending (Ray heads, submitters, routers) and removes empty ones. Cost estimates include
   * only `systemNodes`.
   * @default - `systemNodes`: none are added
   */
  readonly maxSystemNodes?: number;
  /**
   * AL2023 release of the system nodes, as EKS names it for the Kubernetes version: `1.35.6-20260714`; `latest` for the newest when
   * the group is made.
   * @default - a tested release of the Kubernetes version
   */
  readonly systemImageVersion?: string;
  /**
   * Whether an update of the system nodes (`kubernetesVersion`, `systemImageVersion`) continues if a Ray head cannot be evicted.
   * EKS then terminates the head after 15 minutes, and with it a run without `gcsFaultTolerance`.
   * @default false - the update fails with PodEvictionFailure, and the nodes stay as they are
   * @see https://docs.aws.amazon.com/eks/latest/userguide/managed-node-update-behavior.html
   */
  readonly forceSystemUpdates?: boolean;
  /** Long-lived Ray clusters. @default - none */
  readonly rayClusters?: readonly RayClusterOptions[];
  /** Fine-tuning runs. @default - none */
  readonly fineTuning?: readonly FineTuningOptions[];
  /**
   * Name of a Secret of type `kubernetes.io/dockerconfigjson` with the registry credentials for image pulls. Create it in each
   * workload namespace. ECR of the same account needs none.
   * @default - none
   */
  readonly imagePullSecret?: string;
  /**
   * ARN of a secret in Secrets Manager, in the cluster's region, whose whole value is the same login (`{ "auths": { … } }`). The Secrets
   * Store CSI driver writes it to each workload namespace while pods of workloads run there. The first pod's pull may fail once or
   * twice until it has.
   * @default - none
   * @see https://kubernetes.io/docs/concepts/configuration/secret/#docker-config-secrets
   */
  readonly imagePullSecretArn?: string;
  /**
   * Where images and charts come from instead of the public registries; required in a network without internet access.
   * @default - public registries
   */
  readonly registry?: RegistryOptions;
  /** Batch jobs without Ray: torchrun, evaluations, data preparation. @default - none */
  readonly jobs?: readonly BatchJobOptions[];
  /** Models to serve. @default - none */
  readonly serving?: readonly ServingOptions[];
  /** Triton servers. @default - none */
  readonly triton?: readonly TritonOptions[];
  /** One entry point for all served models, instead of a load balancer each. @default - none */
  readonly gateway?: GatewayOptions;
  /** How teams share the pools (Kueue or KAI). @default - no queues: workloads start immediately */
  readonly queues?: QueueOptions;
  /** File systems that every workload mounts. @default - none */
  readonly fileSystems?: readonly {
    /** The file system. */
    readonly storage: ILustreStorage;
    /** Mount path in every workload: `/fsx`. */
    readonly path: string;
  }[];
  /** Buckets that are mounted in every workload; the add-on gets a role for these only. @default - none */
  readonly bucketMounts?: readonly BucketMountOptions[];
  /** Prometheus, Grafana, DCGM and EFA metrics with alerts; false for none. @default - on, with the defaults of `MonitoringOptions` */
  readonly monitoring?: MonitoringOptions | false;
  /**
   * Keeps the state of the Ray heads of `rayClusters` and of models that Ray serves in Valkey (ElastiCache, TLS, two zones), so
   * that clusters and services survive the loss of a head. The password is generated inside the cluster and is never in the
   * Terraform state.
   * @default false
   */
  readonly gcsFaultTolerance?: boolean;
  /**
   * Whether each namespace with Ray heads has its own Valkey with its own password, so that no team can read or change the state of
   * another. Each uses two nodes. Changing it moves the heads to other stores: their clusters start again.
   * @default false - one for all namespaces
   */
  readonly gcsStorePerNamespace?: boolean;
  /** Node type of that Valkey. @default - cache.t4g.medium, with `gcsFaultTolerance` */
  readonly gcsNodeType?: string;
  /** TLS between the processes of each of `rayClusters`; installs cert-manager. @default false */
  readonly tls?: boolean;
  /**
   * Monthly budget of all resources with the network's tag `warpform:cluster`, US dollars; the tag must be active for cost
   * allocation. Notifications at 80 and 100 percent of the budget, and when the forecast of the month exceeds it.
   * @default - no budget
   */
  readonly monthlyBudgetUsd?: number;
  /** Up to 10 email addresses for budget notifications. @default - none; required with a budget, unless a topic is set */
  readonly budgetEmails?: readonly string[];
  /** ARN of an SNS topic that AWS Budgets may publish to. @default - none */
  readonly budgetTopicArn?: string;
  /**
   * Logs of the pods of all workloads and of the controllers that start them, in CloudWatch by Fluent Bit; false for none. CloudWatch
   * charges per GB written: 0.50 USD in us-east-1 in 2026-08.
   * @default - on
   */
  readonly podLogs?: PodLogsOptions | false;
  /** Retention of the control plane's logs in days, as CloudWatch allows. @default 365 */
  readonly logRetentionDays?: number;
  /**
   * Scope of everything that is installed into the cluster: a second stack, to plan and apply the two separately.
   * @default - the cluster itself: one stack
   */
  readonly workloadsScope?: Construct;
  /** ARN of the permissions boundary for the roles that are created. @default - none */
  readonly permissionsBoundaryArn?: string;
}
