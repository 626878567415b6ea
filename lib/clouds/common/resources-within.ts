import { Lazy, TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";

/** The resources beneath a construct that are of `user`'s stack. */
export function resourcesWithin(construct: IConstruct, user: IConstruct): TerraformResource[] {
  const own = TerraformStack.of(user);
  return construct.node
    .findAll()
    .filter((child): child is TerraformResource => child instanceof TerraformResource)
    .filter((resource) => TerraformStack.of(resource) === own);
}

/**
 * A resource's address in its own stack. Its `fqn` would become an expression, which Terraform refuses in `depends_on`, and CDKTF's
 * `dependable` makes a token with a stack trace of each: a third of the synth of a stack with many pools.
 */
const addressOf = (resource: TerraformResource): string =>
  `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;

/**
 * Makes what boots or runs code wait for all resources of the parts that it needs: a route, a rule, a policy or an endpoint is
 * nothing that its own settings refer to, and yet its boot fails without. On destroy they go after it. The parts are asked when the
 * tree is finished, so that what is added to them later counts too.
 */
export function waitFor(resource: TerraformResource, parts: () => readonly IConstruct[]): void {
  const given = resource.dependsOn ?? [];
  resource.dependsOn = Lazy.listValue({
    produce: (context) => {
      const own = given.map((one) => String(context.resolve(one)));
      // CDKTF resolves all twice: the first time finds references to other stacks, which addresses of this one are not.
      if (context.preparing) return own;
      const needed = new Set(parts().flatMap((part) => resourcesWithin(part, resource)));
      needed.delete(resource);
      return [...new Set([...own, ...[...needed].map(addressOf)])];
    },
  });
}
