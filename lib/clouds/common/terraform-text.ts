/**
 * Text that Terraform must take as it stands, shell's `${HOME}` included, while our own references in it are still resolved.
 * For the value of a resource's attribute or a local; not for an argument of one of cdktf's functions, which quote anew.
 */
export function literal(text: string): string {
  return text.replaceAll(/([$%])(?=\{(?!TfToken\[))/g, "$1$1");
}

/** Whether a value has the form of one of cdktf's tokens: a marked text or key, a number beyond all that a prop takes, an object to resolve. */
function mayBeToken(value: unknown): boolean {
  if (typeof value === "string") return value.includes("TfToken[");
  if (typeof value === "number") return Math.abs(value) > 1e200;
  if (Array.isArray(value)) return value.some(mayBeToken);
  if (typeof value !== "object" || value === null) return typeof value === "function";
  return "resolve" in value || Object.keys(value).some(mayBeToken);
}

/** Whether a value is known to Terraform alone. Without anything like a token, cdktf is not loaded: definitions do without it. */
export function isToken(value: unknown): boolean {
  return mayBeToken(value) && (require("cdktf") as typeof import("cdktf")).Token.isUnresolved(value);
}

/** Whether a value is known now, at synth, and not only to Terraform later. */
export function isKnown<T>(value: T | undefined): value is T {
  return value !== undefined && !isToken(value);
}
