// What a change takes (CONTRIBUTING.md): a prop of a pool that goes into launches, model and bill, and a rule of the review, each made in a copy of the library by editing so many files, until types and the tests that know of it pass.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { check, finish, root, run, skip, tail } from "../lib/checks.mjs";

/** Files that machines write: docs, schema, API report, examples, and the pages and lists of rules. */
const GENERATED = [
  /^docs\/(props\.md|rules\/|flaws\.md)/,
  /^(schema|etc|examples)\//,
  /^llms\.txt$/,
  /prop-comments\.json$/,
  /^lib\/review\/rules\/list\.ts$/,
];

let copy;

function must(program, args) {
  const result = run(program, args, { cwd: copy, env: { ...process.env, NO_COLOR: "1" } });
  if (result.status !== 0) throw new Error(`${program} ${args.slice(0, 4).join(" ")}: ${tail(result, 25)}`);
  return result.stdout;
}

const git = (...args) => must("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args]);
const npm = (...args) => must("npm", ["run", "--silent", ...args]);
const types = () => must(join(root, "node_modules/.bin/tsc"), ["--noEmit"]);
const jest = (config, ...args) =>
  must(process.execPath, [
    join(root, "node_modules/jest/bin/jest.js"),
    "--config",
    config,
    "--silent",
    "-w",
    "2",
    ...args,
  ]);

/** Puts a text behind another in a file of the copy. */
function insert(path, behind, text) {
  const file = join(copy, path);
  const before = readFileSync(file, "utf8");
  if (!before.includes(behind)) throw new Error(`${path} has no ${behind}`);
  writeFileSync(
    file,
    before.replace(behind, () => `${behind}${text}`),
  );
}

/** Files that are other than they were, a renamed one once, without what machines write. */
function edited() {
  git("add", "--all");
  const files = git("diff", "--cached", "--find-renames=50%", "--name-only").trim().split("\n");
  return files.filter((file) => !GENERATED.some((pattern) => pattern.test(file))).sort();
}

const changelog = (line) => insert("CHANGELOG.md", "## Unreleased\n\n", `- ${line}\n`);

function launchProp() {
  const pools = "lib/clouds/aws/pools";
  insert(
    `${pools}/gpu-node-pool-props.ts`,
    "  readonly rootVolumeMBps?: number;\n",
    `  /**
   * Rate at which new root volumes are loaded from the image, MiB/s, 100 to 300.
   * @see https://docs.aws.amazon.com/ebs/latest/userguide/initalize-volume.html
   * @default - EBS's own
   */
  readonly rootVolumeInitializationMBps?: number;\n`,
  );
  insert(
    `${pools}/gpu-node-pool-table.ts`,
    "  volumeKmsKeyArn: optional(kmsKey()),\n",
    `  rootVolumeInitializationMBps: optional(whole({ min: 100, max: 300, unit: "MiB/s" })),\n`,
  );
  insert(
    "lib/model/aws/launch-facts.ts",
    "export const LAUNCH_FACTS = {\n",
    `  /** Rate at which root volumes are loaded from the image, MiB/s; null for EBS's own. */
  rootVolumeInitializationMBps: number<number | null>({
    template: "rootVolume.volumeInitializationRate",
    nodeClass: null,
    unsaid: null,
    billed: {
      what: "loading of the image to root volumes, per GB and launch",
      item: null,
      perNodeMonth: (rate) => (rate === null ? 0 : 1),
    },
  }),\n`,
  );
  changelog("`GpuNodePool` takes `rootVolumeInitializationMBps`.");
  npm("docs");
  npm("schema");
  types();
  const fast = ["test/props", "test/clouds/aws/pools", "test/blueprint/keys-of-props", "test/review/figures/bill"];
  jest("jest.config.cjs", ...fast, "test/blueprint/schema");
  jest("jest.slow.config.cjs", "test/props/flipped-props.slow", "-t", "shows rootVolumeInitializationMBps in");
  return edited();
}

function newRule() {
  const id = "pool-above-quota-of-planes";
  npm("create-rule", id, "operations");
  const page = `lib/review/rules/operations/${id}.ts`;
  const rule = readFileSync(join(copy, page), "utf8")
    .replace('title: ""', 'title: "Pool of more nodes than a plane of switches has"')
    .replace('why: ""', 'why: "A plane has ports for a thousand nodes; more of them share the ports between planes."')
    .replace('fix: ""', 'fix: "Use several pools of at most a thousand nodes."')
    .replace('verify: ""', 'verify: "The sum of the nodes of each pool is a thousand or less."')
    .replace('"https://"', '"https://slurm.schedmd.com/big_sys.html"')
    .replace(
      /\(\{ path \}\) => \(\{[^)]*\}\)/,
      `({ path, pool }) =>
      pool.nodes.max <= 1000
        ? null
        : { path: \`\${path}.nodes.max\`, value: pool.nodes.max, allowed: "1,000 nodes or fewer", fix: "use two pools" }`,
    );
  writeFileSync(join(copy, page), rule);
  const cases = join(copy, `test/review/rules/operations/${id}.ts`);
  writeFileSync(
    cases,
    readFileSync(cases, "utf8")
      .replace('holds: { "": p5() }', 'holds: { "sixteen nodes": p5() }')
      .replace(
        'fails: { "": [p5(), [{ path: "pools.h100" }]] }',
        'fails: { "two thousand": [p5({ pool: { nodes: { min: 0, max: 2000 } } }), [{ path: "pools.h100.nodes.max" }]] }',
      )
      .replace('doesNotApply: { "": p5() }', 'doesNotApply: { "no pools": { ...p5(), pools: [] } }'),
  );
  changelog(`Design review: \`${id}\`.`);
  npm("docs");
  types();
  jest("jest.config.cjs", "test/review/rules.test.ts", "test/review/clouds.test.ts");
  return edited();
}

const CHANGES = [
  ["a prop of a pool that goes into EC2's launches", launchProp, 5],
  ["a rule of the review", newRule, 3],
];

for (const [what, change, most] of CHANGES) {
  const title = `${what} is made in at most ${most} files by hand`;
  if (!process.env.WARPFORM_WHOLE) {
    skip(title, "WARPFORM_WHOLE=1 makes it in a copy");
    continue;
  }
  check(title, () => {
    copy = mkdtempSync(join(tmpdir(), "warpform-change-"));
    try {
      const { stdout } = run("git", ["ls-files"], { cwd: root });
      for (const file of stdout.trim().split("\n")) {
        mkdirSync(dirname(join(copy, file)), { recursive: true });
        cpSync(join(root, file), join(copy, file));
      }
      symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
      git("init", "--quiet");
      writeFileSync(join(copy, ".git/info/exclude"), "node_modules\n");
      git("add", "--all");
      git("commit", "--quiet", "--message", "before");
      const files = change();
      console.log(`# ${what}: ${files.join(", ")}`);
      return files.length <= most ? undefined : `it takes ${files.length}: ${files.join(", ")}`;
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });
}
finish();
