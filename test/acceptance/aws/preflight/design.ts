// A design whose network, keys, file system, buckets and groups exist already: its preflight.sh, on stdout.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { TerraformStack, Testing } from "cdktf";
import { NodeFleet } from "../../../../lib/clouds/aws/fleet/node-fleet";
import { ClusterMonitoring } from "../../../../lib/clouds/aws/monitoring/cluster-monitoring";
import { ClusterNetwork } from "../../../../lib/clouds/aws/network/cluster-network";
import { GpuNodePool } from "../../../../lib/clouds/aws/pools/gpu-node-pool";
import { clusterOfStack } from "../../../../lib/clouds/aws/reading/cluster-of-stack";
import { CheckpointBucket } from "../../../../lib/clouds/aws/storage/buckets/checkpoint-bucket";
import { LustreStorage } from "../../../../lib/clouds/aws/storage/lustre/lustre-storage";
import { SharedHome } from "../../../../lib/clouds/aws/storage/shared-home/shared-home";
import { designOf } from "../../../../lib/review/design";
import { preflightScript } from "../../../../lib/review/report/preflight";

const key = (name: string) => `arn:aws:kms:us-east-2:123456789012:key/${name}`;
const stack = new TerraformStack(Testing.app(), "given");
new AwsProvider(stack, "aws", { region: "us-east-2" });
const network = ClusterNetwork.import(stack, "network", {
  availabilityZone: "us-east-2a",
  vpcId: "vpc-given",
  vpcCidr: "10.20.0.0/16",
  computeSubnetId: "subnet-compute",
  secondSubnetId: "subnet-second",
  privateZoneId: "ZGIVEN",
  privateZoneName: "given.internal",
  s3GatewayEndpoint: true,
  interfaceEndpoints: ["ssm"],
});
const scratch = LustreStorage.import(stack, "scratch", {
  fileSystemId: "fs-0123456789abcdef0",
  mountName: "abcdefgh",
  availabilityZone: "us-east-2a",
  clientSecurityGroupId: "sg-clients",
});
const home = new SharedHome(stack, "home", { network, securityGroupId: "sg-home", kmsKeyArn: key("plain") });
CheckpointBucket.import(stack, "data", { bucketName: "given-data", kmsKeyArn: key("plain") });
const gpu = new GpuNodePool(stack, "gpu", {
  network,
  instanceType: "g6e.12xlarge",
  nodes: { min: 1, max: 4 },
  volumeKmsKeyArn: key("volumes"),
  permissionsBoundaryArn: "arn:aws:iam::123456789012:policy/boundary",
  mounts: [scratch.mount("/fsx"), home.mount("/home")],
});
new NodeFleet(stack, "serve", {
  pool: gpu,
  targetGroupArn: "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/given/0123456789abcdef",
  targetPort: 8000,
});
new ClusterMonitoring(stack, "monitoring", {
  network,
  pools: [gpu],
  kmsKeyArn: key("logs"),
  topicArn: "arn:aws:sns:us-east-2:123456789012:given",
});
process.stdout.write(preflightScript(designOf(clusterOfStack(stack, null).cluster)));
