import { findModelArchitecture, modelArchitectures } from "../catalog/models";
import { didYouMean } from "./terminal/did-you-mean";

/** Why a text is no model of the catalog; undefined for one that is. */
export function modelProblem(text: string): string | undefined {
  if (findModelArchitecture(text) !== undefined) return undefined;
  const near = didYouMean(
    text,
    modelArchitectures().map(({ name }) => name),
  );
  return `the catalog has no model "${text}"; ${near.length > 0 ? `did you mean ${near.join(", ")}` : "run `warpform catalog --models`"}`;
}
