// Writes down the address of every resource of every example stack. An address that goes away destroys what users run, so the
// list only grows by itself: one that is gone without a `moved` block needs --accept, and a BREAKING line in the changelog.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressesGone } from "../lib/diff/addresses";
import { readStack } from "../lib/diff/terraform-stack";

export const addressesFile = join(__dirname, "../test/examples/addresses.json");

/** Addresses by stack, as they were last written down. */
export const knownAddresses = () => JSON.parse(readFileSync(addressesFile, "utf8")) as Record<string, string[]>;

if (require.main === module) {
  const outdir = mkdtempSync(join(tmpdir(), "warpform-addresses-"));
  try {
    const synth = ["tsx", join(__dirname, "../examples/synth.ts")];
    execFileSync("npx", synth, { env: { ...process.env, CDKTF_OUTDIR: outdir }, stdio: "inherit" });
    const folder = join(outdir, "stacks");
    const stacks = readdirSync(folder)
      .sort()
      .map((name) => [name, readStack(readFileSync(join(folder, name, "cdk.tf.json"), "utf8"), name)] as const);
    const known = process.argv.includes("--accept") ? {} : knownAddresses();
    const gone = stacks.flatMap(([name, stack]) => addressesGone(known[name] ?? [], stack));
    if (gone.length > 0) throw new Error(`gone without a moved block: ${gone.join(", ")} (CONTRIBUTING.md, Addresses)`);
    const lists = stacks.map(([name, { resources }]) => [name, [...resources.keys()].sort()]);
    writeFileSync(addressesFile, `${JSON.stringify(Object.fromEntries(lists), undefined, 2)}\n`);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
