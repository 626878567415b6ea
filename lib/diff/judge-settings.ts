import { type AttributeChange, attributeChanges } from "./attribute-changes";
import type { Finding } from "./finding";
import type { Impact } from "./impact";
import type { Block, TerraformStack } from "./terraform-stack";
import { some } from "./wording";

/** What is other about a block that is no resource. */
function changesOf(name: string, [before, old]: [Block, TerraformStack], [after, now]: [Block, TerraformStack]) {
  const as = (block: Block) => ({ address: name, type: "", name, path: name, block });
  return attributeChanges([as(before), old], [as(after), now]);
}

function judgeProvider(name: string, changes: readonly AttributeChange[]): readonly Finding[] {
  const found = (impact: Impact, says: string): Finding => ({ impact, says, addresses: [`provider.${name}`] });
  const region = changes.find(({ path }) => path === "region");
  if (region !== undefined && /^aws(\.|$)/.test(name)) {
    const says = `provider ${name}: region ${region.before ?? "-"} to ${region.after ?? "-"}: everything without a region of its own is recreated there`;
    return [found("data-replaced", says)];
  }
  const paths = changes.map(({ path }) => path);
  if (paths.length === 0) return [];
  if (paths.every((path) => path.startsWith("default_tags"))) return [found("tags", `provider ${name}: default tags`)];
  return [found("settings-changed", `provider ${name}: ${some(paths)}; it must be the same account as before`)];
}

/** What changed providers and modules do; the resources of a module are not in the stack's text. */
export function judgeSettings(old: TerraformStack, now: TerraformStack): readonly Finding[] {
  const providers = [...now.providers].flatMap(([name, after]) => {
    const before = old.providers.get(name);
    return before === undefined ? [] : judgeProvider(name, changesOf(name, [before, old], [after, now]));
  });
  const modules = [...new Set([...old.modules.keys(), ...now.modules.keys()])].flatMap((name): readonly Finding[] => {
    const [before, after] = [old.modules.get(name), now.modules.get(name)];
    const addresses = [`module.${name}`];
    if (before === undefined) return [{ impact: "created", says: `module ${name}`, addresses }];
    if (after === undefined) return [{ impact: "data-unknown", says: `module ${name} is removed`, addresses }];
    const paths = changesOf(name, [before, old], [after, now]).map(({ path }) => path);
    return paths.length === 0
      ? []
      : [{ impact: "data-unknown", says: `module ${name} changes: ${some(paths)}`, addresses }];
  });
  return [...providers, ...modules];
}
