import type { TerraformStack } from "cdktf";
import { rawNodes } from "../../lib/clouds/aws/reading/raw-nodes";
import { rawPools } from "../../lib/clouds/aws/reading/raw-pools";
import { jsonOf, type RawResource, rawResources, refersTo, text } from "../../lib/clouds/aws/reading/raw-resource";
import type { NodePool } from "../../lib/model/model";
import { nodeClassNodes } from "./node-class-witness";

/** How nodes of one of our pools are launched, as the stack's own output says. */
export interface LaunchWitness {
  /** Name of our pool, from its tag. */
  readonly pool: string;
  readonly read: NodePool;
  /** Where the boot mounts the array of the local disks. */
  readonly nvmePath: string | null;
}

/** User data in plain text: what base64 or a local of the stack holds. */
function userData(template: RawResource, stack: TerraformStack): string {
  const given = String(template.values.user_data ?? "");
  const { locals = {} } = stack.toTerraform() as { locals?: Record<string, string> };
  const local = /local\.([\w-]+)/.exec(given)?.[1];
  if (local === undefined) return Buffer.from(given, "base64").toString();
  const document = String(locals[local]);
  // Where another service adds parts to the document, its steps are packed within it.
  const packed = /base64gzip\(local\.([\w-]+)\)/.exec(document)?.[1];
  return packed === undefined ? document : `${document}\n${locals[packed]}`;
}

/** What the programs that read it do with user data: our own step, EKS' node agent, and Bottlerocket's settings. */
function nvmePathOf(data: string): string | null {
  const own = /\nMOUNT_PATH='([^']+)'\nEXPECTED_DISKS=/.exec(data)?.[1];
  if (own !== undefined) return own;
  if (/localStorage:\s+strategy: "?RAID0/.test(data)) return "/mnt/k8s-disks/0";
  return data.includes('"ephemeral-storage", "init"') ? "/mnt/.ephemeral" : null;
}

const poolOf = ({ values }: RawResource): string | undefined =>
  (values.tags as Record<string, string> | undefined)?.["warpform:pool"];

/** A node group's image has a release of its own, where it names one. */
function pinned(template: RawResource, read: NodePool, all: readonly RawResource[]): boolean {
  const groups = all.filter((r) => r.type === "aws_eks_node_group" && refersTo(r.values.launch_template, template));
  return groups.length > 0 ? groups.every((group) => text(group.values.release_version) !== null) : read.image.pinned;
}

/** Every launch of our own pools: templates of fleets, Slurm and node groups, and Karpenter's node classes. */
export function launchWitnesses(stack: TerraformStack): LaunchWitness[] {
  const all = rawResources(jsonOf(stack), []);
  const nodes = rawNodes(all).filter(({ resource }) => poolOf(resource) !== undefined);
  const templates = rawPools(nodes, all, "efa").map(({ resource, pool }) => ({
    pool: poolOf(resource)!,
    read: { ...pool, image: { ...pool.image, pinned: pinned(resource, pool, all) } },
    nvmePath: nvmePathOf(userData(resource, stack)),
  }));
  const classes = nodeClassNodes(stack).map(({ pool, raw, pinned, nvmePath }) => {
    const [one] = rawPools([raw], all, "efa");
    return { pool, nvmePath, read: { ...one!.pool, image: { ...one!.pool.image, pinned } } };
  });
  return [...templates, ...classes];
}
