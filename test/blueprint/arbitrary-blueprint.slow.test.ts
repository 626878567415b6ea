import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Testing } from "cdktf";
import fc from "fast-check";
import { buildBlueprint } from "../../lib/blueprint/build";
import { expandBlueprint } from "../../lib/blueprint/expand";
import { parseBlueprint } from "../../lib/blueprint/load";
import { BlueprintError } from "../../lib/blueprint/reader/blueprint-error";
import { review } from "../../lib/review/review";
import { arbitraryBlueprintText } from "./arbitrary-blueprint";
import { blueprintFiles, ejectedFiles, expandedFiles } from "./built-files";
import { mistakenBlueprint } from "./mistaken-blueprint";

// test/acceptance/blueprints does the same for 1,000 of them.
const folder = mkdtempSync(join(tmpdir(), "warpform-arbitrary-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("any valid blueprint", () => {
  it("is ejected as a program that builds the same, byte for byte", () => {
    let run = 0;
    fc.assert(
      fc.property(arbitraryBlueprintText(), (text) => {
        const loaded = parseBlueprint([{ file: "a.yaml", text }]);
        const outdir = join(folder, String(++run));
        expect(ejectedFiles(loaded, join(outdir, "program"))).toEqual(blueprintFiles(loaded, join(outdir, "yaml")));
      }),
      { numRuns: 3, seed: 20_261_122, endOnFailure: true },
    );
  });

  it("is expanded to one that builds the same, byte for byte, and expands to itself", () => {
    let run = 0;
    fc.assert(
      fc.property(arbitraryBlueprintText(), (text) => {
        const loaded = parseBlueprint([{ file: "a.yaml", text }]);
        const expanded = expandBlueprint(loaded.blueprint);
        expect(expandBlueprint(parseBlueprint([{ file: "b.yaml", text: expanded }]).blueprint)).toBe(expanded);
        const outdir = join(folder, `expanded-${++run}`);
        expect(expandedFiles(loaded, join(outdir, "expanded"))).toEqual(blueprintFiles(loaded, join(outdir, "yaml")));
      }),
      { numRuns: 3, seed: 20_261_123, endOnFailure: true },
    );
  });

  it("synthesizes and is reviewed", () => {
    fc.assert(
      fc.property(arbitraryBlueprintText(), (text) => {
        const { stack, cluster } = buildBlueprint(new App(), parseBlueprint([{ file: "a.yaml", text }]));
        expect(Testing.synth(stack)).toContain('"resource"');
        expect(review(cluster).results.some(({ outcome }) => outcome === "holds")).toBe(true);
      }),
      { numRuns: 3, seed: 20_261_121, endOnFailure: true },
    );
  });
});

describe("any blueprint with a mistake", () => {
  it("is refused with the line, or does no harm", () => {
    fc.assert(
      fc.property(mistakenBlueprint(), ({ text, certain }) => {
        let error: unknown;
        try {
          buildBlueprint(new App(), parseBlueprint([{ file: "a.yaml", text }]));
        } catch (thrown) {
          error = thrown;
        }
        if (error === undefined) return !certain;
        expect(error).toBeInstanceOf(BlueprintError);
        const lines = text.split("\n");
        for (const { location } of (error as BlueprintError).problems)
          expect(lines[location.line - 1]).toBe(location.text);
        return true;
      }),
      { numRuns: 12, seed: 20_261_121, endOnFailure: true },
    );
  });
});
