import type { Argument, Command, Option } from "commander";
import { z } from "zod";
import { RepeatedOption } from "../repeated-option";

/** Commands that an assistant may call: each reads designs and the catalog, and changes nothing. */
export const TOOLS = ["plan", "review", "explain", "catalog", "compare", "diff"] as const;

/** Options of these commands that write files. */
const WRITES: readonly string[] = ["html", "sarif", "summary", "fix"];

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: Readonly<Record<string, z.ZodType>>;
  /** The command line that an input stands for, the name of the command first. */
  readonly arguments: (input: Readonly<Record<string, unknown>>) => string[];
}

const optionsOf = (command: Command): readonly Option[] =>
  command.options.filter((option) => !WRITES.includes(option.attributeName()));

function typeOf(option: Option): z.ZodType {
  const { argChoices, description } = option;
  if (option.isBoolean()) return z.boolean().optional().describe(description);
  const one = argChoices ? z.enum(argChoices) : z.coerce.string();
  return (option instanceof RepeatedOption ? z.array(one) : one).optional().describe(description);
}

function typeOfArgument({ variadic, required, description }: Argument): z.ZodType {
  const type = variadic ? z.array(z.string()).min(required ? 1 : 0) : z.string();
  return (required ? type : type.optional()).describe(description);
}

/** The command as a tool: its arguments and options are the properties of the input. */
function toolOf(command: Command): Tool {
  const options = optionsOf(command);
  const names = command.registeredArguments.map((argument) => argument.name());
  return {
    name: command.name(),
    description: command.description(),
    input: Object.fromEntries([
      ...command.registeredArguments.map((argument) => [argument.name(), typeOfArgument(argument)] as const),
      ...options.map((option) => [option.attributeName(), typeOf(option)] as const),
    ]),
    arguments: (input) => [
      command.name(),
      ...options.flatMap((option) => {
        const value = input[option.attributeName()];
        if (value === undefined || value === false) return [];
        return value === true ? [option.long!] : [value].flat().map((one) => `${option.long}=${one}`);
      }),
      // What follows is never read as an option.
      "--",
      ...names.flatMap((name) => (input[name] === undefined ? [] : [input[name]].flat().map(String))),
    ],
  };
}

/** The commands of the program that are tools. */
export const toolsOf = (program: Command): readonly Tool[] =>
  program.commands.filter((command) => (TOOLS as readonly string[]).includes(command.name())).map(toolOf);
