import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { accelerators } from "../../catalog/accelerators";
import { acceleratedInstanceTypes } from "../../catalog/instance-types";
import { type CompletedCommand, completionScript, SHELLS, type Shell } from "../completion-script";
import { ruleIds } from "../rule-files";

/** Where the build keeps the scripts (scripts/completions.mjs). */
const KEPT = join(__dirname, "..", "completions");

/**
 * Prints a shell's completion script, made from the program's own commands and options: by the build, since shells run this at each
 * start, or now where the catalog has types of the user's own.
 */
export function completionCommand(shell: Shell, program: Command, extended: boolean): void {
  const kept = join(KEPT, shell);
  const text =
    !extended && existsSync(kept) ? readFileSync(kept, "utf8") : completionScript(shell, completedCommands(program));
  process.stdout.write(text);
}

function completedCommands(program: Command): CompletedCommand[] {
  const words: Readonly<Record<string, readonly string[]>> = {
    explain: ruleIds(),
    catalog: [...acceleratedInstanceTypes().map(({ name }) => name), ...accelerators().map(({ name }) => name)],
    completion: SHELLS,
  };
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: command.options.map(({ long, description, argChoices }) => ({
      flag: long!,
      description,
      choices: argChoices ?? [],
    })),
    words: words[command.name()] ?? [],
  }));
}
