import { defineLustre } from "../../../../../lib/clouds/aws/storage/lustre/define-lustre";
import type { LustreStorageProps } from "../../../../../lib/clouds/aws/storage/lustre/lustre-storage-props";
import { testNetwork, testStack } from "../../synthesized";

const withProps = (props: Partial<LustreStorageProps>) =>
  defineLustre({ network: testNetwork(testStack()), ...props }, { path: "test/scratch", id: "scratch" });

describe("defineLustre", () => {
  it("fills in what an SSD file system is unless told otherwise", () => {
    expect(withProps({ capacityTiB: 1.2 })).toMatchObject({
      deploymentType: "PERSISTENT_2",
      storageType: "SSD",
      capacityGiB: 1200,
      throughputPerTiB: 125,
      throughputMBps: null,
      metadataIops: null,
      compression: true,
      backupRetentionDays: 7,
      origins: {
        capacityGiB: { kind: "derived", from: ["capacityTiB"] },
        storageType: { kind: "default" },
      },
    });
  });

  it("provisions metadata and throughput of Intelligent-Tiering, which has no automatic mode", () => {
    expect(withProps({ storageType: "INTELLIGENT_TIERING" })).toMatchObject({
      capacityGiB: null,
      throughputMBps: 4000,
      readCacheGiB: "proportional",
      metadataIops: 6000,
      compression: false,
      backupRetentionDays: 0,
      origins: { storageType: { kind: "given" }, metadataIops: { kind: "derived", from: ["storageType"] } },
    });
  });

  it("has the read cache of HDD, and no backups of scratch", () => {
    const hdd = { deploymentType: "PERSISTENT_1", storageType: "HDD", throughputPerTiB: 12, capacityTiB: 6 } as const;
    expect(withProps(hdd)).toMatchObject({ hddReadCache: true, readCacheGiB: null });
    expect(withProps({ deploymentType: "SCRATCH_2", capacityTiB: 1.2 })).toMatchObject({
      persistent: false,
      backupRetentionDays: 0,
      throughputPerTiB: null,
    });
  });
});
