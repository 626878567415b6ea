import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../units/make-folder";

/** Writes what a review leaves (reviewFiles) into a folder, programs as such. */
export function writeReview(folder: string, texts: Readonly<Record<string, string>>): void {
  makeFolder(folder);
  for (const [name, text] of Object.entries(texts))
    writeFileSync(join(folder, name), text, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
}
