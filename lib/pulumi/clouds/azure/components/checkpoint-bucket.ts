import type * as pulumi from "@pulumi/pulumi";
import {
  azureCloud,
  type CheckpointBucketProps,
  type CheckpointBucket as Construct,
  type MountOptions,
  type PoolMount,
} from "../../../../clouds/azure-cloud";
import { CHECKPOINT_BUCKET } from "../../../../clouds/azure-tables";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { azure } from "../azure";
import type { ConstructArgs } from "../construct-args";
import type { GpuNodePool } from "./gpu-node-pool";
import type { KubeRayCluster } from "./kube-ray-cluster";

export const BUCKET_OUTPUTS = {
  accountName: "input",
  customerKey: ["keyVaultKeyId", "userAssignedIdentityId"],
} as const satisfies OutputArgs<CheckpointBucketProps>;

export type CheckpointBucketArgs = ConstructArgs<CheckpointBucketProps, typeof BUCKET_OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly accountName: string;
  readonly url: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: azure,
  name: "CheckpointBucket",
  args: argKinds(CHECKPOINT_BUCKET, BUCKET_OUTPUTS),
  make: (scope, id, props) => new azureCloud.parts.CheckpointBucket(scope, id, props),
  outputs: { accountName: ({ account }) => account.name, url: ({ url }) => url },
};

/** A container of blobs for checkpoints and datasets, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class CheckpointBucket extends ConstructComponent<Construct, Outputs> {
  /** Name of the storage account. */
  public readonly accountName: pulumi.Output<string>;
  /** Address of the container. */
  public readonly url: pulumi.Output<string>;

  constructor(id: string, args: CheckpointBucketArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.accountName = this.later.accountName;
    this.url = this.later.url;
  }

  /** Address of what lies below a path, for `weights` and `modelRepository`. */
  public uri(path: string): string {
    return this.construct.uri(path);
  }

  /** What a pool or a head needs to mount it at `path`. */
  public mount(path: string, options?: MountOptions): PoolMount {
    return this.construct.mount(path, options);
  }

  /** Lets a pool's nodes or a Kubernetes cluster's pods read. */
  public grantRead(grantee: GpuNodePool | KubeRayCluster): void {
    this.construct.grantRead(grantee.construct);
  }

  /** Lets a pool's nodes or a Kubernetes cluster's pods read, write and delete. */
  public grantReadWrite(grantee: GpuNodePool | KubeRayCluster): void {
    this.construct.grantReadWrite(grantee.construct);
  }
}
