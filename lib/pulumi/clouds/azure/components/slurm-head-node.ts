import type * as pulumi from "@pulumi/pulumi";
import { type AzureCloud, azureCloud } from "../../../../clouds/azure-cloud";
import { SLURM_HEAD_NODE } from "../../../../clouds/azure-tables";
import type { Part, PropsOf } from "../../../../clouds/cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { azure } from "../azure";
import type { ConstructArgs } from "../construct-args";

type Construct = Part<AzureCloud, "SlurmHeadNode">;
type SlurmHeadNodeProps = PropsOf<AzureCloud, "SlurmHeadNode">;

export const SLURM_OUTPUTS = {
  siteAccountName: "input",
  vaultName: "input",
  deployCidrs: "inputs",
  adminPublicKey: "input",
  loginPools: ["allowUsers[]", "allowGroups[]"],
  accounting: ["databaseHost", "passwordSecretId", "databaseServerName", "databaseSubnetId"],
} as const satisfies OutputArgs<SlurmHeadNodeProps>;

export type SlurmHeadNodeArgs = ConstructArgs<SlurmHeadNodeProps, typeof SLURM_OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly headId: string;
  readonly headAddress: string;
  readonly vaultId: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: azure,
  name: "SlurmHeadNode",
  args: argKinds(SLURM_HEAD_NODE, SLURM_OUTPUTS),
  make: (scope, id, props) => new azureCloud.parts.SlurmHeadNode(scope, id, props),
  outputs: {
    headId: ({ controller }) => controller.virtualMachine.id,
    headAddress: ({ controller }) => controller.networkInterface.privateIpAddress,
    vaultId: ({ vault }) => vault.vault.id,
  },
};

/** A Slurm cluster over pools of the same ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class SlurmHeadNode extends ConstructComponent<Construct, Outputs> {
  /** The head's virtual machine. */
  public readonly headId: pulumi.Output<string>;
  /** The head's address in the compute subnet. */
  public readonly headAddress: pulumi.Output<string>;
  /** Key vault of the key by which Slurm's daemons trust one another. */
  public readonly vaultId: pulumi.Output<string>;

  constructor(id: string, args: SlurmHeadNodeArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.headId = this.later.headId;
    this.headAddress = this.later.headAddress;
    this.vaultId = this.later.vaultId;
  }
}
