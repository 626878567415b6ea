// Eight p4d.24xlarge (64 A100) from a reservation, in an existing network, with an existing security group and permissions boundary.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, InfiniBandFabric, NodeFleet, Placement } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "existing-vpc");
new AwsProvider(stack, "aws", { region: "us-west-2" });

const network = ClusterNetwork.import(stack, "network", {
  availabilityZone: "us-west-2b",
  vpcId: "vpc-0123456789abcdef0",
  vpcCidr: "10.20.0.0/16",
  computeSubnetId: "subnet-0123456789abcdef0",
  computeSubnetCidr: "10.20.16.0/24",
  s3GatewayEndpoint: true,
});
const fabric = new InfiniBandFabric(stack, "fabric", { network, securityGroupId: "sg-0123456789abcdef0" });
const a100 = new GpuNodePool(stack, "a100", {
  network,
  fabric,
  instanceType: "p4d.24xlarge",
  nodes: { min: 8, max: 8 },
  capacity: [Capacity.reservation("cr-0123456789abcdef0", { nodes: 8 })],
  // The group that the reservation was made in; a new one could not hold its instances.
  placement: Placement.existing("research-a100"),
  permissionsBoundaryArn: "arn:aws:iam::123456789012:policy/company-boundary",
});
new NodeFleet(stack, "train", { pool: a100 });

app.synth();
