import * as pulumi from "@pulumi/pulumi";

/** Settings whose text is a number. */
const NUMBERS = ["maxRetries", "tokenBucketRateLimiterCapacity"];

/** @internal in Pulumi's types */
const { isConfigSecret = () => false } = pulumi.runtime as { readonly isConfigSecret?: (key: string) => boolean };

/**
 * The stack's own settings of a provider (`pulumi config set aws:profile …`, `aws:assumeRoles`, `aws:defaultTags`). Pulumi gives them
 * to its default provider alone; one that a cluster declares for its region wants the same account, role and tags.
 *
 * @see https://www.pulumi.com/docs/iac/concepts/resources/providers/#explicit-provider-configuration
 */
export function stackSettings(provider: string): Record<string, unknown> {
  const before = `${provider}:`;
  const own = Object.entries(pulumi.runtime.allConfig()).filter(([key]) => key.startsWith(before));
  return Object.fromEntries(
    own.map(([key, text]) => {
      const name = key.slice(before.length);
      const value = settingOf(name, text);
      return [name, isConfigSecret(key) ? pulumi.secret(value) : value];
    }),
  );
}

/** Lists and objects are JSON in a stack's settings; text is text, even if it looks like a number. */
function settingOf(name: string, text: string): unknown {
  if (!NUMBERS.includes(name) && !/^(true|false)$|^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
