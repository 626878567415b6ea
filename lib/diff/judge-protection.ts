import type { Finding } from "./finding";
import type { StackResource, TerraformStack } from "./terraform-stack";
import { isBlock } from "./terraform-stack";
import { called } from "./wording";

const isProtected = ({ block }: StackResource) => isBlock(block.lifecycle) && block.lifecycle.prevent_destroy === true;

/** Resources that lose `prevent_destroy` and stay: no plan shows it, and the next change may destroy them. */
export function judgeProtection(old: TerraformStack, now: TerraformStack): readonly Finding[] {
  return [...old.resources.values()].filter(isProtected).flatMap((before): readonly Finding[] => {
    let { address } = before;
    for (let steps = 0; steps < now.moved.size && now.moved.has(address); steps++) address = now.moved.get(address)!;
    const after = now.resources.get(address);
    if (after === undefined || isProtected(after)) return [];
    const says = `${called(after)} loses prevent_destroy: nothing stops the next change from destroying it`;
    return [{ impact: "data-protection", says, addresses: [address] }];
  });
}
