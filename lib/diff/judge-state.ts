import type { Finding } from "./finding";
import { type Block, isBlock, type TerraformStack } from "./terraform-stack";

/** Where Terraform looks for a stack's state; null for a local file, wherever that is. */
function placeOf({ backend }: TerraformStack): string | null {
  const [kind, settings] = Object.entries(backend)[0] ?? ["local", {}];
  if (kind === "local" || !isBlock(settings)) return null;
  if (kind !== "s3") return `${kind} ${JSON.stringify(settings)}`;
  // other settings say how it is reached, encrypted and locked
  const { bucket, key, workspace_key_prefix: prefix } = settings as Block;
  return `s3://${bucket}/${key}${prefix === undefined ? "" : ` (workspaces below ${prefix})`}`;
}

/**
 * What it means that Terraform looks for its state elsewhere: it knows nothing of what is there until the state is moved.
 * @see https://developer.hashicorp.com/terraform/language/backend#change-configuration
 */
export function judgeState(old: TerraformStack, now: TerraformStack): readonly Finding[] {
  const [before, after] = [placeOf(old), placeOf(now)];
  if (before === after || old.resources.size === 0 || now.resources.size === 0) return [];
  const local = "a local file";
  const says = `from ${before ?? local} to ${after ?? local}: run terraform init -migrate-state where the old state is, and never init -reconfigure or in a fresh checkout before`;
  return [{ impact: "state-moved", says, addresses: [] }];
}
