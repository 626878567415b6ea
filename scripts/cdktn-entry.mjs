// Makes the second entry point of the package, `warpform/cdktn`: the same constructs on CDK Terrain (cdktn and
// @cdktn/provider-aws) instead of cdktf. Only what touches the CDK is written anew; the pure layers are shared.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

const dist = join(import.meta.dirname, "..", "dist");
const from = join(dist, "lib");
const to = join(dist, "cdktn");
const folders = ["clouds", "architectures", "blueprint", "cli", "pulumi", "testing"].filter((folder) =>
  existsSync(join(from, folder)),
);

/** Whether a path below dist/lib is one that the entry point has its own copy of. */
const copied = (path) =>
  path === "index" || (folders.includes(path.split(sep)[0]) && !path.startsWith(join("cli", "projects")));

/** A module's name as seen from its copy. */
function renamed(name, file) {
  if (name === "cdktf" || name.startsWith("cdktf/")) return name.replace("cdktf", "cdktn");
  if (name.startsWith("@cdktf/provider-aws")) return name.replace("@cdktf/", "@cdktn/");
  // in programs that `eject` writes
  if (name === "warpform") return "warpform/cdktn";
  if (!name.startsWith(".")) return name;
  const target = relative(from, resolve(dirname(join(from, file)), name));
  if (copied(target)) return name;
  const path = relative(dirname(join(to, file)), join(from, target))
    .split(sep)
    .join("/");
  return path.startsWith(".") ? path : `./${path}`;
}

/** Packages that written programs need, where a file names them in another way than by importing them. */
const packages = {
  "clouds/aws/parts.js": ['module: "warpform"', 'module: "warpform/cdktn"'],
  "clouds/by-name.js": ['aws: "@cdktf/provider-aws"', 'aws: "@cdktn/provider-aws"'],
  "cli/commands/eject-command.js": ['["warpform", "cdktf", "constructs"', '["warpform", "cdktn", "constructs"'],
  "cli/native-engine.js": ['NATIVE_ENGINE = "cdktf"', 'NATIVE_ENGINE = "cdktn"'],
  "cli/on-demand/archiver-on-demand.js": ['("cdktf", "archiver"', '("cdktn", "archiver"'],
};

function withPackages(text, file) {
  const [before, after] = packages[file] ?? ["", ""];
  if (!text.includes(before))
    throw new Error(`${file} names its packages in another way: change scripts/cdktn-entry.mjs`);
  return text.replace(before, after);
}

rmSync(to, { recursive: true, force: true });
const files = readdirSync(from, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(from, join(entry.parentPath, entry.name)))
  .filter((file) => copied(file.replace(/(\.d)?\.[jt]s$/, "")));
for (const file of files) {
  const text = readFileSync(join(from, file));
  mkdirSync(dirname(join(to, file)), { recursive: true });
  const isCode = /\.(js|ts)$/.test(file);
  writeFileSync(
    join(to, file),
    isCode
      ? withPackages(text.toString(), file.split(sep).join("/")).replaceAll(
          /(require\(|from |import\()(["'])([^"'\n]+)\2/g,
          (_, start, quote, name) => `${start}${quote}${renamed(name, file)}${quote}`,
        )
      : text,
  );
}
