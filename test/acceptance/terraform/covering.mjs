// Which stacks show everything that any stack shows: to Terraform each argument of each kind of resource, data source and provider,
// to OpenTofu what the two engines each have code of their own for.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const SECTIONS = ["resource", "data", "provider"];
/** Arguments that the engine itself reads, of any resource. */
const META = ["connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner"];
const EXPRESSION = /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g;
/** Forms of an expression by name. */
const FORMS = { splat: /\[\*\]|\.\*/, condition: /\?/, for: /\bfor\b/, directive: /%\{/ };

const configOf = ({ directory }) => JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8"));

/** Blocks of a configuration as [section, type, block]. */
const blocksOf = (json) =>
  SECTIONS.flatMap((section) =>
    Object.entries(json[section] ?? {}).flatMap(([type, blocks]) =>
      Object.values(blocks).map((block) => [section, type, block]),
    ),
  );

/** What one stack shows of the provider, as "resource.aws_vpc.cidr_block". */
export function argumentsOf(stack) {
  const shown = blocksOf(configOf(stack)).flatMap(([section, type, block]) =>
    Object.keys(block).map((argument) => `${section}.${type}.${argument}`),
  );
  return new Set(shown);
}

/** What one stack shows of the language: sections, providers, what the engine reads of a resource, variables, outputs, functions, expressions. */
export function languageOf(stack) {
  const json = configOf(stack);
  const shown = [
    ...Object.keys(json).map((section) => `section ${section}`),
    ...Object.keys(json.provider ?? {}).map((name) => `provider ${name}`),
    ...["variable", "output"].flatMap((section) =>
      Object.values(json[section] ?? {}).flatMap((block) => Object.keys(block).map((key) => `${section} ${key}`)),
    ),
    ...blocksOf(json).flatMap(([section, , block]) =>
      META.filter((argument) => argument in block).flatMap((argument) => [
        `${section} ${argument}`,
        ...[block[argument]]
          .flat()
          .flatMap((part) => (typeof part === "object" ? Object.keys(part).map((key) => `${argument} ${key}`) : [])),
      ]),
    ),
  ];
  for (const [, expression] of JSON.stringify(json).matchAll(EXPRESSION)) {
    for (const [, name] of expression.matchAll(/\b([a-z][a-z0-9_]*)\(/g)) shown.push(`function ${name}`);
    for (const [form, pattern] of Object.entries(FORMS)) if (pattern.test(expression)) shown.push(`expression ${form}`);
  }
  return new Set(shown);
}

/** The names of few stacks that together show what all show: again and again the one that shows most that is missing. */
export function covering(stacks, shown) {
  const left = new Map(stacks.map((stack) => [stack.name, shown(stack)]));
  const missing = new Set([...left.values()].flatMap((found) => [...found]));
  const names = [];
  while (missing.size > 0) {
    const news = (found) => [...found].filter((one) => missing.has(one)).length;
    const [name, found] = [...left].reduce((best, one) => (news(one[1]) > news(best[1]) ? one : best));
    for (const one of found) missing.delete(one);
    names.push(name);
  }
  return names;
}
