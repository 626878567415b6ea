// Ends the relative paths that built modules require with the file's extension: Node tries the path as it stands first, which
// is one failed look-up for each of the hundreds of modules of a review.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const dist = join(import.meta.dirname, "..", "dist");

for (const name of readdirSync(dist, { recursive: true }).filter((path) => path.endsWith(".js"))) {
  const file = join(dist, name);
  const text = readFileSync(file, "utf8");
  const ended = text.replaceAll(/require\("(\.[^"]+)"\)/g, (whole, path) =>
    existsSync(join(dirname(file), `${path}.js`)) ? `require("${path}.js")` : whole,
  );
  if (ended !== text) writeFileSync(file, ended);
}
