/** The props whose field has a default. */
type Defaulted<Fields> = {
  [K in keyof Fields]: Fields[K] extends { readonly default: unknown } ? K : never;
}[keyof Fields];

/** Props in which those with a default are always there. */
export type WithDefaults<Props, Fields> = Omit<Props, Defaulted<Fields>> & {
  readonly [K in Defaulted<Fields> & keyof Props]-?: NonNullable<Props[K]>;
};

/** Props, with the default of their table for each that is left out: the one place from which code takes defaults. */
export function withDefaults<
  Props extends object,
  Fields extends { readonly [K in keyof Fields]: { readonly default?: unknown } },
>(table: Fields, props: Props): WithDefaults<Props, Fields> {
  const given = props as Readonly<Record<string, unknown>>;
  const missing = Object.entries<{ readonly default?: unknown }>(table).filter(
    ([prop, field]) => given[prop] === undefined && field.default !== undefined,
  );
  return { ...props, ...Object.fromEntries(missing.map(([prop, field]) => [prop, field.default])) } as WithDefaults<
    Props,
    Fields
  >;
}
