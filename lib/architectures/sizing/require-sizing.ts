import { requireObject, requireText } from "../../props/require-argument";

/** Stops where a function that sizes was given no workload, or no choices with a region. */
export function requireSizing(where: string, workload: unknown, choices: unknown): void {
  requireObject(where, "workload", workload, "trainingWorkload({ … })");
  requireObject(where, "choices", choices, '{ region: "us-east-2", … }');
  requireText(where, "choices.region", (choices as { readonly region?: unknown }).region, "us-east-2");
}
