// npm run docs: writes lib/index.ts, the names of `warpform`: those of AWS's entry point and of the architectures, one by one.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const SOURCES = ["architectures/index", "clouds/aws/index"];

/** The names that an entry point exports, values and types apart. */
function namesOf(source) {
  const text = readFileSync(join(root, "lib", `${source}.ts`), "utf8");
  const exported = [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, types, list]) =>
    list
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => ({
        name: name.replace(/^type /, ""),
        isType: types !== undefined || name.startsWith("type "),
      })),
  );
  const of = (isType) => exported.filter((one) => one.isType === isType).map(({ name }) => name);
  return { types: of(true), values: of(false) };
}

const lines = SOURCES.flatMap((source) => {
  const { types, values } = namesOf(source);
  return [
    `export type { ${types.join(", ")} } from "./${source}";`,
    `export { ${values.join(", ")} } from "./${source}";`,
  ];
});
const text = `// Written by \`npm run docs\` (scripts/public-names.mjs).
import "./clouds/aws/shared/provider-there";

${lines.join("\n")}
export type { ErrorCode, Problem } from "./errors";
export { WarpformError } from "./errors";
`;
writeFileSync(join(root, "lib/index.ts"), text);
execFileSync("npx", ["biome", "check", "--write", "lib/index.ts"], { cwd: root, stdio: "ignore" });
