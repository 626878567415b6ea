/** Text that a Markdown table takes as it is. */
export function cell(value: unknown): string {
  return String(value ?? "none")
    .replace(/([\\|*_`<>[\]])/g, "\\$1")
    .replace(/\s*\n\s*/g, " ");
}
