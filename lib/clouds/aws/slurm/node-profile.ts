import type { Construct } from "constructs";
import { NodeRole, type NodeRoleProps } from "../pools/launch/node-role";
import type { PolicyStatement } from "../shared/policy";
import { PolicyOutput } from "../shared/policy-output";

/** Permissions of controllers or login nodes: by a role made here, or by an existing profile, whose role somebody else owns. */
export interface NodeProfile {
  /** Name of the instance profile. */
  readonly name: string;
  /** Undefined for an existing profile. */
  readonly role?: NodeRole;
  /** What the role of an existing profile must allow. */
  readonly output?: PolicyOutput;
  grant(...statements: PolicyStatement[]): void;
}

/** `existing` is the name of a profile; what its role must allow becomes an output of the stack. */
export function nodeProfile(
  scope: Construct,
  ids: { readonly role: string; readonly output: string },
  props: NodeRoleProps,
  existing: string | undefined,
): NodeProfile {
  if (existing === undefined) {
    const role = new NodeRole(scope, ids.role, props);
    return { name: role.instanceProfile.name, role, grant: (...more) => role.grant(...more) };
  }
  const statements: PolicyStatement[] = [];
  const output = new PolicyOutput(scope, ids.output, existing, props.name, statements);
  return { name: existing, output, grant: (...more) => void statements.push(...more) };
}
