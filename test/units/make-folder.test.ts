import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeOnPremBundle } from "../../lib/clouds/onprem/bundle";
import { newApp } from "../../lib/pulumi/program/new-stack";
import { makeFolder } from "../../lib/units/make-folder";

const folder = mkdtempSync(join(tmpdir(), "warpform-make-folder-"));
const file = join(folder, "a-file");
writeFileSync(file, "");
afterAll(() => rmSync(folder, { recursive: true }));

describe("makeFolder", () => {
  it("makes what is missing and names the topmost", () => {
    expect(makeFolder(join(folder, "a/b/c"))).toBe(join(folder, "a"));
    expect(existsSync(join(folder, "a/b/c"))).toBe(true);
    expect(makeFolder(join(folder, "a/b"))).toBeUndefined();
  });
});

// With `recursive`, Node never ended where /proc takes no folder.
describe.each([
  ["/proc/x/y", "ENOENT"],
  [join(file, "x"), "ENOTDIR"],
])("a folder that cannot be made, %s", (path, code) => {
  it("is one error of writeOnPremBundle", () => {
    expect(() => writeOnPremBundle([{ path: "a/b.txt", text: "" }], path)).toThrow(
      `writeOnPremBundle: folder must be a directory that can be written, got ${path} (${code}); name another directory`,
    );
  });

  it("is one error of a Pulumi component's outdir", () => {
    expect(() => newApp("run", path)).toThrow(
      `run: outdir must be a directory that can be written, got ${path} (${code}); name another directory`,
    );
  });
});
