import type { Construct, IConstruct } from "constructs";
import type { BuiltCloud } from "../../clouds/by-name";
import type { Cloud } from "../../clouds/cloud";
import { CLOUD_NAMES } from "../../clouds/names";
import { WarpformError } from "../../errors";

/** Pools in place of those that are not there, one for each name, until all who start nodes were heard. */
export class PoolsInstead {
  /** Network that they are in; without one there are none. */
  public network: unknown;
  private readonly made = new Map<string, IConstruct | undefined>();

  constructor(
    private readonly stack: Construct,
    private readonly cloud: Cloud,
  ) {}

  public of(name: string): IConstruct | undefined {
    if (!this.made.has(name)) this.made.set(name, this.make(name));
    return this.made.get(name);
  }

  public remove(): void {
    for (const pool of this.made.values()) if (pool !== undefined) this.stack.node.tryRemoveChild(pool.node.id);
  }

  private make(name: string): IConstruct | undefined {
    const { GpuNodePool } = this.cloud.parts;
    const names = CLOUD_NAMES[this.cloud.name as BuiltCloud];
    if (GpuNodePool === undefined || names === undefined || this.network === undefined) return undefined;
    // a pool of a name that none can have is not there, and may be named all the same
    const id = names.pattern.test(name) ? name : `pool-instead-${this.made.size}`;
    if (this.stack.node.tryFindChild(id) !== undefined) return undefined;
    const props = { network: this.network, instanceType: names.typeInstead, nodes: { min: 0, max: 1 } };
    try {
      return new GpuNodePool(this.stack, id, props as never);
    } catch (error) {
      if (!(error instanceof WarpformError)) throw error;
      return undefined;
    }
  }
}
