import type * as pulumi from "@pulumi/pulumi";
import { PROGRAM_BUCKET } from "../../../../clouds/aws-tables";
import {
  type ProgramBucket as Construct,
  defaultCloud,
  type ProgramBucketProps,
  type ProgramObject,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";
import type { GpuNodePool } from "./gpu-node-pool";
import type { KubeRayCluster } from "./kube-ray-cluster";

const OUTPUTS = {
  bucketName: "input",
  kmsKeyArn: "input",
} as const satisfies OutputArgs<ProgramBucketProps>;

export type ProgramBucketArgs = ConstructArgs<ProgramBucketProps, typeof OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly bucketName: string;
  readonly bucketArn: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: aws,
  name: "ProgramBucket",
  args: argKinds(PROGRAM_BUCKET, OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.ProgramBucket(scope, id, props),
  outputs: { bucketName: ({ bucketName }) => bucketName, bucketArn: ({ bucketArn }) => bucketArn },
};

/** A private bucket for the programs that nodes run, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class ProgramBucket extends ConstructComponent<Construct, Outputs> {
  public readonly bucketName: pulumi.Output<string>;
  public readonly bucketArn: pulumi.Output<string>;

  constructor(id: string, args: ProgramBucketArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.bucketName = this.later.bucketName;
    this.bucketArn = this.later.bucketArn;
  }

  /** Adds a text file from this machine under its base name, or under `name`; its `url` goes into boot steps. */
  public addFile(path: string, name?: string): ProgramObject {
    return this.construct.addFile(path, name);
  }

  /** Adds a text. `name` is unique in the bucket: letters, digits, dots, dashes, slashes. */
  public addText(name: string, text: string): ProgramObject {
    return this.construct.addText(name, text);
  }

  /** Lets a pool's nodes or a Kubernetes cluster's pods fetch the programs. */
  public grantRead(grantee: GpuNodePool | KubeRayCluster): void {
    this.construct.grantRead(grantee.construct);
  }
}
