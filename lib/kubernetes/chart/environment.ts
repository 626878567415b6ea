/** A variable of a container: literal text, a key of a Secret in the pod's namespace, or a field of the pod. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?:
    | { readonly secretKeyRef: { readonly name: string; readonly key: string } }
    | { readonly fieldRef: { readonly fieldPath: string } };
}

/**
 * Lists of variables as one: each name once, where it was first, with what the last list says. The user's list comes last, so
 * that it wins over the library's. The API server refuses an object that names a variable twice.
 */
export function mergedEnvironment(...lists: readonly (readonly EnvironmentVariable[])[]): EnvironmentVariable[] {
  return [...new Map(lists.flat().map((variable) => [variable.name, variable])).values()];
}
