import { defineFabric, describeFabric } from "../../../lib/clouds/aws/fabric/define-fabric";
import { defineFleet, describeFleet } from "../../../lib/clouds/aws/fleet/define-fleet";
import { ClusterMonitoring } from "../../../lib/clouds/aws/monitoring/cluster-monitoring";
import { defineImportedNetwork, defineNetwork, describeNetwork } from "../../../lib/clouds/aws/network/define-network";
import { GpuNodePool } from "../../../lib/clouds/aws/pools/gpu-node-pool";
import { CheckpointBucket } from "../../../lib/clouds/aws/storage/buckets/checkpoint-bucket";
import { defineBucket, describeBucket } from "../../../lib/clouds/aws/storage/buckets/define-bucket";
import { defineLustre, describeLustre } from "../../../lib/clouds/aws/storage/lustre/define-lustre";
import { LustreStorage } from "../../../lib/clouds/aws/storage/lustre/lustre-storage";
import { defineEfs, describeEfs } from "../../../lib/clouds/aws/storage/shared-home/define-efs";
import { defineOpenZfs } from "../../../lib/clouds/aws/storage/shared-home/define-openzfs";
import { testNetwork, testStack } from "./synthesized";

const place = { path: "test/it", id: "it" };
const network = () => testNetwork(testStack());

describe("defineNetwork", () => {
  const define = (props: Partial<Parameters<typeof defineNetwork>[0]> = {}) =>
    defineNetwork({ availabilityZone: "us-east-2b", ...props }, { path: "ml/network", stackId: "ml" });

  it("derives names, zones and blocks, and says from what", () => {
    const { clusterName, secondAvailabilityZone, computeSubnetCidr, privateZoneName, origins } = define();
    expect([clusterName, secondAvailabilityZone, computeSubnetCidr, privateZoneName]).toEqual([
      "ml",
      "us-east-2a",
      "10.0.0.0/17",
      "ml.internal",
    ]);
    expect(origins.secondAvailabilityZone).toEqual({ kind: "derived", from: ["availabilityZone"] });
    expect(origins.vpcCidr).toEqual({ kind: "default" });
  });

  it("has the private services by endpoint where nothing else leads out, and no NAT gateway", () => {
    const closed = define({ egress: "endpoints-only" });
    expect(closed.interfaceEndpoints).toContain("ssm");
    expect(describeNetwork(closed).natGateways).toBe(0);
  });

  it("knows no addresses of an imported subnet whose block is not told", () => {
    const attributes = {
      availabilityZone: "us-east-2a",
      vpcId: "vpc-1",
      vpcCidr: "10.0.0.0/16",
      computeSubnetId: "subnet-1",
    };
    const imported = defineImportedNetwork(attributes, { path: "ml/network", stackId: "ml" });
    expect([imported.usableAddresses, imported.existing, imported.flowLogs]).toEqual([null, true, false]);
  });
});

describe("defineFabric", () => {
  it("claims nothing of a security group that was there", () => {
    const given = defineFabric({ network: network(), securityGroupId: "sg-0123456789abcdef0" }, place);
    expect(describeFabric(given)).toMatchObject({ aws: { selfIngress: null, givenGroupId: "sg-0123456789abcdef0" } });
    expect(describeFabric(defineFabric({ network: network() }, place)).aws!.selfEgress).toBe(true);
  });
});

describe("defineFleet", () => {
  const pool = (nodes: { min: number; max: number }) => {
    const stack = testStack();
    return new GpuNodePool(stack, "gpu", { network: testNetwork(stack), instanceType: "g6e.12xlarge", nodes });
  };

  it("starts all nodes where nothing would ever ask for one, and the fewest where something scales", () => {
    expect(defineFleet({ pool: pool({ min: 0, max: 4 }) }, place).size).toBe(4);
    const scaled = defineFleet({ pool: pool({ min: 0, max: 4 }), targetGpuUtilizationPercent: 70 }, place);
    expect([scaled.size, describeFleet(scaled)]).toEqual([0, expect.objectContaining({ scaling: "target-tracking" })]);
  });

  it("starts nothing: the pool has nobody yet", () => {
    const given = pool({ min: 1, max: 2 });
    defineFleet({ pool: given }, place);
    expect(given.describe().adoptedBy).toBeNull();
  });
});

describe("the definitions of storage", () => {
  it("say never by null where a prop says it by 0", () => {
    const bucket = defineBucket({ network: network(), archiveAfterDays: 0 }, place);
    expect([bucket.infrequentAccessAfterDays, bucket.archiveAfterDays]).toEqual([30, null]);
    expect(bucket.origins.archiveAfterDays).toEqual({ kind: "given" });
    expect(defineEfs({ network: network(), infrequentAccessAfterDays: 0 }, place).infrequentAccessAfterDays).toBeNull();
  });

  it("are what the constructs say they are", () => {
    const stack = testStack();
    const bucket = new CheckpointBucket(stack, "data", { network: testNetwork(stack), deletionProtected: false });
    expect(describeBucket(bucket.definition, false).deletionProtected).toBe(false);
    const efs = defineEfs({ network: network(), backups: false }, place);
    expect([efs.backupRetentionDays, describeEfs(efs).backupRetentionDays]).toEqual([0, 0]);
  });

  it("describe Lustre without a cache as Lustre with none of a given size", () => {
    const of = (readCacheGiB: number) =>
      describeLustre(
        defineLustre({ network: network(), storageType: "INTELLIGENT_TIERING", readCacheGiB }, place),
        "us-east-2a",
        false,
      ).readCacheGiB;
    expect([of(0), of(1024)]).toEqual([null, 1024]);
  });

  it("derive OpenZFS's throughput from its deployment type", () => {
    const { throughputMBps, origins } = defineOpenZfs({ network: network(), capacityGiB: 512 }, place);
    expect([throughputMBps, origins.throughputMBps]).toEqual([160, { kind: "derived", from: ["deploymentType"] }]);
  });
});

describe("defineMonitoring", () => {
  it("names the very alarms that are made", () => {
    const stack = testStack();
    const made = testNetwork(stack);
    const scratch = new LustreStorage(stack, "scratch", { network: made, capacityTiB: 4.8 });
    const elastic = new LustreStorage(stack, "elastic", { network: made, storageType: "INTELLIGENT_TIERING" });
    const pool = { name: "gpu", boot: { add: () => {} }, grant: () => {} };
    for (const [id, props] of Object.entries({
      usual: {},
      quiet: { idleGpuMinutes: 0, maxGpuTemperatureCelsius: 0, lustreFullPercent: 0 },
    })) {
      const fileSystems = [scratch, elastic];
      const monitoring = new ClusterMonitoring(stack, id, { network: made, pools: [pool], fileSystems, ...props });
      expect(monitoring.definition.alarms).toEqual(monitoring.alarms.alarms.map(({ node }) => node.id));
    }
  });
});
