// The real terraform and tofu on synthesized stacks with stand-in providers, by the optional tool beside the checkout.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { find, root, run, sharedTools } from "./checks.mjs";
import { newerAzurerm } from "./newer-azurerm.mjs";

const tool = join(sharedTools, "terraform-offline", "terraform-offline");
const wrapper = join(import.meta.dirname, "engine-offline.sh");
/** The engines write their state to disk after every resource, and wait for the disk. */
const memory = "/dev/shm";

/** What a stack asks its user for. */
const VARIABLES = {
  TF_VAR_admin_public_key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx9Z1mWnq3yq0l2bXk0Fj3nJr0C2s9Qn8b1kqv9o5aT user",
};

/** Why an engine cannot be run here; undefined where it can. */
export function whyNotOffline(engine) {
  if (!existsSync(tool)) return "the offline provider is not beside this checkout";
  return find(engine) === undefined ? `${engine} is not installed` : undefined;
}

/** Whether a stack asks for a later azurerm than that of the bindings, whose version is a number alone. */
function wantsNewerAzurerm(directory) {
  const { terraform } = JSON.parse(readFileSync(join(directory, "cdk.tf.json"), "utf8"));
  return terraform.required_providers?.azurerm?.version.startsWith("~>") ?? false;
}

/** Runs an engine on a stack: the whole cycle, or as the tool's options say. */
export function offline(engine, directory, ...options) {
  const env = { ...process.env, ...VARIABLES, ENGINE: find(engine), ...(existsSync(memory) ? { TMPDIR: memory } : {}) };
  const project = wantsNewerAzurerm(directory) ? newerAzurerm() : root;
  return run(process.execPath, [tool, directory, "--project", project, "--terraform", wrapper, ...options], { env });
}
