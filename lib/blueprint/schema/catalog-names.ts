import { z } from "zod";
import { acceleratedInstanceTypes, instanceTypes } from "../../catalog/instance-types";
import { modelArchitectures } from "../../catalog/models";

type Json = { readonly [key: string]: unknown };

/** Names of the catalog that editors complete, by the definition of the JSON Schema that lists them. */
const NAMES = {
  instanceTypeWithAccelerators: () => acceleratedInstanceTypes().map(({ name }) => name),
  instanceTypeWithoutAccelerators: () =>
    instanceTypes()
      .filter(({ accelerator }) => accelerator === null)
      .map(({ name }) => name),
  model: () => modelArchitectures().map(({ name }) => name),
} as const;

/** A name that the catalog may have; catalogs of the reader's own add others. */
export function catalogName(...of: readonly (keyof typeof NAMES)[]): z.ZodString {
  return z.string().meta({ catalog: of });
}

/** The definitions that `withNames` refers to. */
export function nameDefinitions(): Json {
  return Object.fromEntries(Object.entries(NAMES).map(([key, names]) => [key, { enum: [...names()].sort() }]));
}

/** A JSON Schema in which names of the catalog are listed: editors complete them, and take others too. */
export function withNames(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNames);
  if (typeof schema !== "object" || schema === null) return schema;
  const { catalog, type, ...rest } = schema as Json;
  if (!Array.isArray(catalog)) {
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withNames(value)]));
  }
  return { ...rest, anyOf: [...catalog.map((of) => ({ $ref: `#/$defs/${of}` })), { type }] };
}
