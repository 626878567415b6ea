/** One statement of an IAM policy. */
export interface PolicyStatement {
  readonly Sid?: string;
  readonly Effect: "Allow" | "Deny";
  readonly Action: readonly string[];
  readonly Resource?: readonly string[];
  readonly Principal?: "*" | Readonly<Record<string, string | readonly string[]>>;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** A policy document as JSON text, which may hold Terraform references. */
export function policyDocument(statements: readonly PolicyStatement[]): string {
  return JSON.stringify({ Version: "2012-10-17", Statement: statements });
}

/** A role's trust in one AWS service. */
export function trustPolicy(service: string): string {
  return policyDocument([{ Effect: "Allow", Action: ["sts:AssumeRole"], Principal: { Service: service } }]);
}
