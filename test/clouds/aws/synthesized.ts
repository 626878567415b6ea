import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { TerraformStack, Testing } from "cdktf";
import { NodeFleet } from "../../../lib/clouds/aws/fleet/node-fleet";
import { ClusterNetwork } from "../../../lib/clouds/aws/network/cluster-network";
import type { GpuNodePool } from "../../../lib/clouds/aws/pools/gpu-node-pool";

export type Blocks = Record<string, Record<string, unknown>>;
export interface Terraform {
  readonly resource: Record<string, Blocks>;
  readonly data?: Record<string, Blocks>;
  readonly locals?: Record<string, string>;
}

/** A stack called `test` to build in. */
export function testStack(): TerraformStack {
  const stack = new TerraformStack(Testing.app(), "test");
  new AwsProvider(stack, "aws", { region: "us-east-2" });
  return stack;
}

/** A network in us-east-2a. */
export function testNetwork(stack: TerraformStack): ClusterNetwork {
  return new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
}

/** Adopts a pool, for tests that are not about who starts its nodes. */
export function adopt(pool: GpuNodePool): NodeFleet {
  return new NodeFleet(pool.node.scope as TerraformStack, `${pool.name}-fleet`, { pool });
}

/** The Terraform of a stack, validations run. */
export function synthesized(stack: TerraformStack): Terraform {
  return JSON.parse(Testing.synth(stack, true)) as Terraform;
}

/** All resources of a type. */
export function resources(terraform: Terraform, type: string): Record<string, unknown>[] {
  return Object.values(terraform.resource[type] ?? {});
}

/** The only resource of a type, or the one whose name begins so. */
export function only(terraform: Terraform, type: string, prefix = ""): Record<string, unknown> {
  const found = Object.entries(terraform.resource[type] ?? {}).filter(([name]) => name.startsWith(prefix));
  if (found.length !== 1) {
    throw new Error(`expected one ${type} ${prefix}, found ${found.map(([name]) => name).join(", ") || "none"}`);
  }
  return found[0]![1];
}

/** The message that building something throws. */
export function messageOf(build: () => unknown): string {
  try {
    build();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
}
