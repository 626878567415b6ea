import { checkEach, type Rule } from "../../rule";

/** Everything, or all actions of a service on all resources. */
function wide(actions: readonly string[], resources: readonly string[]): string[] {
  return actions.filter((a) => a === "*" || (a.endsWith(":*") && resources.includes("*")));
}

export const iamTooWide: Rule = {
  id: "iam-too-wide",
  area: "security",
  severity: "warning",
  clouds: ["aws"],
  title: "role that may do everything with a service, or everything at all",
  why: "Any job on a node has the node's role. A wildcard lets it read other teams' buckets, start instances or change its own rights.",
  fix: "Name the actions that are needed, and the resources they are needed on.",
  verify: "IAM Access Analyzer lists the role under unused access after a week of work.",
  source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html#grant-least-privilege",
  check: (design) =>
    checkEach(design.cluster.roles ?? [], (role) =>
      role.statements
        .flatMap((s) => wide(s.actions, s.resources))
        .map((action) => ({
          path: `roles.${role.name}`,
          value: `${action} on *`,
          allowed: "named actions on named resources",
          fix: `replace ${action} by the actions that the role needs`,
        })),
    ),
};
