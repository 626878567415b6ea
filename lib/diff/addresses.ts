import type { TerraformStack } from "./terraform-stack";

/** The addresses that a stack no longer has and that no `moved` block takes along: Terraform destroys what is there. */
export function addressesGone(known: readonly string[], { resources, moved }: TerraformStack): readonly string[] {
  return known.filter((address) => !resources.has(address) && !moved.has(address));
}
