import type { Finding } from "../rule";

/** Where a finding is, as its reader wrote it: the address of a resource, else the path in the design. */
export const whereOf = ({ address, path }: Pick<Finding, "address" | "path">): string => address ?? path;
