import { written } from "../units/written";
import { GIVE_OUTPUT, isPulumiOutput } from "./pulumi-output";

const LONGEST = 120;

/** A wrong value as its author wrote it, short enough for a message. */
export function shown(value: unknown): string {
  if (isPulumiOutput(value)) return GIVE_OUTPUT;
  const text = written(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
