/** A name in the form that parts of a cluster have: lowercase letters, digits and hyphens, a letter first. */
export function partName(text: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return /^[a-z]/.test(name) ? name : `x-${name}`.replace(/-$/, "");
}
