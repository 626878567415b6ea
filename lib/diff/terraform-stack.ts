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
  /** Addresses in `removed` blocks with `destroy = false`: Terraform forgets them, and what is there stays. */
  readonly forgotten: ReadonlySet<string>;
  /** Settings of providers by name and alias: `aws`, `aws.west`. */
  readonly providers: ReadonlyMap<string, Block>;
  /** Where Terraform keeps the stack's state: settings by the kind of backend, `s3`. */
  readonly backend: Block;
  /** Calls of modules by name. */
  readonly modules: ReadonlyMap<string, Block>;
  /** Objects of the local charts, by what a release calls the chart. */
  readonly charts: ReadonlyMap<string, ReadonlyMap<string, Block>>;
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

/** One block or a list of them, as the JSON syntax has it. */
const blocks = (section: Json | undefined): readonly Block[] =>
  (Array.isArray(section) ? section : [section]).filter((item) => isBlock(item as Json)) as Block[];

/** Terraform's own rule: later blocks may move on what earlier ones moved. */
function movedOf(section: Json | undefined): ReadonlyMap<string, string> {
  const pairs = blocks(section).flatMap(({ from, to }) =>
    typeof from === "string" && typeof to === "string" ? [[from, to] as const] : [],
  );
  return new Map(pairs);
}

function forgottenOf(section: Json | undefined): ReadonlySet<string> {
  const kept = blocks(section).filter(({ lifecycle }) => blocks(lifecycle).some(({ destroy }) => destroy === false));
  return new Set(kept.flatMap(({ from }) => (typeof from === "string" ? [from] : [])));
}

function providersOf(section: Json | undefined): ReadonlyMap<string, Block> {
  if (!isBlock(section)) return new Map();
  const named = Object.entries(section).flatMap(([name, settings]) =>
    blocks(settings).map((block): [string, Block] => [
      block.alias === undefined ? name : `${name}.${block.alias}`,
      block,
    ]),
  );
  return new Map(named);
}

function backendOf(section: Json | undefined): Block {
  const [backend] = blocks(section).flatMap((settings) => blocks(settings.backend));
  return backend ?? {};
}

/** What only Terraform's JSON has at its top; a state or a plan has none of it. */
const SECTIONS = ["resource", "data", "provider", "module", "output"];

/** A stack with nothing in it: what is not there yet, or no longer. */
export const NOTHING: TerraformStack = {
  resources: new Map(),
  locals: {},
  data: new Map(),
  moved: new Map(),
  forgotten: new Set(),
  providers: new Map(),
  backend: {},
  modules: new Map(),
  charts: new Map(),
};

/**
 * Reads the text of a `*.tf.json` file.
 *
 * @param charts the local charts that lie with it
 * @throws WarpformError if it is no JSON, or no Terraform
 */
export function readStack(text: string, from: string, charts: TerraformStack["charts"] = new Map()): TerraformStack {
  const problems = new Problems();
  let parsed: Json = null;
  try {
    parsed = JSON.parse(text) as Json;
  } catch {
    problems.add("malformed", from, `${from} must be Terraform's JSON, got text that is no JSON; use a *.tf.json file`);
    problems.throwIfAny("diff");
  }
  const isStack = isBlock(parsed) && SECTIONS.some((section) => isBlock((parsed as Block)[section]));
  if (!isStack) {
    problems.add(
      "malformed",
      from,
      `${from} must hold a block of Terraform's JSON, such as "resource", and has none; use the cdk.tf.json of a stack`,
    );
    problems.throwIfAny("diff");
  }
  const root = parsed as Block;
  const resources = blocksOf(root.resource).map(([type, name, block]): [string, StackResource] => {
    const address = `${type}.${name}`;
    return [address, { address, type, name, path: pathOf(block, name), block }];
  });
  return {
    charts,
    resources: new Map(resources),
    locals: isBlock(root.locals) ? root.locals : {},
    data: new Map(blocksOf(root.data).map(([type, name, block]) => [`data.${type}.${name}`, block])),
    moved: movedOf(root.moved),
    forgotten: forgottenOf(root.removed),
    providers: providersOf(root.provider),
    backend: backendOf(root.terraform),
    modules: new Map(
      Object.entries(isBlock(root.module) ? root.module : {}).filter((entry): entry is [string, Block] =>
        isBlock(entry[1]),
      ),
    ),
  };
}
