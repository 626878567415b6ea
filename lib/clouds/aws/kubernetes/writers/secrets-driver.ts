/** AWS' provider of the Secrets Store CSI driver (ASCP), with the driver as a part of its chart. */
export const SECRETS_CHART = "secrets-store-csi-driver-provider-aws";

/**
 * On every node, GPU nodes too: a pod's secrets are fetched where it runs. The driver keeps Secrets for pods that read variables from
 * them. Classes name their region, so that the provider asks no node for it.
 * @see https://github.com/aws/secrets-store-csi-driver-provider-aws charts/secrets-store-csi-driver-provider-aws/values.yaml
 */
export const SECRETS_VALUES = {
  tolerations: [{ operator: "Exists" }],
  "secrets-store-csi-driver": { syncSecret: { enabled: true } },
};
