import { Construct } from "constructs";
import { azureInstanceTypes, hasFabric } from "../../../catalog/instance-types";
import type { InstanceType } from "../../../catalog/types";
import { WarpformError } from "../../../errors";
import { requireProps } from "../../common/check-props";
import { placed } from "../../common/placed";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { describeAs } from "../shared/describe-as";
import { fabricCheckProgram } from "./fabric-check";
import { fabricEnvironment, takesSharp } from "./fabric-environment";
import type { InfiniBandFabricProps } from "./infiniband-fabric-props";
import { INFINIBAND_FABRIC } from "./infiniband-fabric-table";
import { jobSettings } from "./job-settings";
import { checkScript } from "./pkey-check";

/**
 * InfiniBand: Azure connects the VMs of one scale set, under a partition key of their own, without a resource for it.
 * One fabric takes one pool. Nodes check their devices and keys at boot.
 */
export class InfiniBandFabric extends Construct {
  public readonly network: IClusterNetwork;
  public readonly orchestration: "flexible" | "uniform";
  /** Whether jobs' all-reduces are summed in the switches. */
  public readonly sharp: boolean;
  private pool?: string;

  constructor(scope: Construct, id: string, props: InfiniBandFabricProps) {
    super(...placed(new.target, scope, id));
    requireProps(`InfiniBandFabric "${this.node.path}"`, INFINIBAND_FABRIC, props);
    this.network = props.network;
    this.orchestration = props.orchestration ?? INFINIBAND_FABRIC.orchestration.default;
    this.sharp = props.sharp ?? INFINIBAND_FABRIC.sharp.default;
    describeAs(this, () => ({
      fabrics: [
        {
          name: id,
          kind: "infiniband",
          availabilityZone: this.network.availabilityZone,
        },
      ],
    }));
  }

  /**
   * Takes a pool's nodes onto the fabric.
   * @throws WarpformError where it has a pool already, or the size has no InfiniBand
   */
  public join(pool: string, type: InstanceType): void {
    const refuse = (code: "conflict" | "not-allowed", message: string) => {
      throw new WarpformError(`GpuNodePool "${pool}"`, [{ code, path: "fabric", message }]);
    };
    if (this.pool !== undefined) {
      refuse(
        "conflict",
        `fabric "${this.node.id}" already has pool "${this.pool}"; InfiniBand ends at a scale set: make a fabric for each pool`,
      );
    }
    if (!hasFabric(type)) {
      const sizes = azureInstanceTypes().filter((one) => hasFabric(one) && one.architecture === type.architecture);
      refuse(
        "not-allowed",
        `fabric cannot be used with ${type.name}, which has no InfiniBand; leave it out, or use one of ${sizes.map(({ name }) => name).join(", ")}`,
      );
    }
    if (this.sharp && !takesSharp(type)) {
      const sizes = azureInstanceTypes().filter((one) => hasFabric(one) && takesSharp(one));
      refuse(
        "not-allowed",
        `fabric has sharp, for which Microsoft publishes no settings on ${type.name}; leave sharp out, or use ${sizes.map(({ name }) => name).join(" or ")}`,
      );
    }
    this.pool = pool;
  }

  /** Environment of jobs on a size. */
  public environment(type: InstanceType): Record<string, string> {
    return fabricEnvironment(type, this.sharp);
  }

  /** What a node runs when it boots: limits, the environment of jobs, and the check of its devices and partition key. */
  public bootScript(type: InstanceType): string {
    const environment = this.environment(type);
    return jobSettings(environment, this.sharp) + fabricCheckProgram() + checkScript(type.infiniband!);
  }
}
