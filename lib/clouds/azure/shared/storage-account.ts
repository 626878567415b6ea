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
