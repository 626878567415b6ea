// Every example as a Pulumi program against a mocked engine (walk.ts) and against the real types (typed.ts), programs on a real
// engine (engine.ts), random blueprints (fuzz.ts), the mapping against the installed packages, and the
// packed package in empty projects (packed.mjs).
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { check, fail, find, finish, ok, root, run, skip, synthesizedStacks, tail } from "../lib/checks.mjs";
import { checkPacked } from "./packed.mjs";

const stacks = synthesizedStacks().filter(({ json }) => json.provider.aws ?? json.provider.azurerm);
const directories = stacks.map(({ directory }) => directory);
const walked = run(process.execPath, ["--import", "tsx", join(import.meta.dirname, "walk.ts"), ...directories], {
  cwd: root,
});
const problemsOf = new Map(
  walked.stdout
    .split("\n")
    .filter((line) => line.startsWith('{"stack"'))
    .map((line) => JSON.parse(line))
    .map(({ stack, problems }) => [stack, problems]),
);
for (const { name } of stacks)
  check(`${name}: same resources, values, references and dependencies in Pulumi`, () =>
    problemsOf.has(name) ? problemsOf.get(name).join("\n") : tail(walked),
  );

const FUZZ = { seed: 9, blueprints: 10 };
check(`${FUZZ.blueprints} random blueprints: same resources, values, references and dependencies in Pulumi`, () => {
  const program = join(import.meta.dirname, "fuzz.ts");
  const args = ["--import", "tsx", program, String(FUZZ.seed), String(FUZZ.blueprints)];
  const result = run(process.execPath, args, { cwd: root });
  return result.status === 0 ? undefined : tail(result, 60);
});

check("a Pulumi program of each example type-checks, and each input is on its args type with the right kind", () => {
  const program = join(import.meta.dirname, "typed.ts");
  const result = run(process.execPath, ["--max-old-space-size=4096", "--import", "tsx", program, ...directories], {
    cwd: root,
  });
  return result.status === 0 ? undefined : tail(result, 40);
});

for (const cloud of ["aws", "azure"])
  check(`the mapping of ${cloud} is what scripts/pulumi-mapping.mjs reads from the installed packages`, () => {
    const program = join(root, "scripts/pulumi-mapping.mjs");
    const result = run(process.execPath, [program, cloud, "--print"], { cwd: root });
    if (result.status !== 0) return tail(result);
    const kept = readFileSync(join(root, `lib/pulumi/clouds/${cloud}/mapping.generated.json`), "utf8");
    return JSON.stringify(JSON.parse(result.stdout)) === JSON.stringify(JSON.parse(kept))
      ? undefined
      : "run the script again";
  });
const pulumi = find("pulumi");
if (pulumi === undefined) skip("programs on a real Pulumi engine", "needs the program pulumi, 3.250 or later");
else {
  const program = join(import.meta.dirname, "engine.ts");
  const { stdout, stderr } = run(process.execPath, ["--import", "tsx", program, dirname(pulumi)], { cwd: root });
  const lines = stdout.split("\n");
  for (const line of lines) if (line.startsWith("ok ")) ok(line.slice(3));
  for (const line of lines.filter((text) => text.startsWith("FAILED "))) fail("engine", line.slice(7));
  if (!/^\d+ passed/m.test(stdout)) fail("programs on a real Pulumi engine", tail({ stdout, stderr }, 30));
}
checkPacked();
finish();
