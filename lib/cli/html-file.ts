import { writeFileSync } from "node:fs";
import { refuse } from "./command-error";

/** Writes a page for people where `--html` says. */
export function writeHtml(command: string, file: string, page: string): void {
  try {
    writeFileSync(file, page);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown error";
    refuse(
      command,
      "not-allowed",
      "html",
      `html must be a writable file, got ${file} (${reason}); use a file in an existing directory`,
    );
  }
}
