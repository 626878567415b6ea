import { WarpformError } from "../../../errors";
import { type Cidr, formatCidr, overlaps, parseCidr, subBlock } from "../../../units/cidr";
import type { SubnetUse } from "./i-cluster-network";

/** Prefix of a Lustre file system's own subnet by most TiB. @see https://learn.microsoft.com/azure/azure-managed-lustre/amlfs-prerequisites */
const LUSTRE_PREFIXES = [
  { tib: 196, prefix: 24 },
  { tib: 400, prefix: 23 },
  // larger ones are in no table: twice as many addresses as the last
  { tib: Number.POSITIVE_INFINITY, prefix: 22 },
];

/**
 * Services that want a subnet for themselves, and what they may do in it.
 * @see https://learn.microsoft.com/azure/azure-netapp-files/azure-netapp-files-delegate-subnet and https://learn.microsoft.com/azure/mysql/flexible-server/concepts-networking-vnet
 */
export const DELEGATIONS = {
  netapp: {
    name: "Microsoft.NetApp/volumes",
    actions: ["Microsoft.Network/networkinterfaces/*", "Microsoft.Network/virtualNetworks/subnets/join/action"],
  },
  mysql: {
    name: "Microsoft.DBforMySQL/flexibleServers",
    actions: ["Microsoft.Network/virtualNetworks/subnets/join/action"],
  },
};

/** Where each has its place, in the last /24 of the network. */
const DELEGATED: Record<keyof typeof DELEGATIONS, { readonly prefix: number; readonly index: number }> = {
  netapp: { prefix: 26, index: 0 },
  mysql: { prefix: 28, index: 4 },
};

/** The second half of a virtual network in subnets: Lustre from its start, delegated subnets in its last /24. */
export class SubnetPlan {
  private readonly half: Cidr;
  private readonly last: Cidr;
  private next = 0;

  constructor(private readonly vnetCidr: string) {
    this.half = subBlock(parseCidr(vnetCidr)!, 1, 1);
    const blocks = 2 ** (24 - this.half.prefix);
    this.last = subBlock(this.half, 24 - this.half.prefix, blocks - 1);
  }

  /** A block of its own for a Lustre file system. */
  public lustre({ where, capacityTiB = 0 }: SubnetUse): string {
    const { prefix } = LUSTRE_PREFIXES.find(({ tib }) => capacityTiB <= tib)!;
    const size = 2 ** (24 - prefix);
    const first = Math.ceil(this.next / size) * size;
    const block = subBlock(this.half, prefix - this.half.prefix, first / size);
    if (prefix < this.half.prefix || overlaps(block, this.last) || first + size > 2 ** (24 - this.half.prefix)) {
      const message = `network has no /${prefix} left in ${this.vnetCidr} for its subnet; give the network a larger vnetCidr, or subnetId`;
      throw new WarpformError(where, [{ code: "out-of-range", path: "network", message }]);
    }
    this.next = first + size;
    return formatCidr(block);
  }

  /** The one subnet of a service that shares it among its resources. */
  public delegated(kind: keyof typeof DELEGATIONS): string {
    const { prefix, index } = DELEGATED[kind];
    return formatCidr(subBlock(this.last, prefix - 24, index));
  }
}
