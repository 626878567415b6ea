// Prints ratios, never absolute times as a promise. Each bench/*.bench.ts is run in a process of its own and prints its lines.
// The last line names those that failed.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
const failed = [];
for (const file of readdirSync(here)
  .filter((name) => name.endsWith(".bench.ts"))
  .sort()) {
  const result = spawnSync(process.execPath, ["--import", "tsx", join(here, file), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  if (result.status !== 0) failed.push(file);
}
if (failed.length > 0) {
  console.error(`failed: ${failed.join(", ")}`);
  process.exit(1);
}
