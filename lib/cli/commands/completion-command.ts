import type { Command } from "commander";
import { accelerators } from "../../catalog/accelerators";
import { acceleratedInstanceTypes } from "../../catalog/instance-types";
import { type CompletedCommand, completionScript, SHELLS, type Shell } from "../completion-script";
import { ruleIds } from "../rule-files";

/** Prints a shell's completion script, made from the program's own commands and options. */
export function completionCommand(shell: Shell, program: Command): void {
  process.stdout.write(completionScript(shell, completedCommands(program)));
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
