// Calls each module by what programs import: `warpform/sizing`, not `sizing`.
import { readFileSync } from "node:fs";

const { exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const importOf = new Map(
  Object.entries(exports).map(([name, file]) => [
    file.replace("./dist/lib/", "").replace(/(?<=.)\/index\.js$|\.js$/, ""),
    name === "." ? "warpform" : name.replace("./", "warpform/"),
  ]),
);

export function load(app) {
  app.converter.on("resolveBegin", ({ project }) => {
    for (const module of project.children ?? []) module.name = importOf.get(module.name) ?? module.name;
  });
}
