import { z } from "zod";
import { type ErrorCode, Problems } from "../../errors";
import { Notes } from "../../props/notes";
import { fieldOf } from "../schema/keys-of-table";
import { child, memberByKeys } from "../schema/known-keys";
import { pathText } from "./blueprint-error";
import { type Path, propPath } from "./path";

/** What is wrong with a value by the table of its construct. */
export interface FieldProblem {
  readonly code: ErrorCode;
  readonly path: Path;
  readonly message: string;
}

/**
 * What the tables of props say of a blueprint: kinds, ranges, forms. Constructs check the same; this is for parts that none is made of,
 * since something in them cannot be read, so that one run shows their other mistakes too.
 */
export function fieldProblems(schema: z.core.$ZodType, data: unknown, path: Path = []): FieldProblem[] {
  const here = memberByKeys(schema, data);
  if (here === undefined || typeof data !== "object" || data === null) return [];
  return Object.entries(data as Readonly<Record<string, unknown>>).flatMap(([key, value]) => {
    const at = Array.isArray(data) ? Number(key) : key;
    const inner = child(here, at);
    const field = inner && here instanceof z.ZodObject ? fieldOf(inner as z.ZodType) : undefined;
    if (field === undefined) return inner === undefined ? [] : fieldProblems(inner, value, [...path, at]);
    const problems = new Problems();
    field.check(value, key, new Notes(problems, () => false));
    return problems.all.map(({ code, path: prop, message }) => ({
      code,
      path: [...path, ...propPath(prop)],
      message: `${pathText(path)}: ${message}`,
    }));
  });
}
