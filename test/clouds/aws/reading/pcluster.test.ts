import { stringify } from "yaml";
import { readTextsAsBlueprint } from "../../../../lib/blueprint/load";
import { clusterNameOf } from "../../../../lib/cli/pcluster/pcluster-file";
import {
  importPcluster,
  readPcluster,
  rulesSeenInPcluster,
  wordsOfPcluster,
} from "../../../../lib/clouds/read-pcluster";
import { designOf } from "../../../../lib/review/design";
import { reviewDesign } from "../../../../lib/review/review";
import { rules } from "../../../../lib/review/rules/list";

const H100 = {
  Name: "h100",
  InstanceType: "p5.48xlarge",
  MinCount: 8,
  MaxCount: 8,
  Efa: { Enabled: true },
  CapacityReservationTarget: { CapacityReservationId: "cr-0123456789abcdef0" },
};
const QUEUE = {
  Name: "train",
  CapacityType: "CAPACITY_BLOCK",
  CustomSlurmSettings: { MaxTime: "3-12" },
  HealthChecks: { Gpu: { Enabled: true } },
  ComputeResources: [H100],
};
const HOME = {
  Name: "home",
  MountDir: "/home",
  StorageType: "Efs",
  EfsSettings: { Encrypted: true, DeletionPolicy: "Retain" },
};

function config(queue: object = {}, storage: readonly object[] = [HOME]): Record<string, unknown> {
  return {
    Region: "us-east-2",
    Image: { Os: "ubuntu2204" },
    HeadNode: { InstanceType: "m7i.4xlarge", Networking: { SubnetId: "subnet-0a1b2c3d4e5f60718" } },
    Scheduling: { Scheduler: "slurm", SlurmQueues: [{ ...QUEUE, ...queue }] },
    SharedStorage: storage,
  };
}

function errorsAndWarnings(value: unknown): string[] {
  const { cluster } = readPcluster("c", value)!;
  const { findings } = reviewDesign(designOf(cluster), [], rulesSeenInPcluster(rules), wordsOfPcluster);
  return findings.filter(({ severity }) => severity !== "info").map(({ rule, path, fix }) => `${rule} ${path}: ${fix}`);
}

