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
  title: "IAM policy with wildcard permissions",
  why: "Every job on a node has the permissions of the node's role. A wildcard lets it read other teams' buckets, launch instances or escalate its own permissions.",
  fix: "List the required actions and the resources that they apply to.",
  verify: "IAM Access Analyzer lists the unused permissions of the role after a week of use.",
  source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html#grant-least-privilege",
  check: (design) =>
    checkEach(design.cluster.roles ?? [], (role) =>
      role.statements
        .flatMap((s) => wide(s.actions, s.resources))
        .map((action) => ({
          path: `roles.${role.name}`,
          value: `${action} on *`,
          allowed: "specific actions on specific resources",
          fix: `replace ${action} with the actions that the role needs`,
        })),
    ),
};
