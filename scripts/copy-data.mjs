// Copies what tsc leaves behind (node programs, dashboards, templates, data not imported) from lib/ to dist/lib/.
import { cpSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
cpSync(join(root, "lib"), join(root, "dist", "lib"), {
  recursive: true,
  filter: (path) => !path.endsWith(".ts") && !path.includes("__pycache__"),
});
