import * as pulumi from "@pulumi/pulumi";
import { Problems } from "../../errors";
import { CLOUD_PROVIDERS } from "../clouds/providers";
import { loadPeer } from "../peers";
import { type EvaluationScope, evaluate } from "../plan/evaluate";
import { namespaceOf } from "../plan/kinds";
import type { PlannedResource, PulumiPlan } from "../plan/plan";
import { stackSettings } from "./stack-settings";

/** Where a plan's resources are declared. */
export interface DeclareProps {
  readonly plan: PulumiPlan;
  /** Component that all resources belong to; its name comes before theirs. */
  readonly owner: pulumi.ComponentResource;
  readonly ownerName: string;
  /** Name of the cloud, in the types of components. */
  readonly cloud: string;
  /** Folder of the synthesized stack, from the folder that Pulumi runs in. */
  readonly folder: string;
  readonly inputs: Readonly<Record<string, pulumi.Input<unknown>>>;
  /** What everything waits for. */
  readonly dependsOn: DependsOn | undefined;
  /** Whether everything stays in the cloud when it leaves the program; Pulumi doesn't hand this down by itself. */
  readonly retainOnDelete: boolean | undefined;
  /** The component of a construct directly below the stack, where the program has made one itself. */
  readonly partOf?: (id: string) => DeclaredPart | undefined;
  /** Class of the construct at a path below the stack, for previews. */
  readonly classOf: (path: readonly string[]) => string;
}

/** A component of the program's own for a construct, with what its resources wait for and whether they stay. */
export interface DeclaredPart {
  readonly component: pulumi.ComponentResource;
  readonly dependsOn: DependsOn | undefined;
  readonly retainOnDelete: boolean | undefined;
}

/** What was declared: resources by their address in Terraform, and the outputs of the stack. */
export interface Declared {
  readonly resources: ReadonlyMap<string, pulumi.CustomResource>;
  readonly outputs: ReadonlyMap<string, pulumi.Output<unknown>>;
}

type ResourceClass = new (
  name: string,
  args: Record<string, unknown>,
  options: pulumi.CustomResourceOptions,
) => pulumi.CustomResource;

type Invoke = (args: Record<string, unknown>, options: pulumi.InvokeOutputOptions) => pulumi.Output<object>;

type InvokeNothing = (options: pulumi.InvokeOutputOptions) => pulumi.Output<object>;

