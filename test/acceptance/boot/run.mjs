// What nodes run at boot: each MIME document parses, each cloud-config part passes cloud-init's own schema check, each
// script passes bash -n and shellcheck.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, find, finish, root, run, skip, synthesizedStacks, tail } from "../lib/checks.mjs";

const temp = mkdtempSync(join(tmpdir(), "warpform-boot-"));
const shellcheck = find("shellcheck");
const cloudInit = find("cloud-init");

/** Terraform's escapes and references, as the node will see them. */
const rendered = (text) =>
  text
    .replaceAll("$${", "${")
    .replaceAll("%%{", "%{")
    .replaceAll(/\$\{(aws_|data\.|local\.|var\.|random_)[^}]*\}/g, "value");

function checkScript(name, text) {
  const file = join(temp, `${name.replaceAll(/[^a-zA-Z0-9.-]/g, "_")}.sh`);
  writeFileSync(file, text);
  check(`bash reads ${name}`, () => {
    const result = run("bash", ["-n", file]);
    return result.status === 0 ? undefined : tail(result);
  });
  if (shellcheck === undefined) skip(`shellcheck of ${name}`, "shellcheck is not installed");
  else {
    check(`shellcheck of ${name}`, () => {
      const result = run(shellcheck, ["--severity=warning", file]);
      return result.status === 0 ? undefined : tail(result);
    });
  }
}

function checkCloudConfig(name, text) {
  const file = join(temp, `${name.replaceAll(/[^a-zA-Z0-9.-]/g, "_")}.yaml`);
  writeFileSync(file, text.startsWith("#cloud-config") ? text : `#cloud-config\n${text}`);
  if (cloudInit === undefined) return skip(`cloud-init schema of ${name}`, "cloud-init is not installed");
  check(`cloud-init schema of ${name}`, () => {
    const result = run(cloudInit, ["schema", "--config-file", file]);
    return result.status === 0 ? undefined : tail(result);
  });
}

function partsOf(document) {
  const parse = `
import email, json, sys
message = email.message_from_string(sys.stdin.read())
assert message.is_multipart() and not message.defects, message.defects
print(json.dumps([[p.get_content_type(), p.get_filename(), p.get_payload()] for p in message.get_payload()]))`;
  const result = run("python3", ["-c", parse], { input: document });
  if (result.status !== 0) throw new Error(tail(result));
  return JSON.parse(result.stdout);
}

const seen = new Set();
for (const { name: stack, json } of synthesizedStacks()) {
  for (const [local, value] of Object.entries(json.locals ?? {})) {
    if (typeof value !== "string" || !value.startsWith("MIME-Version")) continue;
    let parts = [];
    check(`MIME document of ${stack} ${local}`, () => {
      parts = partsOf(rendered(value));
      return parts.length > 0 ? undefined : "it has no part";
    });
    for (const [type, file, text] of parts) {
      if (seen.has(text)) continue;
      seen.add(text);
      if (type === "text/x-shellscript") {
        checkScript(`${stack} ${local} ${file}`, text);
        // The steps that it installs are scripts too.
        for (const [, step, , script] of text.matchAll(/^step (\S+) <<'([^']+)'\n([\s\S]*?)\n\2\n/gm)) {
          if (seen.has(script)) continue;
          seen.add(script);
          checkScript(`${stack} ${local} ${step}`, script);
        }
      }
      if (type === "text/cloud-config") checkCloudConfig(`${stack} ${local} ${file}`, text);
    }
  }
}

for (const file of readdirSync(join(root, "lib"), { recursive: true })
  .filter((path) => path.endsWith(".sh"))
  .sort()) {
  if (shellcheck === undefined) skip(`shellcheck of lib/${file}`, "shellcheck is not installed");
  else {
    check(`shellcheck of lib/${file}`, () => {
      const result = run(shellcheck, [join(root, "lib", file)]);
      return result.status === 0 ? undefined : tail(result);
    });
  }
}
rmSync(temp, { recursive: true });
finish();
