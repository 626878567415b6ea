// Which stacks show everything that any stack shows: each argument of each kind of resource, data source and provider.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const SECTIONS = ["resource", "data", "provider"];

/** What one stack shows, as "resource.aws_vpc.cidr_block". */
function shown({ directory }) {
  const json = JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8"));
  const found = new Set();
  for (const section of SECTIONS)
    for (const [type, blocks] of Object.entries(json[section] ?? {}))
      for (const block of Object.values(blocks))
        for (const argument of Object.keys(block)) found.add(`${section}.${type}.${argument}`);
  return found;
}

/** The names of few stacks that together show what all show: again and again the one that shows most that is missing. */
export function covering(stacks) {
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
