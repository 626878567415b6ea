import { Lazy, TerraformOutput, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { ExistingProfile } from "../../../model/model";
import { type PolicyStatement, policyDocument } from "./policy";

/** An output with the policy that the role of an existing instance profile must hold. Its name has no hash, so that docs can name it. */
export class PolicyOutput {
  public readonly name: string;

  constructor(
    scope: Construct,
    id: string,
    private readonly profile: string,
    usedBy: string,
    private readonly statements: readonly PolicyStatement[],
  ) {
    const output = new TerraformOutput(scope, id, {
      description: `policy that the role of instance profile ${profile} must hold for ${usedBy}, with AmazonSSMManagedInstanceCore`,
      value: Lazy.stringValue({ produce: () => policyDocument(this.statements) }),
    });
    const stack = TerraformStack.of(scope).node.path;
    this.name = output.node.path.slice(stack.length === 0 ? 0 : stack.length + 1).replaceAll("/", "_");
    output.overrideLogicalId(this.name);
  }

  /** What the review says of the profile. */
  public describe(): ExistingProfile {
    const actions = [...new Set(this.statements.flatMap(({ Action }) => Action))].sort();
    return { name: this.profile, output: this.name, actions };
  }
}
