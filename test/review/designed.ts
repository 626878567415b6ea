import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Cluster } from "../../lib/model/model";
import { type Design, designOf } from "../../lib/review/design";
import { rules } from "../../lib/review/rules/list";
import { type Given, given, type RuleCases } from "./rule-cases";

/** The cases of each rule, in the order of the rules; null where a rule has none. */
export const cases = rules.map(({ area, id }) => {
  const module = join(__dirname, "rules", area, `${id}.ts`);
  return existsSync(module) ? (require(module) as { cases: RuleCases }).cases : null;
});

/** Cases share many designs, and so the figures that are worked out once for each. */
const designs = new Map<string, Design>();
export function designed(design: Given | Cluster): Design {
  const { cluster, workload } = given(design);
  const key = JSON.stringify([cluster, workload]);
  const before = designs.get(key);
  if (before !== undefined) return before;
  const after = designOf(cluster, workload);
  designs.set(key, after);
  return after;
}
