import { isObject } from "../shown-terraform";

/** A section of a configuration as YAML gives it. */
export type Section = Readonly<Record<string, unknown>>;

/** The section at a key; empty where there is none. */
export const section = (of: Section, key: string): Section => (isObject(of[key]) ? (of[key] as Section) : {});

/** The sections of a list; what is no section is left out. */
export const sections = (of: Section, key: string): readonly Section[] =>
  Array.isArray(of[key]) ? of[key].filter(isObject) : [];

/** A text that is given, and not a placeholder of a template such as `${AWS_REGION}`. */
export function known(value: unknown): string | null {
  return typeof value === "string" && value !== "" && !/[$<{]/.test(value) ? value : null;
}

export const count = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;

/** Whether a value is a configuration of ParallelCluster 3: other versions and other tools have no head node and scheduling at the top. */
export function isPcluster(value: unknown): value is Section {
  return isObject(value) && isObject(value.HeadNode) && isObject(value.Scheduling);
}

const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;

/** The Region that is written there; null where the command line or the environment gives it. */
export function regionOf({ Region: region }: Section): string | null {
  return typeof region === "string" && REGION.test(region) ? region : null;
}
