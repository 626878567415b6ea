/** A quick run asks whether something became much slower, on a machine that others may share; the whole one holds the aims. */
const ROOM = process.argv.includes("--quick") ? 1.6 : 1;

/** Whether a ratio misses its aim, with a line on stderr that says so. */
export function misses(what: string, ratio: number, aim: number): boolean {
  if (ratio <= aim * ROOM) return false;
  console.error(`too slow: ${what}: ${ratio.toFixed(2)}, at most ${(aim * ROOM).toFixed(2)} in this run`);
  return true;
}
