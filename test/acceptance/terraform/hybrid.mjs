// A Slurm on premises with nodes in AWS: its stack through the whole cycle, and no key or token in what Terraform keeps.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run, tail } from "../lib/checks.mjs";
import { offline } from "../lib/offline.mjs";

/** What is wrong with the example's stack; undefined for nothing. */
export function hybrid() {
  const out = mkdtempSync(join(tmpdir(), "warpform-hybrid-"));
  try {
    const program = join(root, "examples", "hybrid-slurm", "program.ts");
    const env = { ...process.env, CDKTF_OUTDIR: out };
    const synth = run(process.execPath, ["--import", "tsx", program], { cwd: root, env });
    if (synth.status !== 0) return tail(synth);
    const stack = join(out, "stacks", "hybrid-slurm");
    const text = readFileSync(join(stack, "cdk.tf.json"), "utf8");
    if (/tunnel1_preshared_key"|aws_iam_access_key|secret_string"/.test(text)) return "a secret would be in the state";
    process.env.TF_VAR_site_ca_certificate = "-----BEGIN CERTIFICATE-----";
    const result = offline("terraform", stack);
    return result.status === 0 ? undefined : tail(result);
  } finally {
    delete process.env.TF_VAR_site_ca_certificate;
    rmSync(out, { recursive: true, force: true });
  }
}
