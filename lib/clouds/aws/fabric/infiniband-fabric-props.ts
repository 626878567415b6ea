import type { NicLayout } from "../../../model/aws/nic-layout";
import type { IClusterNetwork } from "../network/i-cluster-network";

export interface InfiniBandFabricProps {
  /** Network whose compute subnet the fabric's nodes share: EFA traffic cannot leave a subnet. */
  readonly network: IClusterNetwork;
  /**
   * Network interfaces of a node: one address per node (`ip-saving`), more ENA interfaces for IP bandwidth (`ena-bandwidth`,
   * 8 addresses on a p5.48xlarge), or an address on every card as older tools did (`legacy-all-efa`, 32 on a p5.48xlarge).
   * @default ip-saving
   * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/efa-acc-inst-types.html
   */
  readonly nicLayout?: NicLayout;
  /**
   * Existing security group for the fabric. It must allow all protocols to and from itself; no rule is added, and the review cannot
   * see its rules: run `preflight.sh`, which queries the account.
   * @default - one is made
   */
  readonly securityGroupId?: string;
  /**
   * Huge pages of 2 MiB to reserve on each node, 0 to 1,048,576.
   * @default - what the image's EFA installation reserves
   */
  readonly hugePages2MiB?: number;
}
