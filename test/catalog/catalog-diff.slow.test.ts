import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SCRIPT = join(__dirname, "../../scripts/catalog-diff.mjs");
const folder = mkdtempSync(join(tmpdir(), "catalog-diff-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, rows: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(rows));
  return path;
};
const diff = (...args: string[]) => spawnSync(process.execPath, [SCRIPT, ...args], { cwd: folder, encoding: "utf8" });

const card = (index: number, efa: boolean) => ({ index, efa });
const p5 = {
  name: "p5.48xlarge",
  networkGbps: 3200,
  networkCards: [card(0, true), card(1, true)],
  checkedOn: "2026-01-01",
};

describe("scripts/catalog-diff.mjs", () => {
  it("shows added, removed and changed rows by field, and counts what was only checked again", () => {
    const same = { name: "t3.micro", networkGbps: 5, checkedOn: "2026-01-01" };
    const before = file("a.json", [p5, same, { name: "p3.2xlarge", networkGbps: 10 }]);
    const after = file("b.json", [
      { ...p5, networkGbps: 6400, networkCards: [card(0, false), card(1, true)], note: "new" },
      { ...same, checkedOn: "2026-02-01" },
      { name: "p9.48xlarge", networkGbps: 1 },
    ]);
    expect(diff(before, after).stdout).toBe(
      [
        "b.json: 1 added, 1 removed, 1 changed, 1 only checked again",
        "  + p9.48xlarge",
        "  - p3.2xlarge",
        "  ~ p5.48xlarge",
        "    networkGbps: 3200 -> 6400 (+100.0 %)",
        "    networkCards[0].efa: true -> false",
        "    note: (absent) -> new",
        "",
      ].join("\n"),
    );
  });

  it("shows prices region by region, with the share", () => {
    const row = { instanceType: "p5.48xlarge", purchase: "on-demand", pricedOn: "2026-01-01" };
    const before = file("a.json", [{ ...row, usdPerHour: { "us-east-1": 98.32, "us-west-2": 98.32 } }]);
    const after = file("b.json", [{ ...row, usdPerHour: { "us-east-1": 55.04, "us-east-2": 55.04 } }]);
    expect(diff(before, after).stdout).toBe(
      [
        "b.json: 1 added, 1 removed, 1 changed, 0 only checked again",
        "  + p5.48xlarge on-demand us-east-2",
        "  - p5.48xlarge on-demand us-west-2",
        "  ~ p5.48xlarge on-demand us-east-1",
        "    usdPerHour: 98.32 -> 55.04 (-44.0 %)",
        "",
      ].join("\n"),
    );
  });

  it("says so when nothing differs", () => {
    const path = file("a.json", [p5]);
    expect(diff(path, path).stdout).toBe("no difference\n");
  });

  it("compares a commit with the working tree, and two commits", () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
        cwd: folder,
        stdio: "pipe",
      });
    mkdirSync(join(folder, "lib/catalog/data"), { recursive: true });
    git("init", "-q");
    file("lib/catalog/data/types.json", [p5]);
    git("add", "lib");
    git("commit", "-qm", "one");
    file("lib/catalog/data/types.json", [{ ...p5, networkGbps: 3000 }]);
    const expected = "types.json: 0 added, 0 removed, 1 changed, 0 only checked again";
    expect(diff().stdout.split("\n")[0]).toBe(expected);
    file("lib/catalog/data/more.json", [p5]);
    git("add", "lib");
    git("commit", "-qm", "two");
    expect(diff().stdout).toBe("no difference\n");
    expect(diff("HEAD~1", "HEAD").stdout.split("\n")).toEqual(
      expect.arrayContaining([expected, "more.json: 1 added, 0 removed, 0 changed, 0 only checked again"]),
    );
  });

  it.each([
    ["a commit that does not exist", ["none-such"], /none-such is neither a file nor a commit/],
    ["three versions", ["a", "b", "c"], /no more than two versions/],
  ])("refuses %s", (_, args, message) => {
    const { status, stderr } = diff(...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it("refuses a file that is no list of rows", () => {
    const { status, stderr } = diff(file("a.json", { rows: [] }), file("b.json", []));
    expect(status).toBe(2);
    expect(stderr).toMatch(/no list of rows/);
  });
});
