/** Namespace of served models that name none. */
export const SERVING_NAMESPACE = "serving";

interface NamedTeam {
  readonly name: string;
  readonly namespace?: string;
}

/** Namespace of a team's workloads. */
export function teamNamespace({ name, namespace }: NamedTeam): string {
  return namespace ?? `team-${name}`;
}

/** Namespace of a cluster or run: its own, or that of the team whose queue it is in. */
export function workloadNamespace(
  teams: readonly NamedTeam[],
  { namespace, queue }: { readonly namespace?: string; readonly queue?: string },
): string {
  const team = teams.find(({ name }) => name === queue);
  return namespace ?? (team && teamNamespace(team)) ?? "ray";
}
