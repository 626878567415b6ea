import { zoneNumber } from "./names";

/**
 * Copies of an account in three zones, so that losing one loses nothing; in one data center where the Region has no zones.
 * @see https://learn.microsoft.com/azure/storage/common/storage-redundancy
 */
export const replicationIn = (zone: string): "ZRS" | "LRS" => (zoneNumber(zone) === undefined ? "LRS" : "ZRS");

/** What Checkov is told of such an account, in place of what holds in zones. */
export const inOneDataCenter = (zone: string) =>
  replicationIn(zone) === "ZRS"
    ? {}
    : { CKV_AZURE_206: "the Region of the nodes has no availability zones, and a second Region doubles the price" };

/** What every storage account of a cluster has: encryption in transit and twice at rest, and nothing that is public. */
export const CLOSED_ACCOUNT = {
  minTlsVersion: "TLS1_2",
  httpsTrafficOnlyEnabled: true,
  allowNestedItemsToBePublic: false,
  localUserEnabled: false,
  infrastructureEncryptionEnabled: true,
} as const;

/** Where a service of Azure needs the account's keys; tokens that they sign end within a day. */
export const WITH_KEYS = { sharedAccessKeyEnabled: true, sasPolicy: { expirationPeriod: "01.00:00:00" } } as const;
