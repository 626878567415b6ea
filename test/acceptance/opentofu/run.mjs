// docs/opentofu.md, done: the CDK's own command line with OpenTofu for Terraform, and the page's recipe for an encrypted state.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, find, finish, root, run, skip, synthesizedStacks, tail } from "../lib/checks.mjs";
import { offline, whyNotOffline } from "../lib/offline.mjs";

const tofu = find("tofu");
const terraform = find("terraform");
const EXAMPLE = "single-node-g6e";
const folder = mkdtempSync(join(tmpdir(), "warpform-opentofu-"));
const kept = [folder];
process.on("exit", () => {
  for (const path of kept) rmSync(path, { recursive: true, force: true });
});

/** Settings under which tofu finds the stand-in providers of a stack, and where they are. */
function providersOf(directory) {
  const result = offline("tofu", directory, "--until", "init", "--keep");
  const [, place, config] = /^kept (\S+) +\(TF_CLI_CONFIG_FILE=(\S+)/m.exec(result.stdout) ?? [];
  if (place === undefined) throw new Error(tail(result));
  kept.push(place);
  return { config, mirror: join(place, "mirror") };
}

/** OpenTofu under the CDK: it also asks the registry for checksums, which are the mirror's here. */
function program(mirror) {
  const file = join(folder, "tofu.sh");
  const calls = join(folder, "calls");
  const lines = [
    "#!/bin/bash",
    `echo "$*" >> ${calls}`,
    `if [ "$1 $2" = "providers lock" ]; then set -- providers lock "-fs-mirror=${mirror}" "\${@:3}"; fi`,
    `exec ${tofu} "$@"`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o755 });
  return { file, calls };
}

/** The page's file `encryption.tofu`, and the same once the state is encrypted: no fallback, nothing that is not encrypted. */
function encryption() {
  const page = readFileSync(join(root, "docs/opentofu.md"), "utf8");
  const block = page.slice(page.indexOf('    variable "state_passphrase"'), page.indexOf("\n1. `export"));
  const first = block.replaceAll(/^ {4}/gm, "");
  const later = first
    .replace(/ +method "unencrypted".*\n/, "")
    .replace(/fallback \{[\s\S]*?\n {6}\}/, "enforced = true");
  return { first, later };
}

const why = whyNotOffline("tofu");
if (why !== undefined) skip("OpenTofu's page", why);
else {
  const { directory } = synthesizedStacks().find(({ name }) => name === EXAMPLE);
  const { config, mirror } = providersOf(directory);
  const { file, calls } = program(mirror);
  const stack = join(folder, "out/stacks", EXAMPLE);
  const state = join(folder, "state");
  cpSync(join(directory, "../.."), join(folder, "out"), { recursive: true });
  const json = JSON.parse(readFileSync(join(stack, "cdk.tf.json"), "utf8"));
  json.terraform.backend = { local: { path: state } };
  writeFileSync(join(stack, "cdk.tf.json"), JSON.stringify(json));
  const settings = { language: "typescript", app: "true", projectId: "x", sendCrashReports: "false" };
  writeFileSync(join(folder, "cdktf.json"), JSON.stringify(settings));
  const env = { ...process.env, TF_CLI_CONFIG_FILE: config, CHECKPOINT_DISABLE: "1" };
  const cdktf = (...args) =>
    run(join(root, "node_modules/.bin/cdktf"), [...args, EXAMPLE, "--skip-synth", "--output", "out"], {
      cwd: folder,
      env: { ...env, CI: "1", TERRAFORM_BINARY_NAME: file },
      timeout: 300_000,
    });
  const engine = (binary, words, passphrase = "a passphrase of the test") =>
    run(binary, [...words, "-no-color"], {
      cwd: stack,
      env: { ...env, TF_INPUT: "0", TF_VAR_state_passphrase: passphrase },
    });

  check("cdktf deploy runs tofu where TERRAFORM_BINARY_NAME says so", () => {
    const result = cdktf("deploy", "--auto-approve");
    // The command line draws what tofu says and may leave lines out, so the state is asked.
    const made = () =>
      JSON.parse(readFileSync(state, "utf8")).resources.filter(({ mode }) => mode === "managed").length;
    if (result.status !== 0 || made() === 0) return tail(result);
    return readFileSync(calls, "utf8").includes("apply") ? undefined : "tofu was not asked to apply";
  });
  check("cdktf diff then finds nothing to do", () => {
    const result = cdktf("diff");
    return result.stdout.includes("found no differences") ? undefined : tail(result);
  });
  const { first, later } = encryption();
  check("the page's recipe encrypts the state and changes nothing", () => {
    writeFileSync(join(stack, "encryption.tofu"), first);
    const made = [engine(tofu, ["init"]), engine(tofu, ["apply", "-auto-approve"])];
    const wrong = made.find(({ status }) => status !== 0);
    if (wrong) return tail(wrong);
    if (!made[1].stdout.includes("0 added, 0 changed, 0 destroyed")) return tail(made[1]);
    const text = readFileSync(state, "utf8");
    return text.includes("encrypted_data") && !text.includes("aws_") ? undefined : "the state can be read";
  });
  check("enforced, the next plan has no changes", () => {
    writeFileSync(join(stack, "encryption.tofu"), later);
    const result = engine(tofu, ["plan"]);
    return result.stdout.includes("No changes") ? undefined : tail(result);
  });
  check("another passphrase reads nothing", () => {
    const result = engine(tofu, ["plan"], "a passphrase of another");
    return result.status === 1 && /decryption failed/.test(result.stderr) ? undefined : tail(result);
  });
  if (terraform === undefined) skip("terraform does not read the encrypted state", "terraform is not installed");
  else {
    check("terraform does not read the encrypted state", () => {
      const result = engine(terraform, ["state", "list"]);
      return /"version"\s+attribute/.test(result.stderr.replaceAll("│", "")) ? undefined : tail(result);
    });
  }
}
finish();
