import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const kubernetesSecretsPlain: Rule = {
  id: "kubernetes-secrets-plain",
  area: "security",
  severity: "warning",
  clouds: "all",
  title: "Kubernetes secrets without a customer managed key",
  why: "Secrets in etcd are encrypted only with a provider-managed key. Audits require envelope encryption; once enabled, it cannot be disabled.",
  fix: "Keep `secretsEncrypted` enabled (the default).",
  verify:
    "On AWS, `aws eks describe-cluster --name CLUSTER --query cluster.encryptionConfig` names a KMS key; on Azure, `az aks show --name CLUSTER --resource-group GROUP --query securityProfile.azureKeyVaultKms.keyId` does.",
  source: "https://docs.aws.amazon.com/eks/latest/userguide/envelope-encryption.html",
  check: (design) =>
    checkEach(design.kubernetes, (k) =>
      k.secretsEncrypted
        ? null
        : {
            path: `schedulers.${k.name}.secretsEncrypted`,
            value: false,
            allowed: "true",
            fix: set("secretsEncrypted", true),
          },
    ),
};
