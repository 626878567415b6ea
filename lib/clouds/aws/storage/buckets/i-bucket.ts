import type { IConstruct } from "constructs";
import { WarpformError } from "../../../../errors";
import { shown } from "../../../../props/shown";
import type { PolicyStatement } from "../../shared/policy";

/** What other constructs need of a bucket, made here or imported. */
export interface IBucket {
  readonly bucketName: string;
  readonly bucketArn: string;
  /** Key that its objects are encrypted with; undefined for S3's own. */
  readonly kmsKeyArn?: string;
  /** What a role needs to read, everything or below `prefix`. */
  readStatements(prefix?: string): PolicyStatement[];
  /** What a role needs to read, write and delete, everything or below `prefix`. */
  readWriteStatements(prefix?: string): PolicyStatement[];
  /** Lets a pool's nodes or a cluster's pods read, everything or below `prefix`. @throws WarpformError for what takes no grants */
  grantRead(grantee: Grantee, prefix?: string): void;
  /** Lets a pool's nodes or a cluster's pods read, write and delete, everything or below `prefix`. @throws WarpformError for what takes no grants */
  grantReadWrite(grantee: Grantee, prefix?: string): void;
}

/** Whoever can be allowed something: a GpuNodePool, a NodeRole. */
export interface Grantee {
  grant(...statements: PolicyStatement[]): void;
}

/** Gives statements of `bucket` to a grantee; `method` is what the user called. */
export function grantOf(
  method: "grantRead" | "grantReadWrite",
  bucket: IBucket & IConstruct,
  grantee: Grantee,
  prefix: string | undefined,
): void {
  const where = `${method} of bucket "${bucket.node.path}"`;
  const grants: unknown = (grantee as Partial<Grantee> | null | undefined)?.grant;
  if (typeof grants !== "function") {
    const message = `grantee must be a pool or a cluster, such as a GpuNodePool, got ${shown(grantee)}`;
    throw new WarpformError(where, [{ code: "malformed", path: "grantee", message }]);
  }
  if (prefix !== undefined && typeof prefix !== "string") {
    const message = `prefix must be text such as "runs/", got ${shown(prefix)}`;
    throw new WarpformError(where, [{ code: "malformed", path: "prefix", message }]);
  }
  grantee.grant(...(method === "grantRead" ? bucket.readStatements(prefix) : bucket.readWriteStatements(prefix)));
}

/** See `IBucket.readStatements`. */
export function readStatements(bucket: IBucket, prefix = ""): PolicyStatement[] {
  return [listStatement(bucket, prefix), objectStatement(bucket, prefix, ["s3:GetObject"])].concat(
    keyStatements(bucket, ["kms:Decrypt"]),
  );
}

/** See `IBucket.readWriteStatements`. */
export function readWriteStatements(bucket: IBucket, prefix = ""): PolicyStatement[] {
  const actions = [
    "s3:GetObject",
    "s3:PutObject",
    "s3:DeleteObject",
    "s3:AbortMultipartUpload",
    "s3:ListMultipartUploadParts",
  ];
  return [listStatement(bucket, prefix), objectStatement(bucket, prefix, actions)].concat(
    keyStatements(bucket, ["kms:Decrypt", "kms:GenerateDataKey"]),
  );
}

function listStatement(bucket: IBucket, prefix: string): PolicyStatement {
  return {
    Effect: "Allow",
    Action: ["s3:ListBucket"],
    Resource: [bucket.bucketArn],
    ...(prefix === "" ? {} : { Condition: { StringLike: { "s3:prefix": [`${prefix}*`] } } }),
  };
}

function objectStatement(bucket: IBucket, prefix: string, actions: readonly string[]): PolicyStatement {
  return { Effect: "Allow", Action: actions, Resource: [`${bucket.bucketArn}/${prefix}*`] };
}

function keyStatements(bucket: IBucket, actions: readonly string[]): PolicyStatement[] {
  return bucket.kmsKeyArn === undefined ? [] : [{ Effect: "Allow", Action: actions, Resource: [bucket.kmsKeyArn] }];
}
