// What only Terraform knows, in a design that is not written as Terraform: marked as CDK for Terraform marks it, and never resolved.

let count = 0;

/** A text that stands for a value that Terraform alone knows. */
export function reference(): string {
  count += 1;
  return `\${TfToken[TOKEN.${count}]}`;
}

/** Whether a value holds such a reference. */
function isUnresolved(value: unknown): boolean {
  if (typeof value === "string") return value.includes("TfToken[");
  if (Array.isArray(value)) return value.some(isUnresolved);
  return typeof value === "object" && value !== null && value instanceof Unknown;
}

/** A block or list of blocks that only Terraform knows: each of its values is a reference, each of its lists one more of these. */
class Unknown {
  public get(): Unknown {
    return unknown();
  }
}

/** The blocks that warpform's constructs look into: of a cluster, a node group, an image. */
const LISTS: ReadonlySet<string> = new Set([
  "certificateAuthority",
  "resources",
  "autoscalingGroups",
  "outputResources",
  "amis",
  "vpcConfig",
  "identity",
  "kubeConfig",
]);

/** An attribute that only Terraform knows. */
export function attribute(name: string): string | object {
  return LISTS.has(name) ? unknown() : reference();
}

function unknown(): Unknown {
  return new Proxy(new Unknown(), {
    get: (target, key, receiver) =>
      typeof key === "symbol" || key in target ? Reflect.get(target, key, receiver) : attribute(key),
  });
}

export const Token = {
  isUnresolved,
  asString: (value: unknown): string => (typeof value === "string" ? value : reference()),
};

export const Lazy = {
  stringValue: reference,
  listValue: (): string[] => [reference()],
};

/** Terraform's functions and operators, each of which gives a reference. */
const functions: Readonly<Record<string, () => string>> = new Proxy({}, { get: () => reference });

export { functions as Fn, functions as Op };
