import { screenWidth } from "./text-table";
import { wrapped } from "./wrap";

/** A line of YAML that ends with a comment, which no quotes enclose. */
const COMMENTED = /^(\s*)((?:[^"'#]|"[^"]*"|'[^']*'|(?<! )#)*?) (# .*)$/;

/**
 * YAML for the screen: comments that are wider than it go into lines of their own, above what they are about. It stays the same
 * YAML. The line for editors says nothing on a screen.
 */
export function yamlText(text: string, width: number = screenWidth()): string {
  if (width === Number.POSITIVE_INFINITY) return text;
  return text
    .split("\n")
    .filter((line) => !line.startsWith("# yaml-language-server:"))
    .flatMap((line) => (line.length <= width ? [line] : broken(line, width)))
    .join("\n");
}

function broken(line: string, width: number): string[] {
  const indent = /^ */.exec(line)![0];
  if (line.startsWith(`${indent}#`)) return wrapped(line, width, `${indent}# `);
  const [, , code, comment] = COMMENTED.exec(line) ?? [];
  if (code === undefined || comment === undefined) return [line];
  return [...wrapped(`${indent}${comment}`, width, `${indent}# `), `${indent}${code}`];
}
