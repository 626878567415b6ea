import * as pulumi from "@pulumi/pulumi";
import { CLOUD_PROVIDERS } from "../clouds/providers";
import { type CloudProvider, namespaceOf } from "../plan/kinds";

/** Settings of a provider whose text is a number. */
const numbersOf = ({ settings }: CloudProvider): readonly string[] =>
  Object.values(settings).flatMap(([name, kind]) => (kind === "number" ? [name] : []));

/** @internal in Pulumi's types */
const { isConfigSecret = () => false } = pulumi.runtime as { readonly isConfigSecret?: (key: string) => boolean };

/**
 * The stack's own settings of a cloud's provider (`pulumi config set aws:profile …`, `aws:assumeRoles`, `aws:defaultTags`). Pulumi gives them
 * to its default provider alone; one that a cluster declares for its region wants the same account, role and tags.
 *
 * @see https://www.pulumi.com/docs/iac/concepts/resources/providers/#explicit-provider-configuration
 */
export function stackSettings(from: CloudProvider["package"]): Record<string, unknown> {
  const provider = CLOUD_PROVIDERS.find((cloud) => cloud.package === from);
  if (provider === undefined) return {};
  const numbers = numbersOf(provider);
  const before = `${namespaceOf(from)}:`;
  const own = Object.entries(pulumi.runtime.allConfig()).filter(([key]) => key.startsWith(before));
  return Object.fromEntries(
    own.map(([key, text]) => {
      const name = key.slice(before.length);
      const value = settingOf(text, numbers.includes(name));
      return [name, isConfigSecret(key) ? pulumi.secret(value) : value];
    }),
  );
}

/** Lists and objects are JSON in a stack's settings; text is text, even if it looks like a number. */
function settingOf(text: string, isNumber: boolean): unknown {
  if (!isNumber && !/^(true|false)$|^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
