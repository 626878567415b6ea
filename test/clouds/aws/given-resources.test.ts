import { TerraformVariable, Testing } from "cdktf";
import { NodeFleet } from "../../../lib/clouds/aws/fleet/node-fleet";
import { ClusterMonitoring } from "../../../lib/clouds/aws/monitoring/cluster-monitoring";
import { ClusterNetwork } from "../../../lib/clouds/aws/network/cluster-network";
import { GpuNodePool } from "../../../lib/clouds/aws/pools/gpu-node-pool";
import { CheckpointBucket } from "../../../lib/clouds/aws/storage/buckets/checkpoint-bucket";
import { LustreStorage } from "../../../lib/clouds/aws/storage/lustre/lustre-storage";
import { SharedHome } from "../../../lib/clouds/aws/storage/shared-home/shared-home";
import { clusterModel } from "../../../lib/clouds/common/cluster-model";
import { designOf } from "../../../lib/review/design";
import { preflightScript } from "../../../lib/review/report/preflight";
import { reviewDesign } from "../../../lib/review/review";
import { testStack } from "./synthesized";

const KEY = "arn:aws:kms:us-east-2:123456789012:key/a";
const LITERAL = {
  vpcId: "vpc-1",
  computeSubnetId: "subnet-1",
  secondSubnetId: "subnet-2",
  privateZoneId: "Z1",
  fileSystemId: "fs-0123456789abcdef0",
  mountName: "fsx",
  bucketName: "data",
  kmsKeyArn: KEY,
  boundary: "arn:aws:iam::123456789012:policy/boundary",
  topicArn: "arn:aws:sns:us-east-2:123456789012:alarms",
  group: "sg-1",
};
type Ids = typeof LITERAL;

/** Everything that can be given, by ids that are literal or known to Terraform alone. */
function given(of: (id: keyof Ids, stack: ReturnType<typeof testStack>) => string) {
  const stack = testStack();
  const id = Object.fromEntries(
    Object.keys(LITERAL).map((name) => [name, of(name as keyof Ids, stack)]),
  ) as unknown as Ids;
  const network = ClusterNetwork.import(stack, "network", {
    availabilityZone: "us-east-2a",
    vpcId: id.vpcId,
    vpcCidr: "10.0.0.0/16",
    computeSubnetId: id.computeSubnetId,
    secondSubnetId: id.secondSubnetId,
    privateZoneId: id.privateZoneId,
    privateZoneName: "test.internal",
  });
  const scratch = LustreStorage.import(stack, "scratch", {
    fileSystemId: id.fileSystemId,
    mountName: id.mountName,
    availabilityZone: "us-east-2a",
    clientSecurityGroupId: id.group,
  });
  const home = new SharedHome(stack, "home", { network, securityGroupId: id.group, kmsKeyArn: id.kmsKeyArn });
  CheckpointBucket.import(stack, "data", { bucketName: id.bucketName, kmsKeyArn: id.kmsKeyArn });
  const pool = new GpuNodePool(stack, "gpu", {
    network,
    instanceType: "g6e.12xlarge",
    nodes: { min: 1, max: 4 },
    volumeKmsKeyArn: id.kmsKeyArn,
    permissionsBoundaryArn: id.boundary,
    mounts: [scratch.mount("/fsx"), home.mount("/home")],
  });
  new NodeFleet(stack, "fleet", { pool });
  new ClusterMonitoring(stack, "monitoring", {
    network,
    pools: [pool],
    kmsKeyArn: id.kmsKeyArn,
    topicArn: id.topicArn,
  });
  return stack;
}

const PATHS = [
  "networks.test.vpcId",
  "networks.test.computeSubnetId",
  "networks.test.secondSubnetId",
  "networks.test.privateZoneId",
  "fileSystems.scratch.fileSystemId",
  "fileSystems.scratch.clientSecurityGroupId",
  "fileSystems.home.kmsKeyArn",
  "fileSystems.home.securityGroupId",
  "buckets.data.bucketName",
  "buckets.data.kmsKeyArn",
  "pools.gpu.volumeKmsKeyArn",
  "pools.gpu.permissionsBoundaryArn",
  "monitoring.monitoring.topicArn",
  "monitoring.monitoring.kmsKeyArn",
];

describe("resources that exist already", () => {
  it("are in the model by prop, with what the design takes of them", () => {
    const { given: found = [] } = clusterModel(given((id) => LITERAL[id]));
    expect(found.map(({ path }) => path)).toEqual(PATHS);
    const of = (path: string) => found.find((one) => one.path === path);
    expect(of("networks.test.vpcId")).toMatchObject({ id: "vpc-1", expects: { cidr: "10.0.0.0/16" } });
    expect(of("fileSystems.scratch.fileSystemId")!.expects).toEqual({ mountName: "fsx" });
    expect(of("pools.gpu.volumeKmsKeyArn")!.allows).toEqual(["AWSServiceRoleForAutoScaling"]);
    expect(of("monitoring.monitoring.kmsKeyArn")!.allows).toContain("logs.us-east-2.amazonaws.com");
    expect(of("fileSystems.home.kmsKeyArn")!.allows).toBeUndefined();
  });

  it("are read by preflight.sh, each once, with what all its users take", () => {
    const script = preflightScript(designOf(clusterModel(given((id) => LITERAL[id]))));
    expect(script).toContain("subnet 'subnet-1' 'networks.test.computeSubnetId' 'vpc-1' 'us-east-2a' '1'\n");
    expect(script).toContain("lustre 'fs-0123456789abcdef0' 'fileSystems.scratch.fileSystemId' 'fsx' 'PERSISTENT_2'\n");
    expect(script.match(/^kms_key '.*$/gm)).toEqual([
      `kms_key '${KEY}' 'fileSystems.home.kmsKeyArn' 'AWSServiceRoleForAutoScaling' 'logs.us-east-2.amazonaws.com' 'cloudwatch.amazonaws.com' 'budgets.amazonaws.com'`,
    ]);
    expect(script).not.toContain("target_group");
  });

  it("may be known to Terraform alone, which the review says and the script leaves out", () => {
    const stack = given((id, of) => new TerraformVariable(of, id, { type: "string" }).stringValue);
    const cluster = clusterModel(stack);
    expect(cluster.given!.map(({ path, id }) => [path, id])).toEqual(PATHS.map((path) => [path, null]));
    expect(preflightScript(designOf(cluster))).not.toMatch(/^(vpc|subnet|kms_key|lustre|bucket) /m);
    const asked = reviewDesign(designOf(cluster)).findings.filter(
      ({ rule }) => rule === "existing-resource-unconfirmed",
    );
    expect(asked.map(({ path }) => path).sort()).toEqual([...PATHS].sort());
    expect(() => Testing.synth(stack, true)).not.toThrow();
  });
});
