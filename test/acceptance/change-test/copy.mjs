// A copy of the library in which a change is made, and what is other in it by hand.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root, run, tail } from "../lib/checks.mjs";

/** Files that machines write: docs, schema, public names, API report, examples, snapshots, and the pages and lists of rules. */
const GENERATED = [
  /^docs\/(props\.md|rules\/|flaws\.md)/,
  /^(schema|etc|examples)\//,
  /^llms\.txt$/,
  /prop-comments\.json$/,
  /^lib\/index\.ts$/,
  /^lib\/review\/rules\/list\.ts$/,
  /\.snap$/,
];

export function inCopy(change) {
  const copy = mkdtempSync(join(tmpdir(), "warpform-change-"));
  try {
    return change(new Copy(copy));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

class Copy {
  constructor(folder) {
    this.folder = folder;
    const { stdout } = run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
    for (const file of stdout.trim().split("\n")) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    }
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    this.git("init", "--quiet");
    writeFileSync(join(folder, ".git/info/exclude"), "node_modules\n");
    this.commit();
  }

  must(program, args) {
    const result = run(program, args, { cwd: this.folder, env: { ...process.env, NO_COLOR: "1" } });
    if (result.status !== 0) throw new Error(`${program} ${args.slice(0, 4).join(" ")}: ${tail(result, 25)}`);
    return result.stdout;
  }

  git(...args) {
    return this.must("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args]);
  }

  /** Takes all that is there as given: nobody made it by hand. */
  commit() {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--message", "before");
  }

  npm(...args) {
    return this.must("npm", ["run", "--silent", ...args]);
  }

  types() {
    this.must(join(root, "node_modules/.bin/tsc"), ["--noEmit"]);
  }

  fastTests(...args) {
    this.jest("jest.config.cjs", ...args);
  }

  slowTests(...args) {
    this.jest("jest.slow.config.cjs", ...args);
  }

  jest(config, ...args) {
    const jest = join(root, "node_modules/jest/bin/jest.js");
    this.must(process.execPath, [jest, "--config", config, "--silent", "-w", "2", ...args]);
  }

  read(path) {
    return readFileSync(join(this.folder, path), "utf8");
  }

  write(path, text) {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  /** Puts a text behind another in a file. */
  insert(path, behind, text) {
    const before = this.read(path);
    if (!before.includes(behind)) throw new Error(`${path} has no ${behind}`);
    this.write(
      path,
      before.replace(behind, () => `${behind}${text}`),
    );
  }

  changelog(line) {
    this.insert("CHANGELOG.md", "## Unreleased\n\n", `- ${line}\n`);
  }

  /** Files that are other than they were, a renamed one once, without what machines write. */
  edited() {
    this.git("add", "--all");
    const files = this.git("diff", "--cached", "--find-renames=50%", "--name-only").trim().split("\n");
    return files.filter((file) => !GENERATED.some((pattern) => pattern.test(file))).sort();
  }
}
