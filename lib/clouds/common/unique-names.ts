import {
  DefaultTokenResolver,
  StringConcat,
  TerraformProvider,
  type TerraformResource,
  TerraformStack,
  Tokenization,
} from "cdktf";
import type { IConstruct } from "constructs";
import { isResource } from "./terraform-resource";
import { isToken } from "./terraform-text";
import { checkTree } from "./tree-problems";

/** Where a cloud takes a name once. */
export interface UniqueName {
  /** As the provider's classes call it. */
  readonly attribute: string;
  /** Whether two accounts, or two Regions of one account, can have the name each. */
  readonly within: "partition" | "account" | "region";
  /** Attribute that says in which of the place's parts, such as a VPC or a resource group. */
  readonly of?: string;
}

/** What a cloud takes once, and what tells its accounts apart. */
export interface UniqueNames {
  /** By type of resource. A second one stops the apply half way, or takes over what the first one made. */
  readonly types: Readonly<Record<string, UniqueName>>;
  /** Type of the cloud's provider. */
  readonly provider: string;
  /** Settings of the provider that decide whose account it is. */
  readonly account: readonly string[];
  /** What the error says: where names must be unique, and how to make them so. */
  readonly words: (clusterName: string) => {
    readonly within: string;
    readonly remedy: string;
    readonly accounts: string;
  };
}

type Values = Readonly<Record<string, unknown>>;

/** A resource with its name, and what has to be equal for the name to meet another one. */
interface Named {
  readonly resource: TerraformResource;
  readonly name: string;
  readonly key: string;
}

/** References as Terraform will read them, so that two of one attribute are equal. */
function resolved(scope: TerraformStack, values: readonly unknown[]): unknown {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return Tokenization.resolve(values, { scope, resolver, preparing: false });
}

function namesAmong(children: readonly IConstruct[], stack: TerraformStack, rules: UniqueNames): Named[] {
  const ofCloud = (one: unknown): one is TerraformProvider & Values =>
    TerraformProvider.isTerraformProvider(one) && one.terraformResourceType === rules.provider;
  const usual = children.filter(ofCloud).find(({ aliasInput }) => aliasInput === undefined);
  return children.filter(isResource).flatMap((resource) => {
    const rule = rules.types[resource.terraformResourceType];
    const values = resource as unknown as Values;
    const name = rule && values[`${rule.attribute}Input`];
    if (rule === undefined || typeof name !== "string" || isToken(name)) return [];
    const provider = ofCloud(resource.provider) ? resource.provider : usual;
    const account = rule.within === "partition" ? [] : rules.account.map((setting) => provider?.[`${setting}Input`]);
    const region = rule.within === "region" ? [provider?.regionInput] : [];
    const of = rule.of === undefined ? [] : [TerraformStack.of(resource).node.path, values[`${rule.of}Input`]];
    const place = JSON.stringify(resolved(stack, [...account, ...region, ...of]));
    return [{ resource, name, key: `${resource.terraformResourceType} ${name} ${place}` }];
  });
}

/** Names of stacks as they were when each was checked last, and how large it was then: an app checks its stacks in turn. */
const known = new WeakMap<
  UniqueNames,
  WeakMap<TerraformStack, { readonly size: number; readonly names: readonly Named[] }>
>();

/** Names of a stack, resolved anew for the one that is checked; of one that comes before it only where it grew since. */
function namesOf(stack: TerraformStack, isChecked: boolean, rules: UniqueNames): readonly Named[] {
  const children = stack.node.findAll();
  const ofCloud = known.get(rules) ?? new WeakMap();
  known.set(rules, ofCloud);
  const before = ofCloud.get(stack);
  if (!isChecked && before?.size === children.length) return before.names;
  const names = namesAmong(children, stack, rules);
  ofCloud.set(stack, { size: children.length, names });
  return names;
}

/** Pairs of one name, of which the second is in `stack`, and the first there or in a stack before it. */
function meetings(stack: TerraformStack, rules: UniqueNames): [Named, Named][] {
  const stacks = stack.node.root.node.findAll().filter((one): one is TerraformStack => TerraformStack.isStack(one));
  const first = new Map<string, Named>();
  const pairs: [Named, Named][] = [];
  for (const each of stacks.slice(0, stacks.indexOf(stack) + 1)) {
    for (const named of namesOf(each, each === stack, rules)) {
      const earlier = first.get(named.key);
      if (earlier === undefined) first.set(named.key, named);
      else if (each === stack) pairs.push([earlier, named]);
    }
  }
  return pairs;
}

const SHOWN = 3;

function problem(stack: TerraformStack, clusterName: string, rules: UniqueNames): string[] {
  const pairs = meetings(stack, rules);
  if (pairs.length === 0) return [];
  const shown = pairs
    .slice(0, SHOWN)
    .map(
      ([a, b]) =>
        `${b.resource.terraformResourceType} "${b.name}" (${a.resource.node.path} and ${b.resource.node.path})`,
    )
    .join(", ");
  const all = pairs.length > SHOWN ? `${shown} and ${pairs.length - SHOWN} more` : shown;
  const across = pairs.some(([a]) => TerraformStack.of(a.resource) !== stack);
  const { within, remedy, accounts } = rules.words(clusterName);
  return [
    `names must be unique in ${within}, got ${pairs.length} that two resources have: ${all}; ${remedy}${across ? accounts : ""}`,
  ];
}

/** A network, whose name all names of its cluster begin with. */
export type Cluster = IConstruct & { readonly clusterName: string };

/** Stacks whose names are checked, by their first network. */
const checked = new WeakMap<UniqueNames, WeakSet<TerraformStack>>();

/**
 * At synth, refuses resources of two clusters, in one stack or in two of an app, that have one name where the cloud takes each name once:
 * the apply would stop half way, or change what is the other's.
 */
export function checkUniqueNames(network: Cluster, rules: UniqueNames): void {
  const stack = TerraformStack.of(network);
  const stacks = checked.get(rules) ?? new WeakSet();
  checked.set(rules, stacks);
  // A design that is not written as Terraform has no references to compare.
  if (stacks.has(stack) || Tokenization === undefined) return;
  stacks.add(stack);
  checkTree(network, () => problem(stack, network.clusterName, rules));
}
