import { Fn } from "cdktf";
import type { PolicyStatement } from "../../../../../lib/clouds/aws/shared/policy";
import { CheckpointBucket } from "../../../../../lib/clouds/aws/storage/buckets/checkpoint-bucket";
import type { CheckpointBucketProps } from "../../../../../lib/clouds/aws/storage/buckets/checkpoint-bucket-props";
import type { IBucket } from "../../../../../lib/clouds/aws/storage/buckets/i-bucket";
import { ProgramBucket } from "../../../../../lib/clouds/aws/storage/buckets/program-bucket";
import { stackWithNetwork } from "../../stack-with-network";
import { messageOf } from "../../synthesized";

function build(props: Omit<CheckpointBucketProps, "network"> = {}) {
  const made = stackWithNetwork();
  return { ...made, bucket: new CheckpointBucket(made.stack, "checkpoints", { network: made.network, ...props }) };
}

describe("CheckpointBucket", () => {
  it("is versioned, encrypted with its own key, private and protected", () => {
    const { resources } = build();
    expect(resources("aws_s3_bucket")[0]).toMatchObject({
      bucket_prefix: "ml-checkpoints-",
      force_destroy: false,
      lifecycle: { prevent_destroy: true },
    });
    expect(resources("aws_s3_bucket_versioning")[0]).toMatchObject({ versioning_configuration: { status: "Enabled" } });
    expect(resources("aws_s3_bucket_server_side_encryption_configuration")[0]).toMatchObject({
      rule: [{ bucket_key_enabled: true, apply_server_side_encryption_by_default: { sse_algorithm: "aws:kms" } }],
    });
    expect(resources("aws_s3_bucket_public_access_block")[0]).toMatchObject({
      block_public_acls: true,
      block_public_policy: true,
      ignore_public_acls: true,
      restrict_public_buckets: true,
    });
  });

  it("refuses anything but TLS", () => {
    const { resources } = build();
    expect(String(resources("aws_s3_bucket_policy")[0]!.policy)).toContain('"Bool":{"aws:SecureTransport":"false"}');
  });

  it("moves cold objects, drops old versions and aborts unfinished uploads", () => {
    const { resources } = build();
    expect(resources("aws_s3_bucket_lifecycle_configuration")[0]).toMatchObject({
      rule: [
        {
          transition: [
            { days: 30, storage_class: "STANDARD_IA" },
            { days: 90, storage_class: "GLACIER_IR" },
          ],
        },
        { noncurrent_version_expiration: [{ noncurrent_days: 14 }] },
        { abort_incomplete_multipart_upload: [{ days_after_initiation: 3 }] },
      ],
    });
  });

  it("lets FSx use its key for data repositories, as the service-linked role that comes with a file system", () => {
    const { resources } = build();
    expect(String(resources("aws_kms_key")[0]!.policy)).toContain(
      "role/aws-service-role/s3.data-source.lustre.fsx.amazonaws.com/AWSServiceRoleForFSxS3Access_*",
    );
  });

  it("grants a pool reading and writing below a prefix, and its key", () => {
    const { bucket } = build({ kmsKeyArn: "arn:aws:kms:us-east-2:123456789012:key/a" });
    const granted: PolicyStatement[] = [];
    bucket.grantReadWrite({ grant: (...statements) => void granted.push(...statements) }, "runs/");
    expect(granted.map(({ Action }) => Action)).toEqual([
      ["s3:ListBucket"],
      ["s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
      ["kms:Decrypt", "kms:GenerateDataKey"],
    ]);
    expect(granted[0]!.Condition).toEqual({ StringLike: { "s3:prefix": ["runs/*"] } });
    expect(granted[2]!.Resource).toEqual(["arn:aws:kms:us-east-2:123456789012:key/a"]);
  });

  it.each<[string, Omit<CheckpointBucketProps, "network">, string]>([
    [
      "Standard-IA before 30 days",
      { infrequentAccessAfterDays: 29 },
      "infrequentAccessAfterDays must be 0 for never or a whole number of days of 30 or more, got 29; use 30",
    ],
    [
      "Glacier too soon after Standard-IA",
      { infrequentAccessAfterDays: 90 },
      "archiveAfterDays must be 0 for never or a whole number from 120, 30 days after infrequentAccessAfterDays, got 90; use 120",
    ],
    [
      "old versions that are gone at once",
      { noncurrentDays: 0 },
      "noncurrentDays must be a whole number of days of 1 or more, got 0; use 1",
    ],
    [
      "a URL for a name",
      { bucketName: "s3://My_Data/runs" },
      'bucketName must be the bare name, 3 to 63 lower-case letters, digits, dots and dashes, got "s3://My_Data/runs"; use "my-data"',
    ],
    [
      "an IP address for a name",
      { bucketName: "192.168.1.1" },
      'bucketName "192.168.1.1" has the form of an IP address, which S3 refuses; use a name with letters',
    ],
    [
      "a beginning that S3 keeps",
      { bucketName: "xn--data" },
      'bucketName "xn--data" has a prefix or suffix that S3 reserves; use another name',
    ],
  ])("refuses %s", (_, props, message) => {
    expect(messageOf(() => build(props))).toBe(`CheckpointBucket "ml/checkpoints": ${message}`);
  });

  it.each([
    [{ infrequentAccessAfterDays: 30, archiveAfterDays: 60 }],
    [{ infrequentAccessAfterDays: 0, archiveAfterDays: 1 }],
    [{ infrequentAccessAfterDays: 0, archiveAfterDays: 0 }],
  ])("takes the boundary %j", (props) => {
    expect(() => build(props)).not.toThrow();
  });

  it.each([
    ["ckpt--use2-az1--x-s3", "is a directory bucket (S3 Express One Zone), which takes other actions"],
    ["ours-abcdefghijklmnopqrstuvwxyz12345678-s3alias", "is an access point, whose policies name its own ARN"],
  ])("refuses to import %s, whose policies would be others", (bucketName, message) => {
    const { stack } = stackWithNetwork();
    expect(messageOf(() => CheckpointBucket.import(stack, "data", { bucketName }))).toContain(message);
  });

  it("names an existing bucket", () => {
    const { stack } = stackWithNetwork();
    const bucket = CheckpointBucket.import(stack, "data", { bucketName: "my-data" });
    expect(bucket.readStatements("a/").map(({ Resource }) => Resource)).toEqual([
      ["arn:aws:s3:::my-data"],
      ["arn:aws:s3:::my-data/a/*"],
    ]);
  });

  it("grants of an existing bucket as of its own", () => {
    const { stack } = stackWithNetwork();
    const bucket = CheckpointBucket.import(stack, "data", { bucketName: "my-data" });
    const granted: PolicyStatement[] = [];
    const grantee = { grant: (...statements: PolicyStatement[]) => void granted.push(...statements) };
    bucket.grantRead(grantee, "a/");
    bucket.grantReadWrite(grantee);
    expect(granted).toEqual([...bucket.readStatements("a/"), ...bucket.readWriteStatements()]);
  });

  it.each<[string, (bucket: IBucket) => void, string]>([
    [
      "nobody",
      (bucket) => bucket.grantRead(undefined as never),
      'grantRead of bucket "ml/data": grantee must be a pool or a cluster, such as a GpuNodePool, got undefined',
    ],
    [
      "a number for a prefix",
      (bucket) => bucket.grantReadWrite({ grant: () => undefined }, 5 as never),
      'grantReadWrite of bucket "ml/data": prefix must be text such as "runs/", got 5',
    ],
  ])("refuses to grant %s", (_, grant, message) => {
    const { stack, network } = stackWithNetwork();
    expect(messageOf(() => grant(CheckpointBucket.import(stack, "data", { bucketName: "my-data" })))).toBe(message);
    expect(messageOf(() => grant(new ProgramBucket(stack, "programs", { network })))).toContain(" must be ");
  });
});

describe("ProgramBucket", () => {
  it("keeps a program under a hash of its content", () => {
    const { stack, network, resources } = stackWithNetwork();
    const programs = new ProgramBucket(stack, "programs", { network });
    programs.addText("head/start.sh", "#!/bin/sh\necho 1\n");
    expect(resources("aws_s3_object")[0]).toMatchObject({
      // printf '#!/bin/sh\necho 1\n' | sha256sum
      key: "programs/716269d16f6dab02/head/start.sh",
      server_side_encryption: "aws:kms",
    });
  });

  it("leaves the hash of a text with references to Terraform", () => {
    const { stack, network, resources } = stackWithNetwork();
    const text = `host=${Fn.lookup({ a: "b" }, "a", "c")}\n`;
    new ProgramBucket(stack, "programs", { network }).addText("settings", text);
    expect(String(resources("aws_s3_object")[0]!.key)).toMatch(/^programs\/\$\{substr\(sha256\(/);
  });

  it("refuses two programs of one name, and names that are no keys", () => {
    const { stack, network } = stackWithNetwork();
    const programs = new ProgramBucket(stack, "programs", { network });
    programs.addText("start.sh", "a");
    expect(messageOf(() => programs.addText("start.sh", "b"))).toBe(
      'ProgramBucket "ml/programs": name "start.sh" is in the bucket already; give this program another name',
    );
    expect(messageOf(() => programs.addText("my program", "b"))).toBe(
      'ProgramBucket "ml/programs": name must be letters, digits, dots, dashes and slashes, got "my program"; use "my-program"',
    );
  });
});
