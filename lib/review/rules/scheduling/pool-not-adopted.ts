import { otherAdoptersInWords, sharedAdoptersInWords } from "../../../remedies/adopters";
import { add } from "../../../remedies/remedy";
import { factsOf } from "../../clouds/list";
import { checkEach, type Rule } from "../../rule";

/** What to do where the nodes are there: on premises. */
const ON_PREMISES = "name the pool in slurm.partitions";

export const poolNotAdopted: Rule = {
  id: "pool-not-adopted",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "Pool not attached to a scheduler or fleet",
  why: "A pool only defines its nodes. Without a scheduler, a Ray cluster or a fleet, none is launched.",
  fix: `Pass the pool to ${sharedAdoptersInWords()}; on AWS, ${otherAdoptersInWords()} takes it as well.`,
  verify: "Look for the pool's name under `adoptedBy` in review.json: it names the scheduler, or is null.",
  source: "https://slurm.schedmd.com/elastic_computing.html",
  check: (design) => {
    const facts = factsOf(design);
    const fix = facts === null ? ON_PREMISES : add(facts.everyAdopter ? "adopter" : "shared-adopter");
    return checkEach(design.pools, ({ pool, path }) =>
      pool.adoptedBy === null
        ? { path: `${path}.adoptedBy`, value: null, allowed: "a scheduler or a fleet", fix }
        : null,
    );
  },
};
