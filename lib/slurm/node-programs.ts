import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One file of the node programs: Python or data, as it is installed under `programFolder`. */
export interface NodeProgram {
  readonly name: string;
  readonly text: string;
  /** Whether it is started by name (`resume`) or read by others (`scontrol.py`). */
  readonly executable: boolean;
}

/** The programs that Slurm and its timers start, in the order of their names. */
export function nodePrograms(): NodeProgram[] {
  const folder = join(__dirname, "programs");
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return { name, text, executable: text.startsWith("#!") };
    });
}
