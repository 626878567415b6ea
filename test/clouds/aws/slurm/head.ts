import type { GpuNodePoolProps, SlurmHeadNodeProps } from "../../../../lib/clouds/aws/index";
import { Capacity, GpuNodePool, InfiniBandFabric, SharedHome, SlurmHeadNode } from "../../../../lib/clouds/aws/index";

import type { Terraform } from "../synthesized";
import { only, resources, testNetwork, testStack } from "../synthesized";

/** A statement of a policy. */
export interface Statement {
  readonly Sid?: string;
  readonly Effect: string;
  readonly Action: string[];
  readonly Resource: string[];
  readonly Condition?: Record<string, Record<string, unknown>>;
}

export const file = { url: "https://mirror.example.com/file", sha256: "0".repeat(64) };
export const containerPackages = { enroot: file, enrootCaps: file, pyxis: file };

/** A stack with a network. */
export function emptyStack() {
  const stack = testStack();
  return { stack, network: testNetwork(stack) };
}

/** A stack with a head over eight H100 nodes of a block and eight CPU nodes. */
export function withHead(
  more: Partial<SlurmHeadNodeProps> = {},
  pool: Partial<GpuNodePoolProps> = {},
  { stack, network } = emptyStack(),
) {
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const h100 = new GpuNodePool(stack, "h100", {
    network,
    fabric,
    instanceType: "p5.48xlarge",
    nodes: { min: 0, max: 12 },
    capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 8 }), Capacity.onDemand()],
    ...pool,
  });
  const cpu = new GpuNodePool(stack, "cpu", { network, instanceType: "c7i.4xlarge", nodes: { min: 0, max: 8 } });
  const home = new SharedHome(stack, "home", { network });
  const head = new SlurmHeadNode(stack, "slurm", {
    network,
    partitions: [
      { name: "train", pools: [h100], exclusive: true },
      { name: "all", pools: [cpu, h100] },
    ],
    mounts: [home.mount("/home")],
    ...more,
  });
  return { stack, network, h100, cpu, head };
}

/** Text of an object of the site bucket. */
export function object(from: Terraform, key: string): string {
  const found = resources(from, "aws_s3_object").find((each) => each.key === `slurm/${key}`);
  if (found === undefined) throw new Error(`no object slurm/${key}`);
  return String(found.content);
}

/** Statements of the policy of a role. */
export function statements(from: Terraform, prefix: string): Statement[] {
  return (JSON.parse(String(only(from, "aws_iam_role_policy", prefix).policy)) as { Statement: Statement[] }).Statement;
}
