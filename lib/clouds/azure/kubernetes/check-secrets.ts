import type { Problems } from "../../../errors";
import { checkSecretSource } from "../../common/workloads/check-cluster";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import type { SecretSource } from "./secret-source";
import { storedKeys } from "./workloads/vault-secrets";

const LISTS = ["rayClusters", "fineTuning", "jobs", "serving", "triton"] as const;

/** Checks where workloads' secrets are. */
export function checkSecrets(problems: Problems, props: KubeRayClusterProps): void {
  for (const list of LISTS)
    (props[list] ?? []).forEach((of, i) => {
      const path = `${list}[${i}]`;
      for (const [name, source] of Object.entries(of.secretEnv ?? {}))
        checkSource(problems, `${path}.secretEnv.${name}`, source);
      if ("apiKey" in of && of.apiKey !== undefined) checkSource(problems, `${path}.apiKey`, of.apiKey);
      const vaults = [...new Set(storedKeys(of).map(({ vault }) => vault.toLowerCase()))];
      if (vaults.length > 1)
        problems.add(
          "conflict",
          `${path}.secretEnv`,
          `${path}.secretEnv has secrets of ${vaults.length} vaults (${vaults.join(", ")}), and pods of one workload mount one; copy the secrets into "${vaults[0]}"`,
        );
    });
}

function checkSource(problems: Problems, at: string, source: SecretSource): void {
  const { secret, secretId, key } = source;
  const what = "the resource ID of a Key Vault secret";
  checkSecretSource(problems, at, source, { prop: "secretId", value: secretId, what });
  if (secret === undefined && secretId !== undefined && key !== undefined)
    problems.add(
      "not-allowed",
      `${at}.key`,
      `${at}.key is for a Secret; a Key Vault secret is read whole: put the value into a secret of its own`,
    );
}
