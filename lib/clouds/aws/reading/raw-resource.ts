import type { TerraformStack } from "cdktf";

/** A Terraform resource of a stack as JSON, references as `${type.name.attribute}`. */
export interface RawResource {
  readonly type: string;
  readonly name: string;
  /** Path of its construct. */
  readonly path: string;
  /** As its author refers to it: `aws_launch_template.gpu`, `module.a["x"].aws_vpc.this[0]`. */
  readonly address: string;
  readonly values: Readonly<Record<string, unknown>>;
}

type Named = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/** A stack or a root module in Terraform's JSON syntax. */
export interface TerraformJson {
  readonly resource?: Named;
  readonly data?: Named;
  readonly provider?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

interface Metadata {
  readonly path?: string;
  readonly address?: string;
}

/** What a stack writes. */
export const jsonOf = (stack: TerraformStack): TerraformJson => stack.toTerraform() as TerraformJson;

/** All resources of a stack, in the order of their construction, except those of constructs at the given paths. */
export function rawResources({ resource = {} }: TerraformJson, except: readonly string[]): RawResource[] {
  return Object.entries(resource).flatMap(([type, byName]) =>
    Object.entries(byName).flatMap(([name, values]) => {
      const { path = "", address = `${type}.${name}` } = block(values["//"], "metadata") as Metadata;
      const ours = except.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
      return ours ? [] : [{ type, name, path, address, values }];
    }),
  );
}

/** A nested block: an object, or the first of a list of them. */
export function block(values: unknown, name: string): Readonly<Record<string, unknown>> {
  const found = (values as Record<string, unknown> | null | undefined)?.[name];
  const first = Array.isArray(found) ? found[0] : found;
  return first !== null && typeof first === "object" ? (first as Record<string, unknown>) : {};
}

/** All nested blocks of a name. */
export function blocks(values: unknown, name: string): readonly Readonly<Record<string, unknown>>[] {
  const found = (values as Record<string, unknown> | null | undefined)?.[name];
  if (Array.isArray(found))
    return found.filter((b) => b !== null && typeof b === "object") as Record<string, unknown>[];
  return found !== null && typeof found === "object" ? [found as Record<string, unknown>] : [];
}

/** A literal text; null for what is missing or only Terraform knows. */
export function text(value: unknown): string | null {
  return typeof value === "string" && !value.includes("${") ? value : null;
}

/** A literal number, as number or text; null for anything else. */
export function number(value: unknown): number | null {
  const found = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

/** A literal truth value, as boolean or text; null for anything else. */
export function truth(value: unknown): boolean | null {
  if (value === true || value === "true") return true;
  return value === false || value === "false" ? false : null;
}

/** Whether a value is or holds a reference to the resource. */
export function refersTo(value: unknown, to: RawResource): boolean {
  return JSON.stringify(value ?? null).includes(`\${${to.type}.${to.name}.`);
}
