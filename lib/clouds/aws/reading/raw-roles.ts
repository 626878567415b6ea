import type { Role } from "../../../model/model";
import { blocks, type RawResource, type TerraformJson } from "./raw-resource";

type Statement = Role["statements"][number];

const listed = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((v): v is string => typeof v === "string");

/** AWS' own policies that allow all of a service, or all there is. @see https://docs.aws.amazon.com/aws-managed-policy/latest/reference/policy-list.html */
const WIDE_POLICIES: Readonly<Record<string, string>> = {
  AdministratorAccess: "*",
  PowerUserAccess: "*",
  IAMFullAccess: "iam:*",
  AmazonEC2FullAccess: "ec2:*",
  AmazonS3FullAccess: "s3:*",
  AmazonFSxFullAccess: "fsx:*",
};

/** What a policy in JSON allows; null where it is not known at synth. */
function ofJson(policy: string): Statement[] | null {
  try {
    const document = JSON.parse(policy) as { Statement?: unknown };
    const statements = [document.Statement ?? []].flat() as Record<string, unknown>[];
    return statements
      .filter((s) => s.Effect === "Allow")
      .map((s) => ({ actions: listed(s.Action), resources: listed(s.Resource) }));
  } catch {
    return null;
  }
}

const DOCUMENT = /^\$\{data\.aws_iam_policy_document\.([^.]+)\.json\}$/;

/** What a policy document of the stack allows. */
function ofDocument(policy: string, { data = {} }: TerraformJson): Statement[] | null {
  const name = DOCUMENT.exec(policy)?.[1];
  const document = name === undefined ? undefined : data.aws_iam_policy_document?.[name];
  if (document === undefined) return null;
  return blocks(document, "statement")
    .filter((s) => s.effect !== "Deny")
    .map((s) => ({ actions: listed(s.actions), resources: listed(s.resources) }));
}

const POLICIES = ["aws_iam_role_policy", "aws_iam_policy"];

/** What a role is allowed by an inline policy, a policy of the stack or one of AWS' own; null where that is not known at synth. */
export function rawRole(r: RawResource, stack: TerraformJson): Role | null {
  const { policy, policy_arn: arn } = r.values;
  if (r.type === "aws_iam_role_policy_attachment") {
    const action = WIDE_POLICIES[typeof arn === "string" ? (arn.split("/").pop() ?? "") : ""];
    return action === undefined ? null : { name: r.name, statements: [{ actions: [action], resources: ["*"] }] };
  }
  if (!POLICIES.includes(r.type) || typeof policy !== "string") return null;
  const statements = ofJson(policy) ?? ofDocument(policy, stack);
  return statements === null ? null : { name: r.name, statements };
}
