/** One shell word, whatever it holds. */
export function word(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`;
}
