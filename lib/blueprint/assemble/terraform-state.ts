import { S3Backend, type TerraformStack } from "cdktf";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { stateKey, stateRegion } from "../schema/aws/state-place";

/** What a blueprint's state says to Terraform's S3 backend, but for the key; undefined where the state stays local. */
export function stateBackend(blueprint: Blueprint) {
  const { state } = blueprint;
  if (state === undefined) return undefined;
  const { bucket, region, kmsKeyArn } = state;
  return {
    bucket,
    region: region ?? stateRegion(blueprint.network.availabilityZone)!,
    encrypt: true,
    kmsKeyId: kmsKeyArn,
  };
}

/** Path of the lock's switch in the Terraform, which CDK for Terraform's backend has no prop for. */
export const LOCK_PATH = "terraform.backend.s3.use_lockfile";

/**
 * Keeps a stack's state in a bucket that is there, locked by an object beside it.
 * @see https://developer.hashicorp.com/terraform/language/backend/s3
 */
export function keepState(stack: TerraformStack, blueprint: Blueprint): void {
  const backend = stateBackend(blueprint);
  if (backend === undefined) return;
  new S3Backend(stack, { ...backend, key: blueprint.state?.key ?? stateKey(stack.node.id) });
  if (blueprint.state?.lock ?? true) stack.addOverride(LOCK_PATH, true);
}
