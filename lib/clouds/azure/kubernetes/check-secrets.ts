import type { Problems } from "../../../errors";
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

function checkSource(problems: Problems, at: string, { secret, secretId, key }: SecretSource): void {
  const add = (code: "conflict" | "required" | "not-allowed", prop: string, message: string) =>
    problems.add(code, `${at}.${prop}`, `${at}${message}`);
  if (secret !== undefined && secretId !== undefined)
    add("conflict", "secretId", " has both secret and secretId; keep the one that holds the value");
  else if (secret === undefined && secretId === undefined)
    add(
      "required",
      "secretId",
      ".secretId or .secret is required; give the resource ID of a Key Vault secret, or the name of a Secret that you make in the namespace",
    );
  else if (secret !== undefined && key === undefined)
    add("required", "key", `.key is required with secret "${secret}"; give one of the Secret's keys`);
  else if (secretId !== undefined && key !== undefined)
    add(
      "not-allowed",
      "key",
      ".key is for a Secret; a Key Vault secret is read whole: put the value into a secret of its own",
    );
}
