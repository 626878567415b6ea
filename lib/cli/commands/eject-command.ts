import { existsSync, writeFileSync } from "node:fs";
import { ejectBlueprint } from "../../blueprint/eject";
import { EXISTING_PACKAGES, ejectExisting } from "../../blueprint/eject-existing";
import { CLOUD_BINDINGS } from "../../clouds/by-name";
import { buildInMemory } from "../build-in-memory";
import { refuse } from "../command-error";
import { plainCloud, reviewedInput } from "../reviewed-input";
import { paragraph } from "../terminal/text-table";

/** A program, and the packages that it imports. */
interface Ejected {
  readonly program: string;
  readonly packages: readonly string[];
}

function ejected(paths: readonly string[], set: readonly string[]): Ejected {
  if (plainCloud(paths[0]!) === "kubernetes") {
    if (paths.length > 1 || set.length > 0) {
      const prop = paths.length > 1 ? "overlay" : "--set";
      refuse(
        "eject",
        "not-allowed",
        prop,
        `${prop} is for blueprints of a cloud, and ${paths[0]} is an existing cluster; leave it out`,
      );
    }
    // built first, so that mistakes are told as the blueprint's own
    reviewedInput(paths, { set });
    return { program: ejectExisting(paths[0]!), packages: EXISTING_PACKAGES };
  }
  const { loaded } = buildInMemory(paths, set);
  const bindings = CLOUD_BINDINGS[loaded.blueprint.cloud ?? "aws"];
  return { program: ejectBlueprint(loaded.blueprint), packages: ["warpform", "cdktf", "constructs", bindings, "tsx"] };
}

/** Writes a blueprint as a TypeScript program. The blueprint is built first, so that its mistakes are told as its own. */
export function ejectCommand(
  paths: readonly string[],
  { set, output, json }: { readonly set: readonly string[]; readonly output: string; readonly json?: boolean },
): void {
  const { program, packages } = ejected(paths, set);
  if (output === "-") {
    process.stdout.write(json ? `${JSON.stringify({ program }, undefined, 2)}\n` : program);
    return;
  }
  if (existsSync(output))
    refuse("eject", "conflict", "--output", `--output must be a new file, got ${output}, which exists; choose another`);
  try {
    writeFileSync(output, program, { flag: "wx" });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown error";
    refuse(
      "eject",
      "not-allowed",
      "--output",
      `--output must be a writable file, got ${output} (${reason}); use a file in an existing directory`,
    );
  }
  console.log(
    json
      ? JSON.stringify({ file: output, packages }, undefined, 2)
      : paragraph(`${output}: npm install ${packages.join(" ")}, then npx tsx ${output}`),
  );
}
