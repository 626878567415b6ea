import { Fn, Token } from "cdktf";

/**
 * Text that Terraform must take as it stands, shell's `${HOME}` included, while our own references in it are still resolved.
 * Terraform reads `${` and `%{` in any string as its own; cutting between the two characters keeps it from doing so.
 */
export function literal(text: string): string {
  const pieces = text.split(/(?<=[$%])(?=\{(?!TfToken\[))/);
  return pieces.length === 1
    ? Fn.rawString(text)
    : Fn.join(
        "",
        pieces.map((piece) => Fn.rawString(piece)),
      );
}

/** Whether a value is known now, at synth, and not only to Terraform later. */
export function isKnown<T>(value: T | undefined): value is T {
  return value !== undefined && !Token.isUnresolved(value);
}
