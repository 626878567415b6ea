import { TerraformProvider, TerraformStack, Token } from "cdktf";
import { checkTree } from "../../common/tree-problems";
import { regionOf } from "../shared/names";
import type { IClusterNetwork } from "./i-cluster-network";

/**
 * At synth, refuses a network whose zone is not in the region of the stack's provider: EC2 would, half way through the apply. A stack
 * with several AWS providers says elsewhere which resources are whose.
 */
export function checkProviderRegion(network: IClusterNetwork): void {
  checkTree(network, () => {
    const providers = TerraformStack.of(network)
      .node.findAll()
      .filter((child): child is TerraformProvider => TerraformProvider.isTerraformProvider(child))
      .filter(({ terraformResourceType }) => terraformResourceType === "aws");
    const region = providers.length === 1 ? (providers[0] as { region?: unknown }).region : undefined;
    const own = regionOf(network.availabilityZone);
    if (typeof region !== "string" || Token.isUnresolved(region) || region === own) return [];
    return [
      `availabilityZone ${network.availabilityZone} is in ${own}, and the stack's AwsProvider in ${region}; give both one region`,
    ];
  });
}
