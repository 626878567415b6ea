import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseBlueprint } from "../../../lib/blueprint/load";
import { blueprintFiles, ejectedFiles, expandedFiles } from "../built-files";
import { regions, text } from "../with-state";

const folder = mkdtempSync(join(tmpdir(), "warpform-state-"));
afterAll(() => rmSync(folder, { recursive: true }));

const parse = (blueprint: string) => parseBlueprint([{ file: "a.yaml", text: blueprint }]);

describe("a blueprint's state", () => {
  it.each([
    ["one stack", text],
    ["several regions", regions],
  ])("is the same of %s in the expanded blueprint and in the ejected program", (name, blueprint) => {
    const loaded = parse(blueprint);
    const wanted = blueprintFiles(loaded, join(folder, name, "yaml"));
    expect(JSON.stringify(wanted)).toContain("company-state");
    expect(expandedFiles(loaded, join(folder, name, "expanded"))).toEqual(wanted);
    expect(ejectedFiles(loaded, join(folder, name, "program"))).toEqual(wanted);
  });
});
