import fc from "fast-check";
import type { Blueprint } from "../../lib/blueprint/schema/aws/aws-blueprint";
import { arbitraryBlueprint } from "../blueprint/arbitrary-blueprint";

/** Sections whose keys are names that the generator chose. */
const NAMED = /^\.(pools|fleets|fileSystems|buckets)$/;

/** What no resource follows from. */
const UNBUILT = /^\.(name|description|workload|acceptedFindings)/;

/** Every key of a blueprint with every value it takes, `.pools.*.imdsHopLimit=1`. */
function values(tree: unknown, path = ""): string[] {
  if (UNBUILT.test(path)) return [];
  if (Array.isArray(tree)) return tree.flatMap((one) => values(one, `${path}[]`));
  if (typeof tree === "object" && tree !== null)
    return Object.entries(tree).flatMap(([key, value]) => values(value, `${path}.${NAMED.test(path) ? "*" : key}`));
  return [`${path}=${JSON.stringify(tree)}`];
}

/** With whom a value is seen matters most for who starts the nodes. */
function adopter({ slurm, kubeRay, architecture }: Blueprint): string {
  if (architecture !== undefined) return architecture.kind;
  return slurm ? "slurm" : kubeRay ? (kubeRay.provisioner ?? "karpenter") : "fleet";
}

/**
 * As few of a sample of random blueprints as show each value of each key with each adopter that it was drawn with: again and again
 * the one that shows most of what is missing.
 */
export function coveringBlueprints(sample: number, seed: number): Blueprint[] {
  const left = new Map(
    fc.sample(arbitraryBlueprint(), { numRuns: sample, seed }).map((blueprint) => {
      const shown = values(blueprint).map((value) => `${adopter(blueprint)} ${value}`);
      return [blueprint, new Set(shown)] as const;
    }),
  );
  const missing = new Set([...left.values()].flatMap((shown) => [...shown]));
  const taken: Blueprint[] = [];
  while (missing.size > 0) {
    for (const shown of left.values()) for (const value of shown) if (!missing.has(value)) shown.delete(value);
    const [best, shown] = [...left].reduce((most, one) => (one[1].size > most[1].size ? one : most));
    for (const value of shown) missing.delete(value);
    taken.push(best);
  }
  return taken;
}
