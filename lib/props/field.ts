import type { Notes } from "./notes";

/** What one prop may be: everything that is said or checked of it follows from this. */
export interface AnyField {
  /** Kind of value, for generated tables and schemas. */
  readonly kind: FieldKind;
  /** What it must be, behind "must be". */
  readonly words: string;
  /** Notes what is wrong with a value that was given. */
  check(value: unknown, at: string, notes: Notes): void;
  /** Whether the prop may be left out. */
  readonly optional: boolean;
  /** What holds where it is left out, where that is one value. */
  readonly default?: unknown;
  /** Unit of a number. */
  readonly unit?: string;
  /** Least and most that a number may be. */
  readonly min?: number;
  readonly max?: number;
  /** What a number must be more and less than, where those themselves are not allowed. */
  readonly above?: number;
  readonly below?: number;
  /** Fewest and most entries of a list. */
  readonly least?: number;
  readonly most?: number;
  /** Types of a setting. */
  readonly types?: readonly ("string" | "number" | "boolean")[];
  /** Names of the catalog that a text is one of, unless the reader's own catalog has it. */
  readonly catalog?: readonly CatalogNames[];
  /** Kind of the existing resource that a text names, for what lists them. */
  readonly given?: string;
  /** Values of a closed list. */
  readonly values?: readonly (string | number | boolean)[];
  /** Why it must be known at synth; undefined where only Terraform need know it. */
  readonly known?: string;
  /** Whether text may be empty. */
  readonly empty?: boolean;
  /** What each value of a list or map is. */
  readonly each?: AnyField;
  /** Fields of an object. */
  readonly fields?: AnyTable;
  /** What it may be other than the plain value of an either. */
  readonly other?: AnyField;
}

/** Lists of names that the catalog has. */
export type CatalogNames = "instanceTypeWithAccelerators" | "instanceTypeWithoutAccelerators" | "model";

/** What one prop of a type may be. */
export interface Field<T, Optional extends boolean = boolean> extends AnyField {
  readonly optional: Optional;
  readonly default?: T;
  /** Never there: holds the type of the values, both ways, so that a table can neither allow more nor less than its props. */
  readonly of?: (value: T) => T;
}

export type FieldKind =
  | "text"
  | "number"
  | "whole"
  | "boolean"
  | "one-of"
  | "setting"
  | "list"
  | "map"
  | "part"
  | "construct"
  | "either";

/** One field for each prop: the compiler asks for each new one, and for its being optional. `X_TABLE = { … } satisfies Table<XProps>`. */
export type Table<Props> = {
  readonly [K in keyof Props]-?: Field<
    NonNullable<Props[K]>,
    Record<never, never> extends Pick<Props, K> ? true : false
  >;
};

/** A table whose props are not known by type. */
export type AnyTable = Readonly<Record<string, AnyField>>;

/** A prop that may be left out, and what then holds where that is one value; `withDefaults` fills it in. */
export function optional<T>(field: Field<T>): Field<T, true>;
export function optional<T>(field: Field<T>, otherwise: NoInfer<T>): Field<T, true> & { readonly default: T };
export function optional<T>(field: Field<T>, otherwise?: T): Field<T, true> {
  return { ...field, optional: true, ...(otherwise === undefined ? {} : { default: otherwise }) };
}
