/** A first name for what must be unique in all of Azure: 3 to 24 letters and digits. */
const azureName = (name: string, end: string) => `${name.replaceAll("-", "").slice(0, 24 - end.length)}${end}`;

export const azureBuckets = (name: string) => `
# The names of storage accounts and vaults are unique in all of Azure: choose your own.
buckets:
  data: { accountName: ${azureName(name, "data")} }
`;

/** Keys of an architecture that Azure's has besides those of every cloud. */
export function azureChoices(name: string, scheduler: string | undefined) {
  const vault = `${name.slice(0, 18).replace(/-$/, "")}-slurm`;
  const slurm = `{ siteAccountName: ${azureName(name, "site")}, vaultName: ${vault} }`;
  return { bucket: "data", slurm: scheduler === "slurm" ? slurm : undefined };
}
