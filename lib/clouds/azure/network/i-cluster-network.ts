import type { Construct, IConstruct } from "constructs";
import type { PrivateService } from "./private-zones";

/** What other constructs need of a network, made here or imported. */
export interface IClusterNetwork extends IConstruct {
  /** Prefix of resource names and value of the tag `warpform:cluster`. */
  readonly clusterName: string;
  readonly region: string;
  /** Zone of nodes and file systems, `eastus-1`. */
  readonly availabilityZone: string;
  readonly tags: Record<string, string>;
  /** Where resources of the cluster lie, as they take it. */
  readonly place: { resourceGroupName: string; location: string; tags: Record<string, string> };
  readonly virtualNetworkId: string;
  /** Block of the virtual network; undefined in an imported network where it was not given. */
  readonly vnetCidr: string | undefined;
  /** Subnet of nodes and heads. */
  readonly computeSubnetId: string;
  /** Block of that subnet; undefined in an imported network where it was not given. */
  readonly computeSubnetCidr: string | undefined;
  /**
   * Id of a subnet for a service that takes none with nodes in it.
   * @throws WarpformError in an imported network, where `given` is needed
   */
  subnetFor(use: SubnetUse, given: string | undefined): string;
  /** Gives a resource a private endpoint, where the network has them for its service. Tells whether it has one. */
  privateLink(scope: Construct, service: PrivateService, resourceId: string): boolean;
}

/** Who asks for its own subnet. */
export interface SubnetUse {
  readonly kind: "lustre" | "netapp" | "mysql";
  /** Construct that asks, for errors. */
  readonly where: string;
  /** Prop that names a subnet. @default subnetId */
  readonly prop?: string;
  /** Name of the part: each Lustre has its own subnet. */
  readonly name: string;
  /** TiB of a Lustre file system, by which its subnet is sized. */
  readonly capacityTiB?: number;
}
