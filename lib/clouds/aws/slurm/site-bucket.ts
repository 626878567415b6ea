import { S3Object } from "@cdktf/provider-aws/lib/s3-object";
import { Construct } from "constructs";
import type { SiteFile } from "../../../slurm/files/site-files";
import { literal } from "../../common/terraform-text";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { OLD_PROGRAMS_EXPIRE, PrivateBucket } from "../storage/buckets/private-bucket";

export interface SiteBucketProps {
  readonly network: IClusterNetwork;
  readonly kmsKeyArn: string;
}

/**
 * The bucket in which head and nodes meet: files of the site, and one object for each instance with its node's name. Keys
 * stay the same when a file changes, so that neither head nor launch templates are replaced; the manifest tells what is new.
 */
export class SiteBucket extends Construct {
  /** Key prefix of everything in it. */
  public readonly prefix = "slurm/";
  private readonly bucket: PrivateBucket;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: SiteBucketProps,
  ) {
    super(scope, id);
    this.bucket = new PrivateBucket(this, "Resource", {
      network: props.network,
      name: "slurm",
      kmsKeyArn: props.kmsKeyArn,
      deletionProtected: false,
      // Nodes' names and old versions, which Terraform does not know, would keep a destroy from ending.
      emptiedOnDestroy: true,
      lifecycleRules: [OLD_PROGRAMS_EXPIRE],
    });
  }

  public get bucketName(): string {
    return this.bucket.bucket.bucket;
  }

  public get bucketArn(): string {
    return this.bucket.bucket.arn;
  }

  /** ARN of the objects below a key, the prefix left out. */
  public objectsArn(key: string): string {
    return `${this.bucketArn}/${this.prefix}${key}`;
  }

  /** Adds the files and the manifest that lists them; returns the manifest, which comes last. */
  public addFiles(files: readonly SiteFile[]): S3Object {
    const listed = files.map(({ key, path, mode, roles, bundle = false, text }) => {
      const object = this.object(key, text);
      return { key, path, mode, roles, bundle, etag: object.etag };
    });
    return this.object("manifest.json", `${JSON.stringify({ files: listed }, null, 1)}\n`);
  }

  private object(key: string, text: string): S3Object {
    return new S3Object(this, key.replaceAll("/", "-"), {
      bucket: this.bucketName,
      key: this.prefix + key,
      content: literal(text),
      contentType: "text/plain; charset=utf-8",
      serverSideEncryption: "aws:kms",
      kmsKeyId: this.props.kmsKeyArn,
      tags: this.props.network.tagsFor("slurm"),
    });
  }
}
