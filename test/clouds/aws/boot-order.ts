/** A synthesized stack, as far as order goes. */
interface Stack {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly data?: Stack["resource"];
  readonly locals?: Readonly<Record<string, unknown>>;
}

/** What boots or runs code, so that something must be there before it and must not go before it does. */
const RUNNERS = [
  "aws_instance",
  "aws_autoscaling_group",
  "aws_cloudformation_stack",
  "aws_imagebuilder_image",
  "aws_eks_node_group",
  "helm_release",
];

/** What completes something else that refers to nothing: its type, and the attribute that says what it completes. */
const COMPLETIONS: Readonly<Record<string, readonly string[]>> = {
  aws_iam_role_policy: ["role"],
  aws_iam_role_policy_attachment: ["role"],
  aws_vpc_security_group_ingress_rule: ["security_group_id"],
  aws_vpc_security_group_egress_rule: ["security_group_id"],
  aws_internet_gateway: ["vpc_id"],
  aws_nat_gateway: ["vpc_of_subnet"],
  aws_route: ["route_table_id"],
  aws_route_table_association: ["subnet_id", "route_table_id"],
  aws_vpc_endpoint: ["vpc_id"],
  aws_s3_object: ["bucket"],
  aws_efs_mount_target: ["file_system_id"],
  aws_efs_file_system_policy: ["file_system_id"],
};

/** Addresses that a value refers to: resources, data sources, locals. */
function referred(value: unknown): string[] {
  const text = JSON.stringify(value) ?? "";
  return [...text.matchAll(/\b(?:data\.)?(?:aws_|helm_|local\.|null_|terraform_data)[\w]*\.?[\w-]+/g)].map(
    ([name]) => name,
  );
}

export class BootOrder {
  private readonly blocks = new Map<string, unknown>();
  private readonly references = new Map<string, readonly string[]>();
  private readonly closures = new Map<string, ReadonlySet<string>>();

  constructor(stack: Stack) {
    for (const [kind, prefix] of [
      [stack.resource, ""],
      [stack.data, "data."],
    ] as const)
      for (const [type, named] of Object.entries(kind ?? {}))
        for (const [name, block] of Object.entries(named)) {
          const { "//": _, ...rest } = block;
          this.blocks.set(`${prefix}${type}.${name}`, rest);
        }
    for (const [name, value] of Object.entries(stack.locals ?? {})) this.blocks.set(`local.${name}`, value);
  }

  /** Everything that Terraform makes before `address`, and destroys after it. */
  public before(address: string): ReadonlySet<string> {
    const known = this.closures.get(address);
    if (known) return known;
    const all = new Set<string>();
    const queue = [address];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const name of this.direct(next))
        if (!all.has(name)) {
          all.add(name);
          queue.push(name);
        }
    }
    this.closures.set(address, all);
    return all;
  }

  private direct(address: string): readonly string[] {
    const known = this.references.get(address);
    if (known) return known;
    const names = [...new Set(referred(this.blocks.get(address)))].filter((name) => this.blocks.has(name));
    this.references.set(address, names);
    return names;
  }

  public get runners(): string[] {
    return [...this.blocks.keys()].filter((address) => RUNNERS.includes(address.split(".")[0]!));
  }

  /** What completes something that a runner needs, does not itself need the runner, and may come after it. */
  public late(runner: string): string[] {
    const before = this.before(runner);
    return [...this.blocks.keys()].filter((address) => {
      const attributes = COMPLETIONS[address.split(".")[0]!];
      if (attributes === undefined || before.has(address) || this.before(address).has(runner)) return false;
      const block = this.blocks.get(address) as Record<string, unknown>;
      // a way out or an endpoint serves the whole network
      const bases = attributes.flatMap((attribute) =>
        attribute === "vpc_of_subnet"
          ? [...this.before(address)].filter((of) => of.startsWith("aws_vpc."))
          : referred(block[attribute]),
      );
      return bases.some((base) => before.has(base));
    });
  }

  /** What stands in `depends_on` and is no plain address: Terraform refuses such a stack. */
  public get expressions(): string[] {
    return [...this.blocks.values()].flatMap((block) =>
      ((block as { depends_on?: string[] }).depends_on ?? []).filter((name) => !this.blocks.has(name)),
    );
  }

  /** Addresses that need themselves: Terraform refuses such a stack. */
  public get circles(): string[] {
    return [...this.blocks.keys()].filter((address) => this.before(address).has(address));
  }
}
