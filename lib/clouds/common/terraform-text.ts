import { Token } from "cdktf";

/**
 * Text that Terraform must take as it stands, shell's `${HOME}` included, while our own references in it are still resolved.
 * For the value of a resource's attribute or a local; not for an argument of one of cdktf's functions, which quote anew.
 */
export function literal(text: string): string {
  return text.replaceAll(/([$%])(?=\{(?!TfToken\[))/g, "$1$1");
}

/** Whether a value is known now, at synth, and not only to Terraform later. */
export function isKnown<T>(value: T | undefined): value is T {
  return value !== undefined && !Token.isUnresolved(value);
}
