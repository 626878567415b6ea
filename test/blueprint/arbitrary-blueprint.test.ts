import { App, Testing } from "cdktf";
import fc from "fast-check";
import { buildBlueprint } from "../../lib/blueprint/build";
import { parseBlueprint } from "../../lib/blueprint/load";
import { review } from "../../lib/review/review";
import { arbitraryBlueprintText } from "./arbitrary-blueprint";

// test/acceptance/blueprints does the same for 1,000 of them.
describe("any valid blueprint", () => {
  it("synthesizes and is reviewed", () => {
    fc.assert(
      fc.property(arbitraryBlueprintText(), (text) => {
        const { stack, cluster } = buildBlueprint(new App(), parseBlueprint([{ file: "a.yaml", text }]));
        expect(Testing.synth(stack)).toContain('"resource"');
        expect(review(cluster).results.some(({ outcome }) => outcome === "holds")).toBe(true);
      }),
      { numRuns: 4, seed: 20_261_121, endOnFailure: true },
    );
  });
});
