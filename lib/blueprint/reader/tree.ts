/** A map of a blueprint that is not checked yet; empty for what is no map. */
export const tree = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
