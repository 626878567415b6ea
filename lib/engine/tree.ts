// The tree of constructs, without the package of that name: what warpform's constructs ask of it, and no more.

const CONSTRUCT = Symbol.for("constructs.Construct");

type Checked = { validate(): readonly string[] };

/** Place of a construct in the tree. */
export class Node {
  /** As in the tree of constructs: a slash would part two ids of a path. */
  public readonly id: string;
  private readonly byId: Record<string, Construct> = {};
  private readonly checks: Checked[] = [];

  constructor(
    private readonly host: Construct,
    public readonly scope: Construct | undefined,
    id: string,
  ) {
    this.id = id.replaceAll("/", "--");
    scope?.node.add(host, this.id);
  }

  public get children(): Construct[] {
    return Object.values(this.byId);
  }

  /** From the root down to the construct itself. */
  public get scopes(): Construct[] {
    return [...(this.scope?.node.scopes ?? []), this.host];
  }

  public get root(): Construct {
    return this.scopes[0]!;
  }

  public get path(): string {
    return this.scopes
      .map(({ node }) => node.id)
      .filter((id) => id !== "")
      .join("/");
  }

  /** The construct and all below it, each before its children. */
  public findAll(): Construct[] {
    return [this.host, ...this.children.flatMap(({ node }) => node.findAll())];
  }

  public tryFindChild(id: string): Construct | undefined {
    return this.byId[id.replaceAll("/", "--")];
  }

  public tryRemoveChild(id: string): boolean {
    const there = id in this.byId;
    delete this.byId[id];
    return there;
  }

  public addValidation(check: Checked): void {
    this.checks.push(check);
  }

  public validate(): string[] {
    return this.checks.flatMap((check) => check.validate());
  }

  private add(child: Construct, id: string): void {
    if (id in this.byId)
      throw new Error(`There is already a Construct with name '${id}' in ${this.host.constructor.name} [${this.path}]`);
    this.byId[id] = child;
  }
}

export class Construct {
  public readonly node: Node;

  public static isConstruct(this: void, value: unknown): value is Construct {
    return typeof value === "object" && value !== null && CONSTRUCT in value;
  }

  constructor(scope: Construct | undefined, id: string) {
    Object.defineProperty(this, CONSTRUCT, { value: true });
    this.node = new Node(this, scope, id);
  }
}
