import type { Construct } from "constructs";
import type { BuiltCloud } from "../../clouds/by-name";
import type { Cloud } from "../../clouds/cloud";
import { CLOUD_NAMES } from "../../clouds/names";
import { WarpformError } from "../../errors";

/** Pools in place of those that are not there, one for each name, until all who start nodes were heard. */
export class PoolsInstead {
  /** Network that they are in; without one there are none. */
  public network: unknown;
  private readonly made = new Map<string, object | undefined>();

  constructor(
    private readonly stack: Construct,
    private readonly cloud: Cloud,
  ) {}

  public of(name: string): object | undefined {
    if (!this.made.has(name)) this.made.set(name, this.make(name));
    return this.made.get(name);
  }

  public remove(): void {
    for (const [name, pool] of this.made) if (pool !== undefined) this.stack.node.tryRemoveChild(name);
  }

  private make(name: string): object | undefined {
    const { GpuNodePool } = this.cloud.parts;
    const instanceType = CLOUD_NAMES[this.cloud.name as BuiltCloud]?.typeInstead;
    if (GpuNodePool === undefined || instanceType === undefined || this.network === undefined) return undefined;
    if (this.stack.node.tryFindChild(name) !== undefined) return undefined;
    const props = { network: this.network, instanceType, nodes: { min: 0, max: 1 } };
    try {
      return new GpuNodePool(this.stack, name, props as never);
    } catch (error) {
      if (!(error instanceof WarpformError)) throw error;
      return undefined;
    }
  }
}
