import { checkEach, type Rule } from "../../rule";

export const kubernetesSecretsPlain: Rule = {
  id: "kubernetes-secrets-plain",
  area: "security",
  severity: "warning",
  clouds: "all",
  title: "Kubernetes secrets without a key of your own",
  why: "Secrets then lie in etcd under the provider's key alone; audits ask for envelope encryption, and it cannot be turned off again once on.",
  fix: "Leave `secretsEncrypted` on.",
  verify: "`aws eks describe-cluster --name CLUSTER --query cluster.encryptionConfig` names a KMS key.",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/envelope-encryption.html",
  check: (design) =>
    checkEach(design.kubernetes, (k) =>
      k.secretsEncrypted
        ? null
        : {
            path: `schedulers.${k.name}.secretsEncrypted`,
            value: false,
            allowed: "true",
            fix: "leave secretsEncrypted at its default",
          },
    ),
};
