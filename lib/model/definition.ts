/**
 * Where a value of a definition comes from: whoever asked gave it, it is what holds unless told otherwise, or it follows from
 * other values, which are named.
 */
export type Origin =
  | { readonly kind: "given" }
  | { readonly kind: "default" }
  | { readonly kind: "derived"; readonly from: readonly string[] };

/** A value with where it comes from. */
export interface Sourced<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** Every value of a thing, and where each comes from. What renders, describes or prices it reads this and decides nothing. */
export type Definition<T extends object> = T & { readonly origins: { readonly [K in keyof T]: Origin } };

/** A prop as it was given; undefined where it was left out, so that `??` goes on to what holds then. */
export function given<T>(value: T | undefined): Sourced<T> | undefined {
  return value === undefined ? undefined : { value, origin: { kind: "given" } };
}

/** What holds unless told otherwise. */
export function byDefault<T>(value: T): Sourced<T> {
  return { value, origin: { kind: "default" } };
}

/** What follows from other values. */
export function derived<T>(value: T, ...from: readonly string[]): Sourced<T> {
  return { value, origin: { kind: "derived", from } };
}

/** The definition of a thing from its values. */
export function defined<T extends object>(parts: { readonly [K in keyof T]: Sourced<T[K]> }): Definition<T> {
  const keys = Object.keys(parts) as (keyof T)[];
  const values = Object.fromEntries(keys.map((key) => [key, parts[key].value]));
  const origins = Object.fromEntries(keys.map((key) => [key, parts[key].origin]));
  return { ...values, origins } as unknown as Definition<T>;
}
