import { Token } from "cdktf";
import { Problems } from "../../errors";

const has = (method: string) => (value: unknown) =>
  typeof (value as Record<string, unknown> | null | undefined)?.[method] === "function";
const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (item: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(item);
const isText = (value: unknown) => typeof value === "string";
const isMount = (value: unknown) => isObject(value) && isObject((value as { bootStep?: unknown }).bootStep);
const holdsText = (prop: string) => (value: unknown) =>
  isText((value as Record<string, unknown> | null | undefined)?.[prop]);
const hasKind = holdsText("kind");
/** Text of a form; what only Terraform knows later may have any. */
const like = (form: RegExp) => (value: unknown) =>
  Token.isUnresolved(value) || (isText(value) && form.test(`${value}`));
const unique = (item: (value: unknown) => boolean) => (value: unknown) =>
  listOf(item)(value) && new Set(value as unknown[]).size === (value as unknown[]).length;
/** @see https://docs.aws.amazon.com/kms/latest/developerguide/concepts-identifiers.html (`KeyId`'s ARNs) */
const KMS_ARN = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:(key|alias)\/[\w/-]+$/;

/** What a prop can be: a test, and the words for it. Values within a shape are the business of each construct's own checks. */
const SHAPES = {
  text: [isText, "text"],
  number: [(value: unknown) => typeof value === "number", "a number"],
  boolean: [(value: unknown) => typeof value === "boolean", "true or false"],
  object: [isObject, "an object"],
  texts: [listOf(isText), "a list of texts"],
  kmsKey: [
    like(KMS_ARN),
    'the ARN of a KMS key, such as "arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"',
  ],
  policy: [
    like(/^arn:aws[a-z-]*:iam::\w+:policy\/\S+$/),
    'the ARN of an IAM policy, such as "arn:aws:iam::123456789012:policy/boundary"',
  ],
  targetGroup: [
    like(/^arn:aws[a-z-]*:elasticloadbalancing:[a-z0-9-]+:\d{12}:targetgroup\/[a-zA-Z0-9-]+\/[0-9a-f]+$/),
    'the ARN of a target group, such as "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/serve/0123456789abcdef"',
  ],
  securityGroup: [like(/^sg-\w+$/), 'the id of a security group, such as "sg-0123456789abcdef0"'],
  securityGroups: [
    unique(like(/^sg-\w+$/)),
    'a list of ids of security groups, none twice, such as ["sg-0123456789abcdef0"]',
  ],
  subnets: [unique(like(/^subnet-\w+$/)), 'a list of ids of subnets, none twice, such as ["subnet-0123456789abcdef0"]'],
  textsByName: [
    (value: unknown) => isObject(value) && Object.values(value as object).every(isText),
    'an object of texts, such as { NAME: "value" }',
  ],
  objects: [listOf(isObject), "a list of objects"],
  address: [isText, '"s3://bucket/prefix" or an absolute path on a mount'],
  network: [has("tagsFor"), "a ClusterNetwork"],
  fabric: [holdsText("securityGroupId"), "an InfiniBandFabric"],
  bucket: [holdsText("bucketName"), "a CheckpointBucket (CheckpointBucket.import names one that is there)"],
  pool: [has("adoptBy"), "a GpuNodePool"],
  pools: [listOf(has("grant")), "a list of GpuNodePools"],
  lustre: [has("mount"), "a LustreStorage"],
  lustres: [listOf(has("mount")), "a list of LustreStorages"],
  mounts: [listOf(isMount), 'a list of mounts, such as [scratch.mount("/fsx")]'],
  capacity: [listOf(hasKind), "a list of Capacity, such as [Capacity.onDemand()]"],
  placement: [hasKind, "a Placement, such as Placement.cluster()"],
  image: [hasKind, 'an Image, such as Image.dlami("ubuntu-24.04")'],
  gpuSharing: [hasKind, 'a GpuSharing, such as GpuSharing.mig("1g.10gb")'],
  nvmeCache: [has("bootSteps"), "an NvmeCache, such as new NvmeCache()"],
} as const satisfies Record<string, readonly [(value: unknown) => boolean, string]>;

/** Name of a shape, with `?` behind it where the prop may be left out. */
export type PropShape = keyof typeof SHAPES | `${keyof typeof SHAPES}?`;

/**
 * Stops before anything is read from props of the wrong kind: TypeScript tells its users, JavaScript's would get a TypeError
 * from the depths. Unresolved tokens pass for any shape.
 */
export function checkPropShapes(where: string, props: unknown, shapes: Readonly<Record<string, PropShape>>): void {
  const problems = new Problems();
  if (!isObject(props)) {
    const required = Object.keys(shapes).filter((prop) => !shapes[prop]!.endsWith("?"));
    const advice = required.length > 0 ? `; it needs ${required.join(", ")}` : "";
    problems.add("required", "props", `props must be an object, got ${shown(props)}${advice}`);
    problems.throwIfAny(where);
  }
  addShapeProblems(problems, "", props as object, shapes);
  problems.throwIfAny(where);
}

/** Notes what of an object is missing or of the wrong kind; `at` is the object's own path, empty for the props themselves. */
export function addShapeProblems(
  problems: Problems,
  at: string,
  props: object,
  shapes: Readonly<Record<string, PropShape | "any">>,
): void {
  for (const [prop, shape] of Object.entries(shapes)) {
    if (shape === "any") continue;
    const value = (props as Record<string, unknown>)[prop];
    const optional = shape.endsWith("?");
    const [test, words] = SHAPES[shape.replace("?", "") as keyof typeof SHAPES];
    if ((value === undefined && optional) || Token.isUnresolved(value) || test(value)) continue;
    const path = at === "" ? prop : `${at}.${prop}`;
    if (value === undefined) problems.add("required", path, `${path} is required; give ${words}`);
    else problems.add("malformed", path, `${path} must be ${words}, got ${shown(value)}`);
  }
}

function shown(value: unknown): string {
  if (typeof value === "string") return `"${value}"`;
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  return isObject(value) ? `an object of class ${(value as object).constructor?.name ?? "Object"}` : String(value);
}