/** Declares a plan's resources, in its order. */
export function declarePlan(props: DeclareProps): Declared {
  const { plan, owner, ownerName, cloud } = props;
  checkProviders(plan, owner);
  const resources = new Map<string, pulumi.CustomResource>();
  const found = new Map<string, pulumi.Output<object>>();
  const parents = new Map<string, pulumi.ComponentResource>();

  const scope: EvaluationScope = {
    plan,
    folder: props.folder,
    inputs: props.inputs,
    attribute: (address, name) =>
      found.get(address)?.apply((result) => (result as Record<string, unknown>)[name]) ??
      ((resources.get(address) as unknown as Record<string, pulumi.Output<unknown>>)[name] as pulumi.Output<unknown>),
  };

  /** The component of the outermost construct, so that a preview reads like the program. */
  const parentOf = ({ path, mode }: PlannedResource): pulumi.ComponentResource => {
    const id = path[0]!;
    if (mode === "provider" || (path.length === 1 && props.classOf(path) === "")) return owner;
    const part = props.partOf?.(id);
    if (part !== undefined) return part.component;
    let parent = parents.get(id);
    if (parent === undefined) {
      parent = new pulumi.ComponentResource(
        `warpform:${cloud}:${props.classOf([id])}`,
        `${ownerName}-${id}`,
        {},
        { parent: owner },
      );
      parents.set(id, parent);
    }
    return parent;
  };

  /** What a resource was called below `parent`, or below the component of another construct. */
  const aliasOf = (former: readonly string[], { path }: PlannedResource): pulumi.Alias => {
    const name = [ownerName, ...former].join("-");
    if (former[0] === path[0]) return { name };
    const type = `warpform:${cloud}:${props.classOf([path[0]!])}`;
    return { name, parent: pulumi.createUrn(`${ownerName}-${former[0]}`, type, owner) };
  };

  /** Resources that a dependency on an address waits for: a data source's are those it depends on itself. */
  const waitsFor = (address: string): pulumi.Resource[] => {
    const resource = resources.get(address);
    if (resource !== undefined) return [resource];
    const data = plan.resources.find((planned) => planned.address === address && planned.mode === "data");
    return data?.options.dependsOn.flatMap(waitsFor) ?? [];
  };

  for (const planned of plan.resources) {
    const parent = parentOf(planned);
    const part = props.partOf?.(planned.path[0]!);
    // A provider that the user has chosen, for the whole or for one component, takes the place of the stack's own.
    const isChosen = parent.getProvider(`${namespaceOf(planned.package)}:index:x`) !== undefined;
    if (planned.mode === "provider" && isChosen) continue;
    const module = loadPeer(planned.package, planned.module);
    const args = {
      ...(planned.mode === "provider" ? stackSettings(planned.package) : {}),
      ...Object.fromEntries(Object.entries(planned.args).map(([name, value]) => [name, evaluate(value, scope)])),
    };
    const { provider, dependsOn, ...options } = planned.options;
    const common = {
      parent,
      ...(provider === undefined || isChosen
        ? {}
        : { provider: resources.get(provider) as unknown as pulumi.ProviderResource }),
      dependsOn: together(props.dependsOn, together(part?.dependsOn, dependsOn.flatMap(waitsFor))),
    };
    if (planned.mode === "data") {
      const invoke = module[planned.name] as Invoke;
      const result = planned.takesNothing ? (invoke as unknown as InvokeNothing)(common) : invoke(args, common);
      found.set(planned.address, result);
      continue;
    }
    const name = [ownerName, ...planned.path].join("-");
    const Class = module[planned.name] as ResourceClass;
    const { protect, ignoreChanges, deleteBeforeReplace, customTimeouts } = options;
    const own =
      planned.mode === "provider"
        ? {}
        : {
            protect,
            ignoreChanges: ignoreChanges && [...ignoreChanges],
            deleteBeforeReplace,
            customTimeouts,
            aliases:
              planned.formerPaths.length === 0
                ? undefined
                : planned.formerPaths.map((former) => aliasOf(former, planned)),
            retainOnDelete: part?.retainOnDelete ?? props.retainOnDelete,
          };
    const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
    resources.set(planned.address, new Class(name, args, { ...common, ...given }));
  }

  const outputs = new Map<string, pulumi.Output<unknown>>();
  for (const [name, { value, sensitive }] of plan.outputs) {
    const output = pulumi.output(evaluate(value, scope));
    outputs.set(name, sensitive ? pulumi.secret(output) : output);
  }
  return { resources, outputs };
}

/** One provider of the program's cannot stand for several of the stack: resources would change their region without a word. */
function checkProviders(plan: PulumiPlan, owner: pulumi.ComponentResource): void {
  const problems = new Problems();
  for (const { package: from } of CLOUD_PROVIDERS) {
    const [first, ...more] = plan.resources.filter((of) => of.mode === "provider" && of.package === from);
    if (first === undefined || owner.getProvider(`${namespaceOf(from)}:index:x`) === undefined) continue;
    for (const { address } of more) {
      const message = `${address}: the provider that the program gives would take its place as well as ${first.address}'s; leave provider out, or give what needs it a GpuCluster of its own`;
      problems.add("conflict", address, message);
    }
  }
  problems.throwIfAny(`stack ${plan.stackName} as Pulumi`);
}

type DependsOn = pulumi.Input<pulumi.Input<pulumi.Resource>[]> | pulumi.Input<pulumi.Resource>;

/** What the user made a part wait for, and what its resources wait for already. */
function together(whole: DependsOn | undefined, own: DependsOn): DependsOn {
  if (whole === undefined) return own;
  const plain = (list: DependsOn): list is pulumi.Input<pulumi.Resource>[] | pulumi.Resource =>
    Array.isArray(list) || pulumi.Resource.isInstance(list);
  if (plain(whole) && plain(own)) return [whole, own].flat();
  const known = pulumi.all([whole, own].map((list) => pulumi.output(list as unknown)));
  return known.apply((lists) => lists.flat() as pulumi.Resource[]);
}
