import type { IConstruct } from "constructs";
import { checkTree } from "./tree-problems";

/** A subnet whose addresses are claimed; `usable` is undefined where an existing subnet's size was not given. */
export interface ClaimedSubnet {
  /** The prop that sets the subnet's size. */
  readonly subnet: string;
  readonly cidr: string | undefined;
  readonly usable: number | undefined;
}

/** Adds up the addresses that pools and heads want of a subnet, and complains at synth when there are too few. */
export class ClaimedAddresses {
  private readonly claims: { readonly by: string; readonly addresses: () => number }[] = [];

  constructor(owner: IConstruct, subnet: ClaimedSubnet) {
    checkTree(owner, () => {
      const needed = this.needed;
      if (subnet.usable === undefined || needed <= subnet.usable) return [];
      const list = this.claims.map(({ by, addresses }) => `${by} ${addresses()}`).join(", ");
      const prefix = 32 - Math.ceil(Math.log2(needed + 5));
      return [
        `${subnet.subnet} ${subnet.cidr ?? ""} has ${subnet.usable} usable addresses, but ${needed} are needed (${list}); ` +
          `use a /${prefix} or larger, or nicLayout "ip-saving", which takes one address per node`,
      ];
    });
  }

  public claim(by: string, addresses: () => number): void {
    this.claims.push({ by, addresses });
  }

  public get needed(): number {
    return this.claims.reduce((sum, { addresses }) => sum + addresses(), 0);
  }
}
