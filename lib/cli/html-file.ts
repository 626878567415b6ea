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
      `html must be a file that can be written, got ${file} (${reason}); use one in a folder that exists`,
    );
  }
}
