/**
 * Private DNS zone of each service, by the sub-resource that its endpoint connects to.
 * @see https://learn.microsoft.com/azure/private-link/private-endpoint-dns
 */
export const PRIVATE_ZONES = {
  blob: "privatelink.blob.core.windows.net",
  file: "privatelink.file.core.windows.net",
  vault: "privatelink.vaultcore.azure.net",
} as const;

export type PrivateService = keyof typeof PRIVATE_ZONES;
export const PRIVATE_SERVICES = Object.keys(PRIVATE_ZONES) as PrivateService[];
