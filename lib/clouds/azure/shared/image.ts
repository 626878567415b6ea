/** Image of nodes and heads, which has drivers, the fabric's software and Ubuntu. @see https://learn.microsoft.com/azure/virtual-machines/azure-hpc-vm-images */
export const IMAGE = { publisher: "microsoft-dsvm", offer: "ubuntu-hpc" } as const;

/** Its edition for x86 processors. */
export const SKU = "2404";

/** Version that stands for the newest when a machine is made. */
export const LATEST = "latest";
