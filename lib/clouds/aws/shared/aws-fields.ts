import type { GivenKind } from "../../../model/aws/aws-model";
import { type Field, optional, type Table } from "../../../props/field";
import { list, made, map, part } from "../../../props/nested-fields";
import { flag, oneOf, text } from "../../../props/simple-fields";
import { type BootStep, bootPhases, DEFAULT_CONTENT_TYPE, type PoolMount } from "./boot-step";

/** An ARN or an id that only Terraform may know. */
const named = (like: RegExp, what: string, example: string) => text({ like, words: what, example });

/** Text that names a resource which exists already, of which the review asks. */
export const naming = <T extends Field<string>>(given: GivenKind, field: T): T => ({ ...field, given });

/** @see https://docs.aws.amazon.com/kms/latest/developerguide/concepts-identifiers.html (`KeyId`'s ARNs) */
export const kmsKey = () =>
  naming(
    "kms-key",
    named(
      /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:(key|alias)\/[\w/-]+$/,
      "the ARN of a KMS key",
      "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab",
    ),
  );

export const policy = () =>
  naming(
    "policy",
    named(
      /^arn:aws[a-z-]*:iam::\w+:policy\/\S+$/,
      "the ARN of an IAM policy",
      "arn:aws:iam::123456789012:policy/boundary",
    ),
  );

export const role = () =>
  named(/^arn:aws[a-z-]*:iam::\w+:role\/\S+$/, "the ARN of an IAM role", "arn:aws:iam::123456789012:role/nodes");

export const topic = () =>
  naming(
    "topic",
    named(
      /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]+$/,
      "the ARN of an SNS topic",
      "arn:aws:sns:us-east-2:123456789012:alarms",
    ),
  );

export const targetGroup = () =>
  naming(
    "target-group",
    named(
      /^arn:aws[a-z-]*:elasticloadbalancing:[a-z0-9-]+:\d{12}:targetgroup\/[a-zA-Z0-9-]+\/[0-9a-f]+$/,
      "the ARN of a target group",
      "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/serve/0123456789abcdef",
    ),
  );

export const certificate = () =>
  named(
    /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
    "the ARN of a certificate in ACM",
    "arn:aws:acm:us-east-2:123456789012:certificate/12345678-1234-1234-1234-123456789012",
  );

/**
 * The value itself never comes into Terraform's state. The six characters that Secrets Manager adds to the name are part of it: a policy
 * without them allows nothing. @see https://docs.aws.amazon.com/secretsmanager/latest/userguide/troubleshoot.html#ARN_secretnamehyphen
 */
export const secret = () =>
  text({
    like: /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/,
    words:
      "the ARN of a Secrets Manager secret with the 6 characters at its end (db-AbCdEf), so that no secret enters Terraform's state; put the value into a secret and give its whole ARN",
    secret: true,
  });

export const vpc = () => naming("vpc", named(/^vpc-\w+$/, "the id of a VPC", "vpc-0123456789abcdef0"));
export const subnet = () => naming("subnet", named(/^subnet-\w+$/, "the id of a subnet", "subnet-0123456789abcdef0"));
export const securityGroup = () =>
  naming("security-group", named(/^sg-\w+$/, "the id of a security group", "sg-0123456789abcdef0"));

export const subnets = () =>
  list(subnet(), {
    unique: true,
    words: 'a list of ids of subnets, none twice, such as ["subnet-0123456789abcdef0"]',
  });

export const securityGroups = () =>
  list(securityGroup(), {
    unique: true,
    words: 'a list of ids of security groups, none twice, such as ["sg-0123456789abcdef0"]',
  });

/** Tags; a value may be empty. */
export const tags = (): Field<Readonly<Record<string, string>>, false> =>
  map(text({ empty: true }), { words: 'an object of texts, such as { team: "vision" }' });

/** Text that may be empty, by name: environment variables. */
export const textsByName = () => map(text({ empty: true }), { words: 'an object of texts, such as { NAME: "value" }' });

/** Whether a value is what a file system mounts. */
export const isMount = (value: object) => {
  const { bootStep } = value as { readonly bootStep?: unknown };
  return typeof bootStep === "object" && bootStep !== null;
};

export const mounts = (): Field<readonly PoolMount[], false> =>
  list(made<PoolMount>('a mount, such as scratch.mount("/fsx")', isMount), {
    words: 'a list of mounts, such as [scratch.mount("/fsx")]',
  });

/** What a step at boot takes. */
export const BOOT_STEP = {
  name: text({ like: /^[A-Za-z0-9-]+$/, words: "letters, digits and dashes", example: "site-agents" }),
  phase: oneOf(bootPhases),
  contentType: optional(
    oneOf(["text/x-shellscript", "text/cloud-config", "application/node.eks.aws"]),
    DEFAULT_CONTENT_TYPE,
  ),
  text: text(),
  everyBoot: optional(flag(), false),
} satisfies Table<BootStep>;

export const bootSteps = () => list(part<BootStep>(BOOT_STEP), { words: "a list of objects" });
