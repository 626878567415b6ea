import type { OnPremFabric } from "../shared/on-prem-definition";

const PER_LINE = 4;

/**
 * partitions.conf of OpenSM. Without tenants all ports are full members of the default partition. With tenants everybody is a limited
 * member of it, who reaches the subnet manager alone: two limited members don't talk to each other.
 * @see https://github.com/linux-rdma/opensm/blob/master/doc/partition-config.txt
 */
export function partitionsConf({ tenants }: OnPremFabric): string {
  if (tenants.length === 0) return "Default=0x7fff,ipoib,defmember=full : ALL, SELF=full ;\n";
  const lines = tenants.map(({ name, pkey, guids, membership, ipoib }) => {
    const rows: string[] = [];
    for (let i = 0; i < guids.length; i += PER_LINE) rows.push(`    ${guids.slice(i, i + PER_LINE).join(", ")}`);
    const key = `0x${pkey.toString(16).padStart(4, "0")}`;
    return `${name}=${key}${ipoib ? ",ipoib" : ""},defmember=${membership} :\n${rows.join(",\n")} ;`;
  });
  return ["Default=0x7fff,ipoib : ALL=limited, SELF=full ;", ...lines, ""].join("\n");
}
