import { type LaunchFacts, launchFacts } from "./launch-facts";

/** Blocks of a launch with the attributes that rows name: `{ monitoring: { enabled: true }, detailedMonitoring: true }`. */
export type LaunchBlocks = Readonly<Record<string, unknown>>;

/** The facts that say something; null is nothing to say. */
export function saidFacts(facts: LaunchFacts): Partial<LaunchFacts> {
  return Object.fromEntries(launchFacts.map(([name]) => [name, facts[name]]).filter(([, value]) => value !== null));
}

/** What a launch template or a node class says of the facts, by its blocks. */
export function launchBlocks(facts: Partial<LaunchFacts>, where: "template" | "nodeClass"): LaunchBlocks {
  const blocks: Record<string, unknown> = {};
  for (const [name, row] of launchFacts) {
    const [first, attribute] = row[where]?.split(".") ?? [];
    const value = facts[name] ?? undefined;
    if (first === undefined || value === undefined) continue;
    blocks[first] = attribute === undefined ? value : { ...(blocks[first] as object | undefined), [attribute]: value };
  }
  return blocks;
}
