import { TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";

/**
 * The resources beneath a construct that are of `user`'s stack, so that `user` can wait for all of them: a route, a rule or an
 * endpoint is nothing that a machine's own settings refer to, and yet its boot fails without.
 */
export function resourcesWithin(construct: IConstruct, user: IConstruct): TerraformResource[] {
  const own = TerraformStack.of(user);
  return construct.node
    .findAll()
    .filter((child): child is TerraformResource => child instanceof TerraformResource)
    .filter((resource) => TerraformStack.of(resource) === own);
}
