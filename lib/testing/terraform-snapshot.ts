type Json = { readonly [key: string]: unknown };

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value without what changes from machine to machine or from release to release of the tool. */
function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (key !== "//") return [[key, withoutNoise(inner)]];
    const { metadata: _, outputs: __, ...rest } = isObject(inner) ? inner : {};
    return Object.keys(rest).length > 0 ? [[key, rest]] : [];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/**
 * The Terraform of a stack in a form that is good to snapshot: keys sorted, without the tool's metadata, without the path of
 * the local state, without the provider's version. Reasons of skipped checks (`"//".checkov`) stay.
 *
 * @param terraform text of a `cdk.tf.json`, as `Testing.synth` gives it, or that text parsed
 */
export function terraformSnapshot(terraform: string | object): object {
  const parsed = (typeof terraform === "string" ? JSON.parse(terraform) : terraform) as Json;
  const clean = withoutNoise(parsed) as Record<string, unknown>;
  if (isObject(clean.terraform)) {
    const { backend: _, required_providers, ...rest } = clean.terraform;
    const providers = isObject(required_providers)
      ? Object.fromEntries(
          Object.entries(required_providers).map(([name, provider]) => [
            name,
            isObject(provider) ? { source: provider.source } : provider,
          ]),
        )
      : undefined;
    clean.terraform = providers ? { ...rest, required_providers: providers } : rest;
  }
  return clean;
}
