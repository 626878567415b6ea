import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseBlueprint } from "../../lib/blueprint/load";
import { readTexts } from "../../lib/blueprint/reader/read-texts";
import { newCommand } from "../../lib/cli/commands/new-command";
import { reviewCommand } from "../../lib/cli/commands/review-command";
import { efaMissing } from "../../lib/review/rules/fabric/efa-missing";
import { counted } from "../../lib/units/quantity";

const BLUEPRINT = join(__dirname, "../../examples/blueprints/lora-one-node.yaml");

describe("the first use of the command line", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "first-use-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("says the verdict again at the end on a terminal", () => {
    const lines: string[] = [];
    const log = jest.spyOn(console, "log").mockImplementation((text) => void lines.push(String(text)));
    const error = jest.spyOn(process.stderr, "write").mockImplementation(() => true);
    const before = { isTTY: process.stdout.isTTY, columns: process.stdout.columns };
    Object.assign(process.stdout, { isTTY: true, columns: 80 });
    try {
      reviewCommand([BLUEPRINT], { set: [], failOn: "error" });
    } finally {
      Object.assign(process.stdout, before);
      log.mockRestore();
      error.mockRestore();
    }
    const text = lines.join("\n").split("\n");
    expect(text.length).toBeGreaterThan(60);
    expect(text.at(-1)).toMatch(/Ready: no errors or warnings/);
  });

  it("claims no more of a missing fabric than the figures show", () => {
    expect(efaMissing.why).not.toMatch(/order of magnitude|times slower|few Gb/);
    expect(efaMissing.why).toContain("the finding states the step time of the best layout with and without EFA");
  });

  it("takes a misspelt pool in --set for no new pool", () => {
    const text = readFileSync(BLUEPRINT, "utf8");
    expect(() => parseBlueprint([{ file: "a.yaml", text }], ["pools.a10.nodes.max=2"])).toThrow(
      'pools has no "a10"; did you mean "a100"',
    );
  });

  it("reads a blueprint from standard input", () => {
    const [{ file, text }] = readTexts([BLUEPRINT]) as [{ file: string; text: string }];
    expect(file).toBe(BLUEPRINT);
    const before = Object.getOwnPropertyDescriptor(process.stdin, "fd");
    Object.defineProperty(process.stdin, "fd", { value: openSync(BLUEPRINT, "r"), configurable: true });
    expect(readTexts(["-"])).toEqual([{ file: "<stdin>", text }]);
    if (before) Object.defineProperty(process.stdin, "fd", before);
  });

  it("says that a file is no directory for a project", () => {
    const file = join(folder, "afile");
    writeFileSync(file, "mine");
    expect(() => newCommand(file, {})).toThrow(`warpform new: ${file} is a file; use a new or empty directory`);
  });

  it("counts one day as a day", () => {
    expect([counted(1, "days"), counted(2, "days"), counted(1, "addresses")]).toEqual(["1 day", "2 days", "1 address"]);
  });
});
