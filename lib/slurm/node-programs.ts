import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One program or part of one: shell, Python or data. */
export interface NodeProgram {
  readonly name: string;
  readonly text: string;
  /** Whether it is started by name (`resume`) or read by others (`scontrol.py`). */
  readonly executable: boolean;
}

/** The programs of a folder, in the order of their names; what starts with `#!` is executable. */
export function programsIn(folder: string): NodeProgram[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return { name, text, executable: text.startsWith("#!") };
    });
}

/** In the order of their names, whatever folders they come from. */
export const sorted = (programs: readonly NodeProgram[]): NodeProgram[] =>
  [...programs].sort((one, other) => (one.name < other.name ? -1 : 1));

/** The programs that set head, login nodes and nodes up; a cloud's own, `cloud.sh` and `secret_store.py` among them, lie beside them on a node. */
export const setUpPrograms = (): NodeProgram[] => programsIn(join(__dirname, "set-up"));

/** What tells Prometheus of Slurm, on a head: `slurm-metrics`. */
export const slurmMetricsPrograms = (): NodeProgram[] => programsIn(join(__dirname, "monitoring"));

/** The text of one of them. */
export const setUpProgram = (name: string): string => readFileSync(join(__dirname, "set-up", name), "utf8");

const PROGRAMS = join(__dirname, "programs");

/** Where each cloud has a room of its own. */
const CLOUDS = "clouds";

/**
 * The programs that Slurm and its timers start in a cloud, in the one folder that they have on a node (`programFolder`): of every room, and of
 * the cloud's own.
 */
export function nodePrograms(cloud: string): NodeProgram[] {
  const rooms = readdirSync(PROGRAMS).filter((room) => room !== CLOUDS);
  return sorted([...rooms, join(CLOUDS, cloud)].flatMap((room) => programsIn(join(PROGRAMS, room))));
}
