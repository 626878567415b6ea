import { adoptersInWords } from "../../../remedies/adopters";
import { checkEach, type Rule } from "../../rule";

export const poolNotAdopted: Rule = {
  id: "pool-not-adopted",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "Pool not attached to a scheduler or fleet",
  why: "A pool only defines its nodes. Without a scheduler, a Ray cluster or a fleet, none is launched.",
  fix: `Pass the pool to ${adoptersInWords()}.`,
  verify: "Look for the pool's name under `adoptedBy` in review.json: it names the scheduler, or is null.",
  source: "https://slurm.schedmd.com/elastic_computing.html",
  check: (design) =>
    checkEach(design.pools, ({ pool, path }) =>
      pool.adoptedBy === null
        ? {
            path: `${path}.adoptedBy`,
            value: null,
            allowed: adoptersInWords(),
            fix: "pass the pool to one of these",
          }
        : null,
    ),
};
