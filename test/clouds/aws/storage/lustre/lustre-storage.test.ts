import { Token } from "cdktf";
import { InfiniBandFabric } from "../../../../../lib/clouds/aws/fabric/infiniband-fabric";
import { CheckpointBucket } from "../../../../../lib/clouds/aws/storage/buckets/checkpoint-bucket";
import { LustreStorage } from "../../../../../lib/clouds/aws/storage/lustre/lustre-storage";
import type { LustreStorageProps } from "../../../../../lib/clouds/aws/storage/lustre/lustre-storage-props";
import { clusterModel } from "../../../../../lib/clouds/common/cluster-model";
import { stackWithNetwork } from "../../stack-with-network";
import { messageOf } from "../../synthesized";

type Props = Omit<LustreStorageProps, "network">;

function build(props: Props) {
  const made = stackWithNetwork();
  return { ...made, storage: new LustreStorage(made.stack, "scratch", { network: made.network, ...props }) };
}

function fileSystem(props: Props): Record<string, unknown> {
  return build(props).resources("aws_fsx_lustre_file_system")[0]!;
}

describe("LustreStorage", () => {
  it("is PERSISTENT_2 on SSD by default, compressed, backed up, encrypted with its own key and protected", () => {
    expect(fileSystem({ capacityTiB: 48, throughputPerTiB: 250 })).toMatchObject({
      deployment_type: "PERSISTENT_2",
      storage_type: "SSD",
      storage_capacity: 48000,
      per_unit_storage_throughput: 250,
      file_system_type_version: "2.15",
      data_compression_type: "LZ4",
      automatic_backup_retention_days: 7,
      skip_final_backup: false,
      metadata_configuration: { mode: "AUTOMATIC" },
      subnet_ids: ["subnet-1"],
      kms_key_id: expect.stringContaining("aws_kms_key"),
      lifecycle: { ignore_changes: ["copy_tags_to_backups"], prevent_destroy: true },
    });
  });

  it("keeps the file system where a bucket is linked or backups end, which copy_tags_to_backups follows", () => {
    const { stack, network, resources } = stackWithNetwork();
    const bucket = new CheckpointBucket(stack, "data", { network });
    const props = { network, capacityTiB: 4.8 };
    new LustreStorage(stack, "plain", props);
    new LustreStorage(stack, "linked", { ...props, importFrom: bucket });
    new LustreStorage(stack, "unsaved", { ...props, backupRetentionDays: 0 });
    const made = resources("aws_fsx_lustre_file_system");
    expect(made.filter(({ copy_tags_to_backups }) => copy_tags_to_backups)).toHaveLength(1);
    for (const { lifecycle } of made) expect(lifecycle).toMatchObject({ ignore_changes: ["copy_tags_to_backups"] });
  });

  it("makes root an unprivileged user where it is told to, and leaves it alone with 0:0 and without a Slurm head", () => {
    const squash = (props: Partial<Props>) => fileSystem({ capacityTiB: 1.2, ...props }).root_squash_configuration;
    expect(squash({})).toBeUndefined();
    expect(squash({ rootSquash: "0:0" })).toEqual({ root_squash: "0:0", no_squash_nids: [] });
    const noSquashNids = ["10.0.1.6@tcp"];
    const wanted = { root_squash: "65534:65534", no_squash_nids: noSquashNids };
    expect(squash({ noSquashNids })).toEqual(wanted);
    expect(squash({ rootSquash: "65534:65534", noSquashNids })).toEqual(wanted);
  });

  it("takes the lowest throughput of the tier by default", () => {
    expect(fileSystem({ capacityTiB: 1.2 })).toMatchObject({ per_unit_storage_throughput: 125 });
    expect(fileSystem({ capacityTiB: 6, deploymentType: "PERSISTENT_1", storageType: "HDD" })).toMatchObject({
      per_unit_storage_throughput: 12,
      drive_cache_type: "READ",
    });
  });

  it("sets neither throughput, key nor backups for scratch", () => {
    const scratch = fileSystem({ capacityTiB: 1.2, deploymentType: "SCRATCH_2" });
    expect(scratch).toMatchObject({ deployment_type: "SCRATCH_2", skip_final_backup: true });
    for (const attribute of [
      "per_unit_storage_throughput",
      "kms_key_id",
      "automatic_backup_retention_days",
      "metadata_configuration",
    ])
      expect(scratch).not.toHaveProperty(attribute);
  });

  it("buys whole throughput and no capacity for INTELLIGENT_TIERING", () => {
    const elastic = fileSystem({ storageType: "INTELLIGENT_TIERING", throughputMBps: 8000, readCacheGiB: 64 });
    expect(elastic).toMatchObject({
      storage_type: "INTELLIGENT_TIERING",
      throughput_capacity: 8000,
      data_read_cache_configuration: { sizing_mode: "USER_PROVISIONED", size: 64 },
      metadata_configuration: { mode: "USER_PROVISIONED", iops: 6000 },
    });
    expect(elastic).not.toHaveProperty("storage_capacity");
  });

  it("speaks EFA where a fabric is given, with a metadata configuration and open groups", () => {
    const made = stackWithNetwork();
    const fabric = new InfiniBandFabric(made.stack, "fabric", { network: made.network });
    const storage = new LustreStorage(made.stack, "scratch", {
      network: made.network,
      capacityTiB: 38.4,
      throughputPerTiB: 250,
      fabric,
    });
    storage.mount("/fsx");
    expect(made.resources("aws_fsx_lustre_file_system")[0]).toMatchObject({
      efa_enabled: true,
      metadata_configuration: { mode: "AUTOMATIC" },
    });
    for (const type of ["aws_vpc_security_group_ingress_rule", "aws_vpc_security_group_egress_rule"]) {
      const pairs = made.resources(type).map((rule) => {
        const name = (reference: unknown) =>
          /aws_security_group\.([a-z]+(?:_security-groups_[a-z]+)?)/.exec(String(reference))?.[1];
        return [name(rule.security_group_id), name(rule.referenced_security_group_id), rule.ip_protocol];
      });
      expect(pairs).toEqual(
        expect.arrayContaining([
          ["scratch_security-groups_servers", "scratch_security-groups_servers", "-1"],
          ["scratch_security-groups_servers", "scratch_security-groups_clients", "-1"],
          ["scratch_security-groups_clients", "scratch_security-groups_servers", "-1"],
          ["scratch_security-groups_servers", "fabric", "-1"],
        ]),
      );
    }
  });

  it("opens TCP 988 and 1018 to 1023 both ways between servers and clients", () => {
    const { storage, resources } = build({ capacityTiB: 1.2 });
    storage.mount("/fsx");
    for (const type of ["aws_vpc_security_group_ingress_rule", "aws_vpc_security_group_egress_rule"]) {
      const ranges = resources(type).map((rule) => `${rule.ip_protocol} ${rule.from_port}-${rule.to_port}`);
      expect(ranges.sort()).toEqual([...Array(3).fill("tcp 1018-1023"), ...Array(3).fill("tcp 988-988")]);
    }
  });

  it("is made after the rules that FSx checks at creation", () => {
    expect(fileSystem({ capacityTiB: 1.2 }).depends_on).toEqual([
      expect.stringMatching(/^aws_vpc_security_group_ingress_rule\.scratch_security-groups_servers-in-0/),
      expect.stringMatching(/^aws_vpc_security_group_egress_rule\.scratch_security-groups_servers-out-0/),
      expect.stringMatching(/^aws_vpc_security_group_ingress_rule\.scratch_security-groups_servers-in-1/),
      expect.stringMatching(/^aws_vpc_security_group_egress_rule\.scratch_security-groups_servers-out-1/),
    ]);
  });

  it("links directories to buckets without backups", () => {
    const made = stackWithNetwork();
    const bucket = CheckpointBucket.import(made.stack, "data", { bucketName: "my-data" });
    new LustreStorage(made.stack, "scratch", {
      network: made.network,
      capacityTiB: 2.4,
      dataRepositories: [
        { bucket, prefix: "imagenet/", path: "/imagenet" },
        { bucket, prefix: "runs/", path: "/runs", autoImport: [], autoExport: ["NEW", "CHANGED"] },
      ],
    });
    expect(made.resources("aws_fsx_lustre_file_system")[0]).toMatchObject({
      automatic_backup_retention_days: 0,
      skip_final_backup: true,
    });
    expect(made.resources("aws_fsx_data_repository_association")).toMatchObject([
      {
        data_repository_path: "s3://my-data/imagenet",
        file_system_path: "/imagenet",
        s3: { auto_import_policy: { events: ["NEW", "CHANGED", "DELETED"] } },
      },
      {
        data_repository_path: "s3://my-data/runs",
        file_system_path: "/runs",
        s3: { auto_export_policy: { events: ["NEW", "CHANGED"] } },
      },
    ]);
  });

  it("describes itself for sizing and review", () => {
    const { stack } = build({ capacityTiB: 48, throughputPerTiB: 250 });
    expect(clusterModel(stack).fileSystems).toEqual([
      {
        name: "scratch",
        kind: "lustre",
        capacityGiB: 48000,
        deploymentType: "PERSISTENT_2",
        storageType: "SSD",
        throughputPerTiB: 250,
        overFabric: false,
        metadataIops: null,
        readCacheGiB: null,
        throughputMBps: null,
        compression: true,
        encrypted: true,
        rootSquashed: false,
        deletionProtected: true,
        backupRetentionDays: 7,
        dataRepositories: [],
        availabilityZones: ["us-east-2a"],
        existing: false,
      },
    ]);
  });

  it("mounts with the client's group, once for reading and writing and once for reading", () => {
    const { storage } = build({ capacityTiB: 1.2 });
    const mount = storage.mount("/fsx");
    expect(mount).toMatchObject({
      fileSystem: "scratch",
      path: "/fsx",
      readOnly: false,
      availabilityZones: ["us-east-2a"],
    });
    expect(mount.clientSecurityGroupId).toBeDefined();
    expect(mount.bootStep.text).toContain("ACCESS='rw'");
    expect(mount.clientSteps?.map(({ name }) => name)).toEqual(["lustre-client"]);
    expect(storage.mount("/data", { readOnly: true }).bootStep.text).toContain("ACCESS='ro'");
  });

  it("mounts an existing file system by its DNS name", () => {
    const { stack, resources } = stackWithNetwork();
    const old = LustreStorage.import(stack, "old", {
      fileSystemId: "fs-0123456789abcdef0",
      mountName: "abcdefgh",
      availabilityZone: "us-east-2a",
      efaEnabled: true,
    });
    const mount = old.mount("/fsx");
    expect(mount.bootStep.text).toContain("SOURCE='fs-0123456789abcdef0.fsx.us-east-2.amazonaws.com@tcp:/abcdefgh'");
    expect(mount.clientSteps?.map(({ name }) => name)).toEqual(["lustre-client", "lustre-efa"]);
    expect(resources("aws_fsx_lustre_file_system")).toEqual([]);
  });

  const one = (message: string) => `LustreStorage "ml/scratch": ${message}`;
  it.each<[string, Props, string]>([
    [
      "a capacity off the step",
      { capacityTiB: 50 },
      "capacityTiB must be 1.2 or a multiple of 2.4 for PERSISTENT_2 SSD at 125 MB/s/TiB, got 50; use 48 or 50.4",
    ],
    [
      "a capacity that only plain Lustre has, with EFA",
      { capacityTiB: 48, throughputPerTiB: 250, efaEnabled: true },
      "capacityTiB must be a multiple of 19.2 for PERSISTENT_2 SSD at 250 MB/s/TiB with EFA, got 48; use 38.4 or 57.6",
    ],
    [
      "more than FSx's API takes",
      { capacityTiB: 2_400_000_000 },
      "capacityTiB must be 1.2 or a multiple of 2.4 for PERSISTENT_2 SSD at 125 MB/s/TiB, at most 2147483.647, got 2400000000; use 2147481.6",
    ],
    ["no capacity", {}, "capacityTiB is required for SSD; give 1.2 or a multiple of 2.4"],
    [
      "a negative capacity",
      { capacityTiB: -2.4 },
      "capacityTiB must be 1.2 or a multiple of 2.4 for PERSISTENT_2 SSD at 125 MB/s/TiB, got -2.4; use 1.2",
    ],
    [
      "a capacity that is only known to Terraform",
      { capacityTiB: Token.asNumber("${var.capacity}") },
      "capacityTiB must be known at synth, since it is checked against FSx's steps; write it as a number",
    ],
    [
      "a capacity for elastic storage",
      { capacityTiB: 48, storageType: "INTELLIGENT_TIERING" },
      "capacityTiB cannot be set for INTELLIGENT_TIERING, which grows with its content, got 48; leave it out",
    ],
    [
      "a throughput between two tiers",
      { capacityTiB: 2.4, throughputPerTiB: 300 },
      "throughputPerTiB must be 125, 250, 500 or 1000 MB/s/TiB for PERSISTENT_2 SSD, got 300; use 250 or 500",
    ],
    [
      "a throughput for scratch",
      { capacityTiB: 2.4, throughputPerTiB: 200, deploymentType: "SCRATCH_2" },
      "throughputPerTiB cannot be set for SCRATCH_2 SSD, got 200; leave it out",
    ],
    [
      "a throughput per TiB for elastic storage",
      { throughputPerTiB: 250, storageType: "INTELLIGENT_TIERING" },
      "throughputPerTiB cannot be set for PERSISTENT_2 INTELLIGENT_TIERING, got 250; use throughputMBps",
    ],
    [
      "an unknown deployment type",
      { capacityTiB: 2.4, deploymentType: "PERSISTENT_3" as never },
      'deploymentType must be "PERSISTENT_2", "PERSISTENT_1", "SCRATCH_2" or "SCRATCH_1", got "PERSISTENT_3"; use "PERSISTENT_1"',
    ],
    [
      "HDD where there is none",
      { capacityTiB: 2.4, storageType: "HDD" },
      'storageType must be SSD or INTELLIGENT_TIERING for PERSISTENT_2, got "HDD"; use SSD',
    ],
    [
      "EFA on PERSISTENT_1",
      { capacityTiB: 2.4, deploymentType: "PERSISTENT_1", efaEnabled: true },
      "efaEnabled needs deploymentType PERSISTENT_2, the only type that supports EFA, got PERSISTENT_1; use PERSISTENT_2 or omit efaEnabled",
    ],
    [
      "EFA without metadata",
      { capacityTiB: 38.4, efaEnabled: true, metadataIops: 0 },
      "metadataIops must be one of 1500, 3000, 6000, 12000, 24000, 36000, 48000, 60000, 72000, 84000, 96000, 108000, 120000, 132000, 144000, 156000, 168000, 180000, 192000 for PERSISTENT_2 SSD, and EFA requires a metadata configuration, got 0; use 1500",
    ],
    [
      "metadata operations on PERSISTENT_1",
      { capacityTiB: 2.4, deploymentType: "PERSISTENT_1", metadataIops: 1500 },
      "metadataIops can be set for PERSISTENT_2 only, got 1500 with PERSISTENT_1; leave it out",
    ],
    [
      "elastic throughput off the step",
      { storageType: "INTELLIGENT_TIERING", throughputMBps: 5000 },
      "throughputMBps must be a multiple of 4000 up to 2000000 for INTELLIGENT_TIERING, got 5000; use 8000",
    ],
    [
      "a read cache too small for the throughput",
      { storageType: "INTELLIGENT_TIERING", throughputMBps: 8000, readCacheGiB: 63 },
      "readCacheGiB must be 0 or a whole number from 64 to 262144 at 8000 MB/s, got 63; use 64",
    ],
    [
      "a read cache on SSD",
      { capacityTiB: 2.4, readCacheGiB: 64 },
      "readCacheGiB is for storageType INTELLIGENT_TIERING only, got 64 with SSD; use hddReadCache for HDD",
    ],
    [
      "backups of scratch",
      { capacityTiB: 2.4, deploymentType: "SCRATCH_2", backupRetentionDays: 7 },
      "backupRetentionDays must be 0 for SCRATCH_2, which has no backups, got 7; use 0 or PERSISTENT_2",
    ],
    [
      "backups beyond 90 days",
      { capacityTiB: 2.4, backupRetentionDays: 91 },
      "backupRetentionDays must be a whole number of days from 0 to 90, got 91; use 90",
    ],
    [
      "a key for scratch",
      { capacityTiB: 2.4, deploymentType: "SCRATCH_1", kmsKeyArn: "arn:aws:kms:us-east-2:123456789012:key/a" },
      "kmsKeyArn cannot be set for SCRATCH_1, which FSx encrypts with its own key; leave it out or use PERSISTENT_2",
    ],
    [
      "a root squash in words",
      { capacityTiB: 2.4, rootSquash: "nobody" },
      'rootSquash must be a user and a group number, such as "65534:65534", got "nobody"',
    ],
    [
      "exceptions to no root squash",
      { capacityTiB: 2.4, rootSquash: "0:0", noSquashNids: ["10.0.1.6@tcp"] },
      'noSquashNids are exceptions to root squash, which rootSquash "0:0" turns off; leave one out',
    ],
    [
      "a client address without its network",
      { capacityTiB: 2.4, rootSquash: "65534:65534", noSquashNids: ["10.0.1.6"] },
      'noSquashNids[0] must be an address or range on tcp, such as "10.0.1.6@tcp", got "10.0.1.6"',
    ],
    [
      "a maintenance window on day 8",
      { capacityTiB: 2.4, weeklyMaintenance: "8:03:00" },
      'weeklyMaintenance must be day (1 is Monday), hour and minute in UTC, such as "7:03:00", got "8:03:00"',
    ],
  ])("refuses %s", (_, props, message) => {
    expect(messageOf(() => build(props))).toBe(one(message));
  });

  it("takes the last capacities and refuses nothing else on the boundary of EFA", () => {
    for (const [throughputPerTiB, capacityTiB] of [
      [125, 38.4],
      [250, 19.2],
      [500, 9.6],
      [1000, 4.8],
    ] as const)
      expect(fileSystem({ throughputPerTiB, capacityTiB, efaEnabled: true })).toMatchObject({ efa_enabled: true });
  });

  it.each([
    ["the whole bucket and a part", undefined, "a/", '"" at "/x" and "a/" at "/y"'],
    ["one prefix twice", "a", "a/", '"a/" at "/x" and "a/" at "/y"'],
    ["a prefix and one below it", "a/", "a/b/", '"a/" at "/x" and "a/b/" at "/y"'],
  ])("refuses two data repositories on %s", (_what, first, second, shown) => {
    const { stack, network } = stackWithNetwork();
    const bucket = CheckpointBucket.import(stack, "data", { bucketName: "my-data" });
    const again = CheckpointBucket.import(stack, "again", { bucketName: "my-data" });
    const dataRepositories = [
      { bucket, path: "/x", ...(first === undefined ? {} : { prefix: first }) },
      { bucket: again, path: "/y", prefix: second },
    ];
    expect(
      messageOf(() => new LustreStorage(stack, "scratch", { network, capacityTiB: 2.4, dataRepositories })),
    ).toContain(
      `dataRepositories must not share keys of a bucket, got the prefixes ${shown} of again; use prefixes that do not contain each other`,
    );
  });

  it("takes prefixes side by side, also where one begins like the other", () => {
    const { stack, network } = stackWithNetwork();
    const bucket = CheckpointBucket.import(stack, "data", { bucketName: "my-data" });
    const dataRepositories = [
      { bucket, path: "/x", prefix: "a" },
      { bucket, path: "/y", prefix: "ab" },
    ];
    expect(() => new LustreStorage(stack, "scratch", { network, capacityTiB: 2.4, dataRepositories })).not.toThrow();
  });

  it.each(["data\n", "a\r\nb", "a\u0000b"])(
    "refuses a line break in a prefix, which FSx takes in no path: %j",
    (prefix) => {
      const { stack, network } = stackWithNetwork();
      const bucket = CheckpointBucket.import(stack, "data", { bucketName: "my-data" });
      const dataRepositories = [{ bucket, path: "/x", prefix }];
      expect(
        messageOf(() => new LustreStorage(stack, "scratch", { network, capacityTiB: 2.4, dataRepositories })),
      ).toContain("dataRepositories[0].prefix must be one line");
    },
  );

  it("refuses data repositories that overlap, lie wrong or are too many, all at once", () => {
    const { stack, network } = stackWithNetwork();
    const bucket = CheckpointBucket.import(stack, "data", { bucketName: "my-data" });
    const message = messageOf(
      () =>
        new LustreStorage(stack, "scratch", {
          network,
          capacityTiB: 2.4,
          backupRetentionDays: 7,
          importFrom: bucket,
          dataRepositories: [
            { bucket, path: "imagenet" },
            { bucket, path: "/a", prefix: "s3://my-data/a/" },
            { bucket, path: "/a", autoExport: ["WRITTEN" as never] },
            ...[1, 2, 3, 4, 5].map((n) => ({ bucket, path: `/b${n}` })),
          ],
        }),
    );
    expect(message.split("\n").slice(0, 6)).toEqual([
      'LustreStorage "ml/scratch" has 20 problems:',
      '  - dataRepositories[2].autoExport[0] must be "NEW", "CHANGED" or "DELETED", got "WRITTEN"; use "NEW"',
      "  - dataRepositories must be at most 8 for a file system, got 9; link a common prefix instead",
      '  - dataRepositories[0].path must be a directory of the file system from its root, such as "/imagenet", got "imagenet"',
      '  - dataRepositories[1].prefix must be a key prefix within the bucket, got "s3://my-data/a/"; use "a/"',
      '  - dataRepositories must not overlap on the file system, got "/" and "/a"; give each a directory of its own instead of "/"',
    ]);
    expect(message).toContain(
      "backupRetentionDays must be 0 with data repositories, since FSx backs up no file system that is linked to S3, got 7; use 0 and let autoExport keep the data",
    );
  });

  it("refuses a link to S3 where FSx has none", () => {
    const { stack, network } = stackWithNetwork();
    const importFrom = CheckpointBucket.import(stack, "data", { bucketName: "my-data" });
    expect(
      messageOf(() => new LustreStorage(stack, "scratch", { network, storageType: "INTELLIGENT_TIERING", importFrom })),
    ).toBe(
      one(
        "importFrom cannot be set for INTELLIGENT_TIERING, which has no data repository associations; use storageType SSD",
      ),
    );
  });

  it.each([
    [
      "fsx",
      'path must be absolute, of letters, digits, dots, dashes and underscores, without a trailing slash, got "fsx"; use "/fsx"',
    ],
    [
      "/fsx/",
      'path must be absolute, of letters, digits, dots, dashes and underscores, without a trailing slash, got "/fsx/"; use "/fsx"',
    ],
    ["/usr", 'path must not hide a directory of the system, got "/usr"; use "/shared"'],
  ])("refuses to be mounted at %s", (path, message) => {
    const { storage } = build({ capacityTiB: 1.2 });
    expect(messageOf(() => storage.mount(path))).toBe(`mount of "scratch": ${message}`);
  });

  it("refuses to import what is no file system", () => {
    const { stack } = stackWithNetwork();
    expect(
      messageOf(() =>
        LustreStorage.import(stack, "old", {
          fileSystemId: "scratch",
          mountName: "/abcdefgh",
          availabilityZone: "us-east-2",
        }),
      ),
    ).toBe(
      [
        'LustreStorage.import "ml/old" has 3 problems:',
        '  - fileSystemId must be the id of a file system, such as "fs-0123456789abcdef0", got "scratch"',
        '  - mountName must be Lustre\'s name of the file system, 1 to 8 letters and digits, such as "fsx", got "/abcdefgh"',
        '  - availabilityZone must be a zone name known at synth, such as "us-east-2a", got "us-east-2"',
      ].join("\n"),
    );
  });
});
