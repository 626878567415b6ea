import type { StackResource } from "./terraform-stack";

/** A few names, and how many more. */
export function some(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/** What a resource is called on the cluster: its place in the construct tree. */
export const called = ({ type, path }: StackResource) =>
  `${type.replace(/^aws_/, "")} ${path.replaceAll(/\/Resource(?=\/|$)/g, "")}`;
