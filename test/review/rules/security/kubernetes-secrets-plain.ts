import { kubernetesSecretsPlain } from "../../../../lib/review/rules/security/kubernetes-secrets-plain";
import { p5 } from "../../p5-cluster";
import { ray } from "../../ray-cluster";
import type { RuleCases } from "../../rule-cases";

export const cases: RuleCases = {
  rule: kubernetesSecretsPlain,
  holds: { "a key": ray() },
  fails: { none: [ray({ kubernetes: { secretsEncrypted: false } }), [{ path: "schedulers.ray.secretsEncrypted" }]] },
  doesNotApply: { "no Kubernetes": p5() },
};
