// Bindings of a later azurerm than the package's, for the offline provider: those of the package with the block that AKS clusters with node
// auto-provisioning have. Only their text is read.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./checks.mjs";

const bindings = join(root, "node_modules/@cdktf");
const RESOURCE = "kubernetes-cluster";

/**
 * `node_provisioning_profile`, one block of two optional texts, came with this release.
 * @see https://github.com/hashicorp/terraform-provider-azurerm/blob/v4.81.0/CHANGELOG.md (4.57.0)
 * @see https://www.pulumi.com/registry/packages/azure/api-docs/containerservice/kubernetescluster/#kubernetesclusternodeprovisioningprofile (its fields)
 */
const VERSION = "4.57.0";

/** A block of the same form, whose code is written again under the new names. */
const LIKE = {
  block: "bootstrap_profile",
  attributes: { artifact_source: "mode", container_registry_id: "default_node_pools" },
};
const BLOCK = "node_provisioning_profile";

const upper = (word) => word.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
const camel = (word) => upper(word).replace(/^./, (letter) => letter.toLowerCase());

/** The TypeScript of a generated module, which its source map holds. */
function sourceOf(file) {
  const text = readFileSync(file, "utf8");
  const map = text.slice(text.lastIndexOf("base64,") + "base64,".length);
  return JSON.parse(Buffer.from(map, "base64").toString()).sourcesContent[0];
}

function withBlock(source) {
  const { block, attributes } = LIKE;
  const names = [[block, BLOCK], ...Object.entries(attributes)];
  const renamed = (text) =>
    names.reduce(
      (so, [from, to]) => so.replaceAll(upper(from), upper(to)).replaceAll(camel(from), camel(to)).replaceAll(from, to),
      text,
    );
  const twice = (text, part) => {
    const found = text.match(part)?.[0];
    if (found === undefined) throw new Error(`the bindings of azurerm have no ${block} of the known form`);
    return text.replace(found, () => `${found}${renamed(found)}`);
  };
  const type = `KubernetesCluster${upper(block)}`;
  const structs = new RegExp(`export interface ${type} [\\s\\S]*?(?=export interface (?!${type}))`);
  const member = new RegExp(`  // ${block} - [\\s\\S]*?(?=  // \\w+ - computed)`);
  const attribute = new RegExp(`      ${block}: \\{\\n[^}]*\\},\\n`);
  return [structs, member, attribute].reduce(twice, source);
}

const inside = (folder, but) => readdirSync(folder).filter((name) => !but.includes(name));
let made;

/** A folder whose bindings are those of the package, with azurerm's of the later release. */
export function newerAzurerm() {
  if (made !== undefined) return made;
  made = mkdtempSync(join(tmpdir(), "azurerm-"));
  process.on("exit", () => rmSync(made, { recursive: true, force: true }));
  const scope = join(made, "node_modules/@cdktf");
  const lib = join(scope, "provider-azurerm/lib");
  const own = join(bindings, "provider-azurerm/lib");
  mkdirSync(join(lib, RESOURCE), { recursive: true });
  symlinkSync(join(root, "node_modules/typescript"), join(made, "node_modules/typescript"));
  for (const name of inside(bindings, ["provider-azurerm"])) symlinkSync(join(bindings, name), join(scope, name));
  for (const name of inside(own, [RESOURCE, "provider"])) symlinkSync(join(own, name), join(lib, name));
  mkdirSync(join(lib, "provider"));
  const provider = readFileSync(join(own, "provider/index.js"), "utf8");
  writeFileSync(
    join(lib, "provider/index.js"),
    provider.replace(/providerVersion: '[^']*'/, `providerVersion: '${VERSION}'`),
  );
  symlinkSync(join(own, RESOURCE, "index.d.ts"), join(lib, RESOURCE, "index.d.ts"));
  writeFileSync(join(lib, RESOURCE, "index.ts"), withBlock(sourceOf(join(own, RESOURCE, "index.js"))));
  return made;
}
