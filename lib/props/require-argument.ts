import { WarpformError } from "../errors";
import { isObject } from "./nested-fields";
import { shown } from "./shown";

/**
 * Stops where an argument of a function is none of what it takes, which TypeScript refuses and JavaScript does not.
 * @throws WarpformError that names the argument, the value and what to give instead
 */
export function requireArgument(
  where: string,
  name: string,
  value: unknown,
  fits: (value: unknown) => boolean,
  words: string,
): void {
  if (fits(value)) return;
  const code = value === undefined ? "required" : "malformed";
  throw new WarpformError(where, [{ code, path: name, message: `${name} must be ${words}, got ${shown(value)}` }]);
}

/** Stops where an argument is no object, `example` being one. */
export const requireObject = (where: string, name: string, value: unknown, example: string): void =>
  requireArgument(where, name, value, isObject, `an object, such as ${example}`);

/** Stops where an argument is no text, or an empty one, `example` being one. */
export const requireText = (where: string, name: string, value: unknown, example: string): void =>
  requireArgument(
    where,
    name,
    value,
    (given) => typeof given === "string" && given !== "",
    `text, such as "${example}"`,
  );
