import type { Design } from "../../../design";
import { GIVEN_CHECKS, givenResources } from "../../../existing/given-checks";
import { word } from "../../../report/shell-word";
import { SHELL } from "./given-shell";

/** The functions and calls that check the existing resources of a design; ids that only Terraform knows are left to the review. */
export function givenLines(design: Design): { readonly functions: string; readonly calls: readonly string[] } {
  const calls = givenResources(design)
    .filter(([{ id }]) => id !== null)
    .flatMap(([given]) => GIVEN_CHECKS[given.kind].calls(given, design));
  const used = new Set(calls.map(([name]) => name!));
  const functions = Object.entries(SHELL).filter(([name]) => used.has(name));
  return {
    functions: functions.map(([, text]) => text).join(""),
    calls: calls.map(([name, ...args]) => [name, ...args.map(word)].join(" ")),
  };
}
