// Builds the site into site/dist: pages and gallery from the repository, the API reference next to them, then VitePress.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dirname;

// A thousand pages make much that is soon gone: with more room for it a sixth less is spent on collecting it.
const env = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --max-semi-space-size=128`.trim() };

function run(program, ...args) {
  const child = spawn(program, args, { cwd: here, env, stdio: "inherit" });
  return new Promise((settle, refuse) => {
    child.on("error", refuse);
    child.on("close", (status) =>
      status === 0 ? settle() : refuse(new Error(`${program} ${args.join(" ")} ended with ${status}`)),
    );
  });
}

rmSync(join(here, ".cache/pages"), { recursive: true, force: true });
rmSync(join(here, "dist"), { recursive: true, force: true });
await Promise.all([run("tsx", "pages/generate.ts"), run("typedoc")]);
await run("vitepress", "build");
