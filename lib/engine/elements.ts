import { attribute, reference } from "./references";
import { Construct } from "./tree";

type Values = Record<string, unknown>;

interface Meta {
  readonly terraformResourceType: string;
  readonly dependsOn?: unknown;
}

export class App extends Construct {
  constructor(public readonly options: object = {}) {
    super(undefined, "");
  }
}

export class TerraformStack extends Construct {
  public static isStack(this: void, value: unknown): value is TerraformStack {
    return value instanceof TerraformStack;
  }

  public static of(this: void, construct: Construct): TerraformStack {
    const stack = construct.node.scopes.findLast((scope) => scope instanceof TerraformStack);
    if (stack === undefined)
      throw new Error(`No stack could be identified for the construct at path '${construct.node.path}'`);
    return stack;
  }

  public addDependency(): void {}

  public addOverride(): void {}
}

/** Anything in a stack. What concerns the text of its Terraform alone is taken and left. */
export class TerraformElement extends Construct {
  public readonly fqn = reference();
  public readonly friendlyUniqueId = reference();

  public addOverride(): void {}

  public overrideLogicalId(): void {}

  public moveFromId(): void {}
}

/** Where the state of a stack is kept, of which a design holds nothing. Its id is the class's own, as in CDK for Terraform. */
export class S3Backend extends TerraformElement {
  constructor(stack: TerraformStack) {
    super(stack, "backend");
  }
}

export class TerraformResource extends TerraformElement {
  public readonly terraformResourceType: string;
  public dependsOn: unknown;

  public static isTerraformResource(this: void, value: unknown): value is TerraformResource {
    return value instanceof TerraformResource;
  }

  constructor(scope: Construct, id: string, meta: Meta) {
    super(scope, id);
    this.terraformResourceType = meta.terraformResourceType;
    this.dependsOn = meta.dependsOn;
  }
}

/** Terraform's own resource, which every provider has beside it. */
export class DataResource extends TerraformResource {
  constructor(scope: Construct, id: string, config: { readonly dependsOn?: unknown } = {}) {
    super(scope, id, { terraformResourceType: "terraform_data", dependsOn: config.dependsOn });
  }
}

export class TerraformDataSource extends TerraformElement {
  public readonly terraformResourceType: string;

  constructor(scope: Construct, id: string, meta: Meta) {
    super(scope, id);
    this.terraformResourceType = meta.terraformResourceType;
  }
}

export class TerraformProvider extends TerraformElement {
  public readonly terraformResourceType: string;

  public static isTerraformProvider(this: void, value: unknown): value is TerraformProvider {
    return value instanceof TerraformProvider;
  }

  constructor(scope: Construct, id: string, meta: Meta) {
    super(scope, id);
    this.terraformResourceType = meta.terraformResourceType;
  }
}

/** A value in a stack: a local, an asset's path, what a stack puts out. */
export class TerraformValue extends TerraformElement {
  public readonly asString = reference();
  public readonly path = reference();
  public readonly value = reference();
}

/** How a binding of a provider tells what was given from what Terraform knows: `name` is a reference, `nameInput` what was given. */
export function bound(base: typeof TerraformResource | typeof TerraformDataSource, type: string): unknown {
  class Bound extends base {
    public readonly given: Values;

    constructor(scope: Construct, id: string, config: Values = {}) {
      super(scope, id, { ...config, terraformResourceType: type });
      this.given = { ...config };
    }
  }
  const attributes = new Proxy(Object.create(base.prototype) as object, {
    get: (target, key, element: Bound) =>
      typeof key === "symbol" || key in target ? Reflect.get(target, key, element) : attributeOf(element, key),
    set: (_, key, value, element: Bound) => {
      if (element.given === undefined || typeof key === "symbol")
        return Reflect.defineProperty(element, key, own(value));
      element.given[key] = value;
      return true;
    },
  });
  Object.setPrototypeOf(Bound.prototype, attributes);
  return Bound;
}

const own = (value: unknown) => ({ value, writable: true, enumerable: true, configurable: true });

/** What a value must not have, so as not to be taken for something to await, resolve or write as JSON. */
const NEVER: ReadonlySet<string> = new Set(["then", "resolve", "produce", "toJSON", "given"]);

function attributeOf(element: { readonly given: Values }, key: string): unknown {
  if (NEVER.has(key)) return undefined;
  const [, verb, of] = /^(put|reset)([A-Z].*)$/.exec(key) ?? [];
  if (of !== undefined) {
    const name = `${of[0]!.toLowerCase()}${of.slice(1)}`;
    return (value: unknown) => {
      element.given[name] = verb === "put" ? value : undefined;
    };
  }
  return key.endsWith("Input") ? element.given[key.slice(0, -"Input".length)] : attribute(key);
}
