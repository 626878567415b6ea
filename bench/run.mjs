// Prints ratios, never absolute times as a promise. Each bench/*.bench.ts is run in a process of its own and prints its lines.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;
let failed = 0;
for (const file of readdirSync(here)
  .filter((name) => name.endsWith(".bench.ts"))
  .sort()) {
  const result = spawnSync(process.execPath, ["--import", "tsx", join(here, file), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  if (result.status !== 0) failed++;
}
process.exit(failed > 0 ? 1 : 0);
