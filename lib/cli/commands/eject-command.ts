import { existsSync, writeFileSync } from "node:fs";
import { ejectBlueprint } from "../../blueprint/eject";
import { CLOUD_BINDINGS } from "../../clouds/by-name";
import { buildInMemory } from "../build-in-memory";
import { refuse } from "../command-error";
import { paragraph } from "../terminal/text-table";

/** Writes a blueprint as a TypeScript program. The blueprint is built first, so that its mistakes are told as its own. */
export function ejectCommand(
  paths: readonly string[],
  { set, output, json }: { readonly set: readonly string[]; readonly output: string; readonly json?: boolean },
): void {
  const { loaded } = buildInMemory(paths, set);
  const program = ejectBlueprint(loaded.blueprint);
  if (output === "-") {
    process.stdout.write(json ? `${JSON.stringify({ program }, undefined, 2)}\n` : program);
    return;
  }
  if (existsSync(output))
    refuse(
      "eject",
      "conflict",
      "output",
      `output must be a new file, got ${output}, which exists; choose another with --output`,
    );
  try {
    writeFileSync(output, program, { flag: "wx" });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown error";
    refuse(
      "eject",
      "not-allowed",
      "output",
      `output must be a writable file, got ${output} (${reason}); use a file in an existing directory`,
    );
  }
  const packages = ["warpform", "cdktf", "constructs", CLOUD_BINDINGS[loaded.blueprint.cloud ?? "aws"], "tsx"];
  console.log(
    json
      ? JSON.stringify({ file: output, packages }, undefined, 2)
      : paragraph(`${output}: npm install ${packages.join(" ")}, then npx tsx ${output}`),
  );
}