describe("a configuration of ParallelCluster", () => {
  it("is a cluster: queues with their capacity and EFA, shared storage that every node mounts", () => {
    const { cluster, unread } = readPcluster("c", config())!;
    expect(cluster.region).toBe("us-east-2");
    expect(cluster.pools).toMatchObject([
      {
        name: "train-h100",
        instanceType: "p5.48xlarge",
        nodes: { min: 8, max: 8 },
        capacity: [{ kind: "block", reservationId: "cr-0123456789abcdef0", nodes: 8 }],
        fabric: { name: "efa", devices: 32, gbpsEach: 100 },
        mounts: [{ fileSystem: "home", path: "/home" }],
        nvmeCache: { mountPath: "/scratch" },
      },
    ]);
    expect(cluster.schedulers).toMatchObject([
      {
        kind: "slurm",
        headInstanceType: "m7i.4xlarge",
        suspendMinutes: 10,
        partitions: [{ name: "train", maxTimeMinutes: 5040 }],
      },
    ]);
    expect(unread).toEqual(["Image/Os", "HeadNode/Networking/SubnetId"]);
  });

  it("is judged by what it says alone: a sound one has nothing to change", () => {
    expect(errorsAndWarnings(config())).toEqual([]);
    const seen = rulesSeenInPcluster(rules).map(({ id }) => id);
    for (const hidden of ["head-state-unprotected", "login-open-to-world", "vpc-dns-off", "monitoring-missing"])
      expect(seen).not.toContain(hidden);
  });

  it("has findings in its own keys", () => {
    const lustre = {
      Name: "fsx",
      MountDir: "/fsx",
      StorageType: "FsxLustre",
      FsxLustreSettings: { StorageCapacity: 4000, DeploymentType: "PERSISTENT_2", PerUnitStorageThroughput: 250 },
    };
    const found = errorsAndWarnings({
      ...config({ CapacityType: "SPOT", CustomSlurmSettings: {} }, [{ ...HOME, EfsSettings: {} }, lustre]),
      Imds: { ImdsSupport: "v1.0" },
    });
    expect(found.map((line) => line.split(":")[0])).toEqual(
      expect.arrayContaining([
        "file-system-not-encrypted fileSystems.home.encrypted",
        "lustre-capacity-not-multiple fileSystems.fsx.capacityGiB",
        "imds-v1-allowed pools.train-h100.imdsV2Required",
        "partition-without-time-limit schedulers.slurm.partitions.train.maxTimeMinutes",
        "spot-without-fallback pools.train-h100.capacity",
        "file-system-unprotected fileSystems.fsx.deletionProtected",
      ]),
    );
    expect(found).toContain("imds-v1-allowed pools.train-h100.imdsV2Required: set Imds/ImdsSupport to v2.0");
  });

  it("tells what it does not read: unknown instance types, placeholders of templates, volumes of the head node", () => {
    const value = config({ ComputeResources: [{ Name: "a", InstanceType: "${INSTANCE}" }] }, [
      { Name: "tools", MountDir: "/tools", StorageType: "Ebs" },
    ]);
    const { cluster, unread } = readPcluster("c", { ...value, Region: "${AWS_REGION}" })!;
    expect(cluster).toMatchObject({ region: null, pools: [], fileSystems: [] });
    expect(unread).toEqual(
      expect.arrayContaining([
        "Region is not given",
        "train-a: no instance type is given",
        "SharedStorage of other types",
      ]),
    );
  });

  it("leaves a head without memory for accounting to the default, and says so", () => {
    const small = { ...config({}, []), HeadNode: { InstanceType: "t3.micro" } };
    const { blueprint, notes } = importPcluster("team", small, "us-east-2a")!;
    expect(blueprint.slurm).not.toHaveProperty("instanceType");
    expect(notes).toContain(
      "HeadNode/InstanceType: t3.micro has 1 GiB, too little for accounting; the default is used",
    );
  });

  it("cuts the name of a cluster where a role's name has no room for it next to a pool's", () => {
    const name = "a-cluster-with-a-name-of-40-characters-x";
    const { blueprint } = importPcluster(name, config({ Name: "a-queue-with-a-long-name" }, []), "us-east-2a")!;
    expect(blueprint.name).not.toBe(name);
    expect(`${String(blueprint.name)}-${Object.keys(blueprint.pools as object)[0]}`.length).toBeLessThanOrEqual(64);
  });

  it("leaves a head with accelerators to the default, and says so", () => {
    const { blueprint, notes } = importPcluster(
      "team",
      { ...config(), HeadNode: { InstanceType: "g4dn.xlarge" } },
      "us-east-2a",
    )!;
    expect(blueprint.slurm).not.toHaveProperty("instanceType");
    expect(notes).toContain(
      "HeadNode/InstanceType: g4dn.xlarge has accelerators that no job can use there; the default is used",
    );
  });

  it("brings what a blueprint refuses into the form that it takes, and says what it changed", () => {
    const tools = { ...HOME, Name: "tools", MountDir: "/opt/shared/efs/managed/1" };
    const local = { LocalStorage: { RootVolume: { Size: 25 } } };
    const resource = {
      Name: "a-compute-resource-with-a-name",
      Instances: [{ InstanceType: "c5d.xlarge" }, { InstanceType: "c5.xlarge" }],
    };
    const queue = {
      Name: "a-queue-of-24-characters",
      CapacityType: "ONDEMAND",
      ComputeSettings: local,
      ComputeResources: [resource],
    };
    const { blueprint, notes } = importPcluster("team", config(queue, [tools]), "us-east-2a")!;
    const pool = "a-queue-of-24-characters-a-compute-res-1";
    expect(readTextsAsBlueprint([{ file: "team.yaml", text: stringify(blueprint) }], []).blueprint).toMatchObject({
      fileSystems: { tools: { directory: "/shared/efs/managed/1" } },
      pools: { [pool]: { rootVolumeGiB: 30 } },
      slurm: { partitions: [{ pools: [pool] }] },
    });
    expect((blueprint.pools as Record<string, object>)[pool]).not.toHaveProperty("alternativeTypes");
    expect(notes.slice(0, 3)).toEqual([
      `pools.${pool}: the name of a-queue-of-24-characters-a-compute-resource-with-a-name is cut to 40 characters`,
      "pools.a-queue-of-24-characters-a-compute-resource-with-a-name: c5.xlarge cannot replace c5d.xlarge (0 local NVMe disks, not 1); add a pool of it",
      "pools.a-queue-of-24-characters-a-compute-resource-with-a-name: the root volume of 25 GiB is raised to 30 GiB",
    ]);
  });

  it("keeps the resource group that reservations are given by", () => {
    const groupArn = "arn:aws:resource-groups:us-east-2:111122223333:group/odcr";
    const target = { CapacityReservationTarget: { CapacityReservationResourceGroupArn: groupArn } };
    const { blueprint } = importPcluster(
      "team",
      config({ CapacityType: "ONDEMAND", ComputeResources: [{ ...H100, ...target }] }),
      "us-east-2a",
    )!;
    expect(blueprint.pools).toMatchObject({ "train-h100": { capacity: [{ kind: "reservation-group", groupArn }] } });
  });

  it("says in one sentence why no compute resource is read", () => {
    const why = (value: object) => readPcluster("c", value)!.whyNoNodes;
    expect(why({ ...config(), Scheduling: { Scheduler: "awsbatch" } })).toBe(
      "Scheduling/Scheduler is awsbatch, and only slurm is read",
    );
    expect(why(config({ ComputeResources: [{ Name: "a", InstanceType: "c4.xlarge" }, { Name: "b" }] }))).toBe(
      "train-a: the catalog has no c4.xlarge, train-b: no instance type is given",
    );
    expect(why(config({ ComputeResources: [] }))).toBe("Scheduling/SlurmQueues has no ComputeResources");
  });

  it("names a cluster by its file, in at most 40 characters", () => {
    expect(clusterNameOf(`configs/${"long-name-".repeat(6)}.yaml`)).toBe("long-name-long-name-long-name-long-name");
  });

  it("becomes a blueprint that is read without a problem, with notes on what has no counterpart", () => {
    const existing = {
      Name: "data",
      MountDir: "/data",
      StorageType: "Efs",
      EfsSettings: { FileSystemId: "fs-01234567" },
    };
    const { blueprint, notes } = importPcluster("team", config({}, [HOME, existing]), "us-east-2a")!;
    const { blueprint: read } = readTextsAsBlueprint([{ file: "team.yaml", text: stringify(blueprint) }], []);
    expect(read).toMatchObject({
      name: "team",
      fileSystems: { home: { kind: "efs" } },
      pools: { "train-h100": { nodes: { min: 8, max: 8 }, mounts: [{ fileSystem: "home", path: "/home" }] } },
      slurm: {
        instanceType: "m7i.4xlarge",
        partitions: [{ name: "train", pools: ["train-h100"], maxTimeMinutes: 5040 }],
      },
    });
    expect(notes).toEqual([
      "SharedStorage data at /data: fs-01234567 exists; mount it as kind: nfs, or create a new file system",
      "Image/Os",
      "HeadNode/Networking/SubnetId",
    ]);
  });

  it.each([
    ["configs/training.yaml", "training"],
    ["My Cluster-2.YML", "my-cluster-2"],
    ["c.yaml", "pcluster"],
    ["2.yaml", "pcluster"],
  ])("has the name of its file %s as a blueprint takes it: %s", (path, name) => {
    expect(clusterNameOf(path)).toBe(name);
  });

  it("is nothing else", () => {
    for (const other of [
      null,
      [],
      "text",
      { apiVersion: "warpform/v1" },
      { HeadNode: {} },
      { HeadNode: [], Scheduling: [] },
    ])
      expect(readPcluster("c", other)).toBeUndefined();
  });
});
