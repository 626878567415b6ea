import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { TerraformStack, Testing } from "cdktf";
import { ClusterNetwork } from "../../../lib/clouds/aws/network/cluster-network";
import type { IClusterNetwork } from "../../../lib/clouds/aws/network/i-cluster-network";

/** A stack named `ml` with a network, and its Terraform resources as plain values. */
export function stackWithNetwork(): {
  stack: TerraformStack;
  network: IClusterNetwork;
  resources: (type: string) => Record<string, unknown>[];
} {
  const app = Testing.app();
  const stack = new TerraformStack(app, "ml");
  new AwsProvider(stack, "aws", { region: "us-east-2" });
  const network = ClusterNetwork.import(stack, "network", {
    availabilityZone: "us-east-2a",
    vpcId: "vpc-1",
    vpcCidr: "10.0.0.0/16",
    computeSubnetId: "subnet-1",
    secondSubnetId: "subnet-2",
  });
  return {
    stack,
    network,
    resources: (type) =>
      Object.values((JSON.parse(Testing.synth(stack)).resource?.[type] ?? {}) as Record<string, never>),
  };
}
