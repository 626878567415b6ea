import { Problems } from "../errors";

/** A value of Terraform's JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A block of Terraform's JSON. */
export type Block = { readonly [key: string]: Json };

/** One resource as it is written. */
export interface StackResource {
  readonly address: string;
  readonly type: string;
  readonly name: string;
  /** Where it stands in the construct tree, without the stack: `slurm/head/Resource`; its name where that is unknown. */
  readonly path: string;
  readonly block: Block;
}

/** What a comparison needs of a synthesized stack. */
export interface TerraformStack {
  readonly resources: ReadonlyMap<string, StackResource>;
  readonly locals: Block;
  /** Data sources by address: `data.aws_ssm_parameter.image`. */
  readonly data: ReadonlyMap<string, Block>;
  /** `moved` blocks: where a resource was, and where it is now. */
  readonly moved: ReadonlyMap<string, string>;
}

export const isBlock = (value: Json | undefined): value is Block =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function blocksOf(section: Json | undefined): readonly (readonly [string, string, Block])[] {
  if (!isBlock(section)) return [];
  return Object.entries(section).flatMap(([type, named]) =>
    isBlock(named)
      ? Object.entries(named).flatMap(([name, block]) => (isBlock(block) ? [[type, name, block] as const] : []))
      : [],
  );
}

function pathOf(block: Block, name: string): string {
  const comment = block["//"];
  const metadata = isBlock(comment) ? comment.metadata : undefined;
  const path = isBlock(metadata) ? metadata.path : undefined;
  return typeof path === "string" ? path.split("/").slice(1).join("/") : name;
}

/** Terraform's own rule: later blocks may move on what earlier ones moved. */
function movedOf(section: Json | undefined): ReadonlyMap<string, string> {
  const blocks = Array.isArray(section) ? section : [section ?? null];
  const pairs = blocks.flatMap((block) =>
    isBlock(block) && typeof block.from === "string" && typeof block.to === "string"
      ? [[block.from, block.to] as const]
      : [],
  );
  return new Map(pairs);
}

/**
 * Reads the text of a `*.tf.json` file.
 *
 * @throws WarpformError if it is no JSON, or no Terraform
 */
export function readStack(text: string, from: string): TerraformStack {
  const problems = new Problems();
  let parsed: Json = null;
  try {
    parsed = JSON.parse(text) as Json;
  } catch {
    problems.add("malformed", from, `${from} must be Terraform's JSON, got text that is no JSON; use a *.tf.json file`);
    problems.throwIfAny("diff");
  }
  if (!isBlock(parsed) || !isBlock(parsed.resource)) {
    problems.add(
      "malformed",
      from,
      `${from} must hold a "resource" block, and has none; use the cdk.tf.json of a stack`,
    );
    problems.throwIfAny("diff");
  }
  const root = parsed as Block;
  const resources = blocksOf(root.resource).map(([type, name, block]): [string, StackResource] => {
    const address = `${type}.${name}`;
    return [address, { address, type, name, path: pathOf(block, name), block }];
  });
  return {
    resources: new Map(resources),
    locals: isBlock(root.locals) ? root.locals : {},
    data: new Map(blocksOf(root.data).map(([type, name, block]) => [`data.${type}.${name}`, block])),
    moved: movedOf(root.moved),
  };
}
