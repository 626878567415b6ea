import type { TakenKind } from "../../../model/aws/aws-model";
import type { Design } from "../../design";
import { word } from "../../report/shell-word";

/** How preflight.sh calls each kind. */
const TITLES: Readonly<Record<TakenKind, string>> = {
  role: "role",
  "eks-cluster": "EKS cluster",
  "auto-scaling-group": "Auto Scaling group",
  "launch-template": "launch template",
};

/**
 * Whether names are free that AWS takes once. Where Terraform's state has resources, the names are those of an earlier apply; where it
 * cannot be read, only a person can say whose they are.
 */
const FUNCTIONS = `
# applied: what the state of the Terraform here says: yes, no (nothing was applied yet) or unknown (no state can be read).
applied() {
  local tool state
  [ -e "$(dirname "$0")/cdk.tf.json" ] && for tool in terraform tofu; do
    state=$("$tool" -chdir="$(dirname "$0")" state pull 2>/dev/null) || continue
    case "$state" in *'"mode": "managed"'*) echo yes ;; *) echo no ;; esac
    return
  done
  echo unknown
}

# names KIND NAME...: are names free that AWS takes once? Two stacks with one clusterName would both make them.
names() {
  local kind=$1 there name taken=""
  shift
  case "$kind" in
    role) there=$(aws iam list-roles --query 'Roles[].RoleName' --output text 2>/dev/null) ;;
    "EKS cluster") there=$(aws eks list-clusters --region "$region" --query clusters --output text 2>/dev/null) ;;
    "Auto Scaling group")
      there=$(aws autoscaling describe-auto-scaling-groups --region "$region" \\
        --query 'AutoScalingGroups[].AutoScalingGroupName' --output text 2>/dev/null) ;;
    *)
      there=$(aws ec2 describe-launch-templates --region "$region" \\
        --query 'LaunchTemplates[].LaunchTemplateName' --output text 2>/dev/null) ;;
  esac || {
    bad "names of $kind cannot be read"
    return
  }
  there=" $(printf '%s' "$there" | tr -s '[:space:]' ' ') "
  for name in "$@"; do
    case "$there" in *" $name "*) taken="\${taken:+$taken, }$name" ;; esac
  done
  if [ -z "$taken" ]; then
    ok "names of $kind: all $# are free"
  elif [ "$state" = yes ]; then
    ok "names of $kind: this stack has them by an earlier apply"
  elif [ "$state" = no ]; then
    bad "names of $kind are taken, and this stack has applied nothing: $taken; give the cluster another clusterName"
  else
    confirm "names of $kind are taken: $taken; must be this stack's own by an earlier apply, else give the cluster another clusterName"
  fi
}
`;

/** Functions and calls of preflight.sh for the names that a design takes; nothing where none is known. */
export function nameLines(design: Design): { readonly functions: string; readonly calls: readonly string[] } {
  const taken = design.cluster.names ?? [];
  const kinds = [...new Set(taken.map(({ kind }) => kind))];
  if (kinds.length === 0) return { functions: "", calls: [] };
  const calls = kinds.map((kind) => {
    const names = taken.filter((one) => one.kind === kind).map(({ name }) => word(name));
    return ["names", word(TITLES[kind]), ...names].join(" ");
  });
  return { functions: FUNCTIONS, calls: ["state=$(applied)", ...calls] };
}
