import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reviewCommand } from "../../../lib/cli/commands/review-command";
import { synthCommand } from "../../../lib/cli/commands/synth-command";
import { WarpformError } from "../../../lib/errors";

const BLUEPRINT = join(__dirname, "../../../examples/blueprints/lora-one-node.yaml");

describe("the commands that review a blueprint", () => {
  let folder: string;
  let printed: jest.SpyInstance;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "review-command-"));
    printed = jest.spyOn(console, "log").mockImplementation(() => undefined);
  });

  afterEach(() => {
    printed.mockRestore();
    rmSync(folder, { recursive: true });
  });

  it("write the report as a page where --html says, name the file, and print the review all the same", () => {
    const html = join(folder, "report.html");
    const told = jest.spyOn(console, "error").mockImplementation(() => undefined);
    reviewCommand([BLUEPRINT], { set: [], html, failOn: "error", json: true });
    const result = JSON.parse(printed.mock.calls[0][0] as string) as { cluster: string };
    const page = readFileSync(html, "utf8");
    expect(page).toMatch(/^<!doctype html>/i);
    expect(page).toContain(result.cluster);
    expect(told.mock.calls).toEqual([[`wrote ${html}`]]);
    told.mockRestore();
  });

  it("say which file cannot be written, without a stack", () => {
    const html = join(folder, "missing", "report.html");
    const command = () => reviewCommand([BLUEPRINT], { set: [], html, failOn: "error" });
    expect(command).toThrow(WarpformError);
    expect(command).toThrow(/--html must be a writable file/);
    expect(existsSync(html)).toBe(false);
  });

  it("say which directory cannot be made", () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(() => synthCommand([BLUEPRINT], { set: [], output: file })).toThrow(
      /--output must be a directory that can be written, got .*file \((ENOTDIR|EEXIST)\)/,
    );
  });

  it("lay the page, the quotas and the preflight script beside a blueprint's Terraform", () => {
    synthCommand([BLUEPRINT], { set: [], output: folder });
    const [directory] = [/^(.*)\/cdk\.tf\.json/.exec(printed.mock.calls[0][0] as string)![1]!];
    for (const name of ["review.json", "review.md", "review.html", "quotas.json", "preflight.sh"]) {
      expect(statSync(join(directory, name)).size).toBeGreaterThan(2);
    }
    expect(statSync(join(directory, "preflight.sh")).mode & 0o111).toBe(0o111);
  });
});
