import type { Argument, Command, Option } from "commander";
import { z } from "zod";
import { RepeatedOption } from "../repeated-option";
import { didYouMean } from "../terminal/did-you-mean";

/** Commands that an assistant may call: each reads designs and the catalog, and changes nothing. */
export const TOOLS = ["plan", "review", "explain", "catalog", "compare", "diff"] as const;

/** Options of these commands that write files. */
const WRITES: readonly string[] = ["html", "sarif", "summary", "fix"];

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The command line that an input stands for, the name of the command first. */
  readonly arguments: (input: Readonly<Record<string, unknown>>) => string[];
}

const optionsOf = (command: Command): readonly Option[] =>
  command.options.filter((option) => !WRITES.includes(option.attributeName()));

/** The message for a value that is none of `expected`; the SDK adds at which argument. */
const expectedMessage = (expected: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    `Expected ${expected}, got ${input === undefined ? "nothing" : JSON.stringify(input)}`,
});

function typeOf(option: Option): z.ZodType {
  const { argChoices, description } = option;
  if (option.isBoolean()) return z.boolean(expectedMessage("true or false")).optional().describe(description);
  const written = z.union([z.string(), z.number()], expectedMessage("text or a number"));
  const one = argChoices ? z.enum(argChoices, expectedMessage(`one of ${argChoices.join(", ")}`)) : written;
  const type = option instanceof RepeatedOption ? z.array(one, expectedMessage("a list")) : one;
  return type.optional().describe(description);
}

function typeOfArgument({ variadic, required, description }: Argument): z.ZodType {
  const one = z.string(expectedMessage("text"));
  const list = expectedMessage('a list of paths, such as ["cluster.yaml"]');
  const type = variadic ? z.array(one, list).min(required ? 1 : 0, list) : one;
  return (required ? type : type.optional()).describe(description);
}

/** What is wrong with arguments that a tool does not have, and what was likely meant. */
function unknownArguments(tool: string, unknown: readonly string[], known: readonly string[]): string {
  return unknown
    .map((name) => {
      if (WRITES.includes(name))
        return `${name} writes files, and tools are read-only; leave it out, or run \`warpform ${tool} --${name}\` in a terminal`;
      const [near] = didYouMean(name, known);
      return `${name} is not an argument of ${tool}; ${near === undefined ? `it takes ${known.join(", ")}` : `did you mean ${near}`}`;
    })
    .join("\n");
}

/** The command as a tool: its arguments and options are the properties of the input, and no others are taken. */
function toolOf(command: Command): Tool {
  const options = optionsOf(command);
  const names = command.registeredArguments.map((argument) => argument.name());
  const known = [...names, ...options.map((option) => option.attributeName())];
  const types = [...command.registeredArguments.map(typeOfArgument), ...options.map(typeOf)];
  const shape = Object.fromEntries(known.map((name, index) => [name, types[index]!]));
  return {
    name: command.name(),
    description: command.description(),
    input: z.strictObject(shape, {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? unknownArguments(command.name(), issue.keys as string[], known)
          : "Expected an object of arguments",
    }),
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
