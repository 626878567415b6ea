import type { Construct } from "constructs";
import { WarpformError } from "../../errors";
import { requireArgument } from "../../props/require-argument";
import { shown } from "../../props/shown";

/**
 * Scope and id for the constructor of `Construct`, which says of others only what it failed to do with them.
 * @throws WarpformError where the scope is no construct or the id no text, which TypeScript refuses and JavaScript does not
 */
export function placed(kind: { readonly name: string }, scope: Construct, id: string): [Construct, string] {
  const { name } = kind;
  const example = `${name.includes(".") ? "" : "new "}${name}(stack, "id", { … })`;
  const problem = (path: string, must: string, got: unknown) =>
    new WarpformError(name, [
      { code: "malformed", path, message: `${path} must be ${must}, got ${shown(got)}; write ${example}` },
    ]);
  if (typeof (scope as Construct | undefined)?.node !== "object")
    throw problem("scope", "a stack or a construct", scope);
  if (typeof id !== "string" || id.trim() === "") throw problem("id", "non-empty text", id);
  // what addresses, hashes and files are made of cannot hold one
  if (/\p{Surrogate}/u.test(id)) throw problem("id", "text without unpaired surrogates", id);
  return [scope, id];
}

const isConstruct = (value: unknown) => typeof (value as Construct | null | undefined)?.node?.findAll === "function";

/** Stops where a function that reads what is below a construct was given none. */
export const requireScope = (where: string, scope: unknown): void =>
  requireArgument(where, "scope", scope, isConstruct, "an app, a stack or a construct");
