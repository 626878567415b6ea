import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireOwnFiles, writeFile } from "../../lib/cli/write-file";

const folder = mkdtempSync(join(tmpdir(), "outputs-"));
const input = join(folder, "cluster.yaml");
writeFileSync(input, "name: train\n");
const check = (outputs: Record<string, string | undefined>) => () => requireOwnFiles("review", [input, "-"], outputs);

describe("requireOwnFiles", () => {
  it("refuses to overwrite what is read, also through a link, and one file for two outputs, all at once", () => {
    const link = join(folder, "link.html");
    symlinkSync(input, link);
    const twice = join(folder, "out.json");
    expect(check({ "--html": link, "--sarif": twice, "--summary": join(folder, ".", "out.json") })).toThrow(
      [
        "warpform review has 2 problems:",
        `  - --html would overwrite the input ${link}; use a different file`,
        `  - --summary must differ from --sarif, got ${twice} for both; use a different file`,
      ].join("\n"),
    );
  });

  it("takes new files, and devices twice", () => {
    expect(check({ "--html": join(folder, "a.html"), "--sarif": "/dev/null", "--summary": "/dev/null" })).not.toThrow();
  });
});

it("writeFile names its option as it is typed", () => {
  expect(() => writeFile("review", "--html", join(folder, "none", "a.html"), "")).toThrow(
    /^warpform review: --html must be a writable file, got .*a\.html \(ENOENT\)/,
  );
});
