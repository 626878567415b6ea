import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import type { Construct } from "constructs";
import type { IClusterNetwork } from "../network/i-cluster-network";

/** A security group without rules, `<cluster>-<file system>-<id>`, for a file system's servers or its clients. */
export function fileSystemGroup(
  scope: Construct,
  id: string,
  props: { readonly network: IClusterNetwork; readonly name: string },
  description: string,
): SecurityGroup {
  const { network, name } = props;
  return new SecurityGroup(scope, id, {
    name: `${network.clusterName}-${name}-${id}`,
    description,
    vpcId: network.vpcId,
    tags: network.tagsFor(`${name}-${id}`),
  });
}
