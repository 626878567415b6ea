/** What to write for `min:1`, which YAML reads as a key without a value; undefined for other keys. */
export function spacedKey(key: string): string | undefined {
  const [, name, value] = /^(\w+):(.+)$/.exec(key) ?? [];
  return name && `write "${name}: ${value}", with a space after the colon`;
}
