// Half of the random blueprints: the arguments are a folder, a seed and how many of each kind; the last line of output is JSON.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expandBlueprint } from "../../../lib/blueprint/expand";
import { parseBlueprint } from "../../../lib/blueprint/load";
import { BlueprintError } from "../../../lib/blueprint/reader/blueprint-error";
import { synthCommand } from "../../../lib/cli/commands/synth-command";
import { arbitraryBlueprintText } from "../../blueprint/arbitrary-blueprint";
import { blueprintFiles, ejectedFiles, expandedFiles } from "../../blueprint/built-files";
import { MISTAKES, mistakenBlueprint } from "../../blueprint/mistaken-blueprint";

const [folder, seedText, countText, keptText] = process.argv.slice(2) as [string, string, string, string];
const seed = Number(seedText);
const count = Number(countText);
const kept = Number(keptText);
const complaints: { readonly check: string; readonly why: string; readonly text: string }[] = [];

/** Runs `warpform synth` on a text in a folder of its own; the error, or undefined. */
function synth(directory: string, text: string): unknown {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "a.yaml"), text);
  try {
    synthCommand([join(directory, "a.yaml")], { set: [], output: join(directory, "out") });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** What is wrong with an error of a mistaken blueprint: no line, another line's text, a stack trace. */
function wrongError(error: unknown, text: string): string | undefined {
  if (!(error instanceof BlueprintError))
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (/\n\s+at .+:\d+:\d+/.test(`${error.stack}`)) return "has a stack trace";
  if (error.problems.length === 0) return "has no problem";
  const lines = text.split("\n");
  for (const { location, message } of error.problems) {
    if (lines[location.line - 1] !== location.text) return `shows another line than ${location.line}: ${message}`;
    if (!error.message.includes(`a.yaml:${location.line}:${location.column}: ${message}`))
      return `has no line for: ${message}`;
    if (/undefined|\[object|Invalid input|NaN/.test(message)) return `is not in plain words: ${message}`;
  }
  return undefined;
}

/** Why something made of a valid blueprint does not give what the blueprint gives; undefined where it does. */
function otherThan(wanted: Record<string, string>, make: () => Record<string, string>): string | undefined {
  try {
    const given = make();
    const names = [...new Set([...Object.keys(wanted), ...Object.keys(given)])];
    const other = names.filter((name) => wanted[name] !== given[name]);
    return other.length === 0 ? undefined : `differs in ${other.join(", ")}`;
  } catch (error) {
    return String((error as Error).stack);
  }
}

/** Ejects and expands a valid blueprint, and notes where what comes of it is not the same. */
function checkForms(directory: string, text: string): void {
  const loaded = parseBlueprint([{ file: "a.yaml", text }]);
  const wanted = blueprintFiles(loaded, join(directory, "yaml"));
  const ejected = otherThan(wanted, () => ejectedFiles(loaded, join(directory, "program")));
  if (ejected !== undefined) complaints.push({ check: "ejected", why: ejected, text });
  const expanded = otherThan(wanted, () => expandedFiles(loaded, join(directory, "expanded")));
  if (expanded !== undefined) complaints.push({ check: "expanded", why: expanded, text });
  const once = expandBlueprint(loaded.blueprint);
  const twice = expandBlueprint(parseBlueprint([{ file: "b.yaml", text: once }]).blueprint);
  if (once !== twice) complaints.push({ check: "expanded", why: "expanding twice gives another text", text });
}

const log = console.log;
console.log = () => {};
/** Each takes three further synths. */
const FORMS_EVERY = 5;
let valid = 0;
let forms = 0;
fc.sample(arbitraryBlueprintText(), { numRuns: count, seed }).forEach((text, index) => {
  const directory = join(folder, `valid-${index}`);
  const error = synth(directory, text);
  if (error === undefined && existsSync(join(directory, "out", "stacks"))) valid++;
  else complaints.push({ check: "valid", why: String((error as Error | undefined)?.stack), text });
  if (error === undefined && index % FORMS_EVERY === 0) {
    forms++;
    checkForms(join(folder, "forms"), text);
    rmSync(join(folder, "forms"), { recursive: true });
  }
  if (index >= kept) rmSync(directory, { recursive: true });
});

const refused = Object.fromEntries(MISTAKES.map((mistake) => [mistake, 0]));
const harmless = Object.fromEntries(MISTAKES.map((mistake) => [mistake, 0]));
let wanted = count;
for (const { mistake, text, certain } of fc.sample(mistakenBlueprint(), { numRuns: 3 * count, seed })) {
  if (wanted === 0) break;
  const directory = join(folder, "mistaken");
  const error = synth(directory, text);
  if (error === undefined) {
    harmless[mistake]!++;
    if (certain) complaints.push({ check: "mistaken", why: `${mistake}: was not refused`, text });
  } else {
    wanted--;
    refused[mistake]!++;
    const wrong = wrongError(error, text);
    if (wrong !== undefined) complaints.push({ check: "mistaken", why: `${mistake}: ${wrong}`, text });
    const left = readdirSync(directory).filter((name) => name !== "a.yaml");
    if (left.length > 0) complaints.push({ check: "files", why: `${mistake}: left ${left.join(", ")}`, text });
  }
  rmSync(directory, { recursive: true });
}
log(JSON.stringify({ valid, forms, refused, harmless, complaints }));
