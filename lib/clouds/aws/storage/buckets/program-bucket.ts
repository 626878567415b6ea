import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { S3Object } from "@cdktf/provider-aws/lib/s3-object";
import { Fn, TerraformLocal, Token } from "cdktf";
import { Construct } from "constructs";
import { WarpformError } from "../../../../errors";
import { requireArgument, requireText } from "../../../../props/require-argument";
import { shown } from "../../../../props/shown";
import { requireProps } from "../../../common/check-props";
import { placed } from "../../../common/placed";
import { literal } from "../../../common/terraform-text";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { describeAs } from "../../shared/describe-as";
import { givenIn } from "../../shared/given-resources";
import { checkBucketId } from "../../shared/names";
import type { PolicyStatement } from "../../shared/policy";
import { DataKey } from "../data-key";
import { PROGRAM_BUCKET } from "./bucket-tables";
import type { Grantee, IBucket } from "./i-bucket";
import { grantOf, readStatements, readWriteStatements } from "./i-bucket";
import { OLD_PROGRAMS_EXPIRE, PrivateBucket } from "./private-bucket";
import type { ProgramBucketProps } from "./program-bucket-props";

/** A program in the bucket. */
export interface ProgramObject {
  readonly object: S3Object;
  /** Holds a hash of the content: a changed program is another object, and who runs the old one can still fetch it. */
  readonly key: string;
  /** `s3://bucket/key`. */
  readonly url: string;
}

/**
 * A private bucket for the programs that nodes run: user data is limited to 16 KB, so that what is longer travels as an
 * object. Whoever runs a program must be granted reading.
 */
export class ProgramBucket extends Construct implements IBucket {
  public readonly bucket: PrivateBucket;
  public readonly kmsKeyArn: string;
  private readonly names = new Set<string>();
  private readonly network: IClusterNetwork;

  constructor(scope: Construct, id: string, props: ProgramBucketProps) {
    super(...placed(new.target, scope, id));
    checkBucketId("ProgramBucket", this.node);
    requireProps(`ProgramBucket "${this.node.path}"`, PROGRAM_BUCKET, props);
    const { network } = props;
    this.network = network;
    // Programs come from the code; nothing is lost with the bucket that an apply does not bring back.
    this.kmsKeyArn =
      props.kmsKeyArn ??
      new DataKey(this, "key", { network, description: `bucket ${id}`, name: id, deletionProtected: false }).arn;
    this.bucket = new PrivateBucket(this, "bucket", {
      network,
      name: id,
      bucketName: props.bucketName,
      kmsKeyArn: this.kmsKeyArn,
      deletionProtected: false,
      lifecycleRules: [OLD_PROGRAMS_EXPIRE],
    });
    describeAs(this, () => ({
      given: givenIn(PROGRAM_BUCKET, props),
      buckets: [
        {
          name: id,
          purpose: "programs",
          versioned: true,
          encrypted: true,
          publicAccessBlocked: true,
          deletionProtected: false,
        },
      ],
    }));
  }

  public get bucketName(): string {
    return this.bucket.bucket.bucket;
  }

  public get bucketArn(): string {
    return this.bucket.bucket.arn;
  }

  /** Adds a text file from this machine under its base name, or under `name`. @throws WarpformError for one that cannot be read */
  public addFile(path: string, name?: string): ProgramObject {
    const where = `ProgramBucket "${this.node.path}"`;
    requireText(where, "path", path, "./head/start.sh");
    return this.addText(name ?? basename(path), textOf(where, path));
  }

  /** Adds a text, which may hold Terraform references. `name` is unique in the bucket: letters, digits, dots, dashes, slashes. */
  public addText(name: string, text: string): ProgramObject {
    const isText = (value: unknown) => typeof value === "string";
    requireArgument(`ProgramBucket "${this.node.path}"`, "text", text, isText, "the text of a program");
    this.checkName(name);
    const id = name.replaceAll("/", "-");
    // What Terraform fills in only Terraform can hash, from a local: its functions' arguments hold no plain text of ours.
    const filledIn = Token.isUnresolved(text)
      ? new TerraformLocal(this, `${id}-text`, literal(text)).asString
      : undefined;
    const hash =
      filledIn === undefined
        ? createHash("sha256").update(text).digest("hex").slice(0, 16)
        : Fn.substr(Fn.sha256(filledIn), 0, 16);
    const object = new S3Object(this, id, {
      bucket: this.bucketName,
      key: `programs/${hash}/${name}`,
      content: filledIn ?? literal(text),
      contentType: "text/plain; charset=utf-8",
      serverSideEncryption: "aws:kms",
      kmsKeyId: this.kmsKeyArn,
      tags: this.network.tagsFor(name.replace(/[^A-Za-z0-9._-]/g, "-")),
      // The new program is there before the old one goes.
      lifecycle: { createBeforeDestroy: true },
    });
    return { object, key: object.key, url: `s3://${this.bucketName}/${object.key}` };
  }

  public readStatements(prefix?: string): PolicyStatement[] {
    return readStatements(this, prefix);
  }

  public readWriteStatements(prefix?: string): PolicyStatement[] {
    return readWriteStatements(this, prefix);
  }

  /** Lets nodes fetch the programs, all or below `prefix`. @throws WarpformError for what takes no grants */
  public grantRead(grantee: Grantee, prefix?: string): void {
    grantOf("grantRead", this, grantee, prefix);
  }

  /** Lets nodes fetch, write and delete, everything or below `prefix`. @throws WarpformError for what takes no grants */
  public grantReadWrite(grantee: Grantee, prefix?: string): void {
    grantOf("grantReadWrite", this, grantee, prefix);
  }

  private checkName(name: string): void {
    const duplicate = this.names.has(name);
    if (!duplicate && typeof name === "string" && /^[A-Za-z0-9][A-Za-z0-9./-]*$/.test(name)) {
      this.names.add(name);
      return;
    }
    const message = duplicate
      ? `name "${name}" is in the bucket already; give this program another name`
      : `name must be letters, digits, dots, dashes and slashes, got ${shown(name)}; use "${String(name)
          .replace(/[^A-Za-z0-9./-]+/g, "-")
          .replace(/^[^A-Za-z0-9]+/, "")}"`;
    throw new WarpformError(`ProgramBucket "${this.node.path}"`, [
      { code: duplicate ? "duplicate" : "malformed", path: "name", message },
    ]);
  }
}

/** The text of a file, or an error that names it. */
function textOf(where: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const message = `path must be a text file that can be read, and ${JSON.stringify(path)} cannot: ${(error as Error).message}`;
    throw new WarpformError(where, [{ code: "malformed", path: "path", message }]);
  }
}
