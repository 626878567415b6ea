import { FsxLustreFileSystem } from "@cdktf/provider-aws/lib/fsx-lustre-file-system";
import { Construct } from "constructs";
import type { LustreTier } from "../../../../catalog/types";
import { checkovSkip } from "../../../common/checkov";
import { describeAs } from "../../../common/described";
import type { PoolMount } from "../../shared/boot-step";
import { checkPartId } from "../../shared/names";
import { DataKey } from "../data-key";
import type { ILustreStorage, MountOptions } from "./i-lustre-storage";
import { lustreCapacityGiB } from "./lustre-capacity";
import { dataRepositoriesOf, describeDataRepositories, LustreDataRepositories } from "./lustre-data-repositories";
import { lustreMount } from "./lustre-mount";
import { LustreSecurityGroups } from "./lustre-security-groups";
import type { LustreStorageAttributes } from "./lustre-storage-import";
import { importLustreStorage } from "./lustre-storage-import";
import type { LustreStorageProps } from "./lustre-storage-props";
import { validateLustreStorage } from "./lustre-storage-validation";
import { efaEnabledOf } from "./lustre-tier-validation";

/** Clients of today's kernels speak to 2.15 servers, and not to the API's default of 2.10. https://docs.aws.amazon.com/fsx/latest/LustreGuide/lustre-client-matrix.html */
const LUSTRE_VERSION = "2.15";
const DEFAULT_BACKUP_DAYS = 7;

/**
 * A parallel file system for datasets and checkpoints: FSx for Lustre, in the zone of the nodes, encrypted with a key of its
 * own, open to the nodes that mount it and to nobody else, and protected from deletion.
 *
 * Nodes install the client at boot where their image lacks it. AWS publishes it for each kernel release by itself, so a
 * floating image can be ahead of it: Ubuntu 24.04's images have moved to kernels that may have none yet, Ubuntu 22.04's 6.8 and
 * Amazon Linux's kernels have one. A node without a client says so in its boot log and fails its health check.
 * @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/install-lustre-client.html
 *
 * @example new LustreStorage(this, "scratch", { network, capacityTiB: 48, throughputPerTiB: 250 })
 */
export class LustreStorage extends Construct implements ILustreStorage {
  /** A file system that is already there. Nothing is created. */
  public static import(scope: Construct, id: string, attributes: LustreStorageAttributes): ILustreStorage {
    return importLustreStorage(scope, id, attributes);
  }

  public readonly fileSystem: FsxLustreFileSystem;
  /** Group of the servers; undefined where one was given. */
  public readonly securityGroups?: LustreSecurityGroups;
  public readonly key?: DataKey;
  public readonly dataRepositories: LustreDataRepositories;
  public readonly efaEnabled: boolean;
  public readonly capacityGiB: number | null;
  private readonly props: LustreStorageProps;

  constructor(scope: Construct, id: string, props: LustreStorageProps) {
    super(scope, id);
    checkPartId("LustreStorage", this.node);
    const tier = validateLustreStorage(this.node.path, props);
    this.props = props;
    this.efaEnabled = efaEnabledOf(props);
    this.capacityGiB = props.capacityTiB === undefined ? null : lustreCapacityGiB(props.capacityTiB);
    const { network } = props;
    const persistent = tier.deploymentType.startsWith("PERSISTENT");
    const deletionProtected = props.deletionProtected ?? true;
    if (persistent && props.kmsKeyArn === undefined) {
      this.key = new DataKey(this, "key", { network, description: `file system ${id}`, name: id, deletionProtected });
    }
    if (props.securityGroupId === undefined) {
      this.securityGroups = new LustreSecurityGroups(this, "security-groups", {
        network,
        name: id,
        efaEnabled: this.efaEnabled,
        fabricSecurityGroupId: props.fabric?.securityGroupId,
        clientSecurityGroupId: props.clientSecurityGroupId,
      });
    }
    const backupDays = backupRetentionDays(props, tier);
    this.fileSystem = new FsxLustreFileSystem(this, "Resource", {
      subnetIds: [network.computeSubnetId],
      securityGroupIds: [props.securityGroupId ?? this.securityGroups!.serverGroup.id],
      deploymentType: tier.deploymentType,
      storageType: tier.storageType,
      storageCapacity: this.capacityGiB ?? undefined,
      perUnitStorageThroughput: tier.throughputPerTiB ?? undefined,
      fileSystemTypeVersion: LUSTRE_VERSION,
      kmsKeyId: persistent ? (props.kmsKeyArn ?? this.key?.arn) : undefined,
      dataCompressionType: (props.compression ?? tier.throughputStepMBps === undefined) ? "LZ4" : "NONE",
      automaticBackupRetentionDays: persistent ? backupDays : undefined,
      // Only a new file system takes it, so a later change (a bucket linked, backups turned off) must not replace one.
      // https://github.com/hashicorp/terraform-provider-aws/blob/06ee53d/internal/service/fsx/lustre_file_system.go
      copyTagsToBackups: backupDays > 0 ? true : undefined,
      skipFinalBackup: backupDays === 0,
      weeklyMaintenanceStartTime: props.weeklyMaintenance,
      driveCacheType: tier.storageType === "HDD" ? ((props.hddReadCache ?? true) ? "READ" : "NONE") : undefined,
      efaEnabled: this.efaEnabled ? true : undefined,
      metadataConfiguration: metadataConfiguration(props, tier),
      ...elasticConfiguration(props, tier),
      rootSquashConfiguration:
        props.rootSquash === undefined
          ? undefined
          : { rootSquash: props.rootSquash, noSquashNids: [...(props.noSquashNids ?? [])] },
      tags: network.tagsFor(id),
      lifecycle: {
        ignoreChanges: ["copy_tags_to_backups"],
        ...(deletionProtected ? { preventDestroy: true } : {}),
      },
      // FSx refuses to create a file system whose group does not let the servers talk to one another yet.
      dependsOn: this.securityGroups && [...this.securityGroups.serverRules],
    });
    if (!persistent)
      checkovSkip(this.fileSystem, "CKV_AWS_190", "FSx encrypts scratch file systems with a key of its own");
    this.dataRepositories = new LustreDataRepositories(this, "data-repositories", {
      fileSystemId: this.fileSystem.id,
      repositories: dataRepositoriesOf(props),
      tags: network.tagsFor(id),
    });
    describeAs(this, () => ({
      fileSystems: [
        {
          name: this.name,
          kind: "lustre",
          capacityGiB: this.capacityGiB,
          deploymentType: tier.deploymentType,
          storageType: tier.storageType,
          throughputPerTiB: tier.throughputPerTiB,
          efaEnabled: this.efaEnabled,
          metadataIops: metadataIopsOf(props, tier),
          compression: props.compression ?? tier.throughputStepMBps === undefined,
          encrypted: true,
          deletionProtected,
          backupRetentionDays: backupDays,
          dataRepositories: describeDataRepositories(props),
          availabilityZones: [network.availabilityZone],
          existing: false,
        },
      ],
    }));
  }

  public get name(): string {
    return this.node.id;
  }

  public get fileSystemId(): string {
    return this.fileSystem.id;
  }

  public get dnsName(): string {
    return this.fileSystem.dnsName;
  }

  public get mountName(): string {
    return this.fileSystem.mountName;
  }

  public mount(path: string, options: MountOptions = {}): PoolMount {
    const target = {
      name: this.name,
      source: this,
      dnsName: this.dnsName,
      mountName: this.mountName,
      efaEnabled: this.efaEnabled,
      clientSecurityGroupId: this.securityGroups?.clientGroupId ?? this.props.clientSecurityGroupId,
      availabilityZones: [this.props.network.availabilityZone],
    };
    return lustreMount(target, path, options);
  }
}

function backupRetentionDays(props: LustreStorageProps, tier: LustreTier): number {
  if (props.backupRetentionDays !== undefined) return props.backupRetentionDays;
  const possible = tier.deploymentType.startsWith("PERSISTENT") && tier.throughputStepMBps === undefined;
  return possible && dataRepositoriesOf(props).length === 0 ? DEFAULT_BACKUP_DAYS : 0;
}

/** Metadata operations a second that are provisioned; null where FSx provisions them by capacity. */
function metadataIopsOf({ metadataIops }: LustreStorageProps, tier: LustreTier): number | null {
  // Elastic storage has no automatic mode.
  return metadataIops ?? (tier.throughputStepMBps === undefined ? null : (tier.metadataIops?.[0] ?? null));
}

function metadataConfiguration(
  props: LustreStorageProps,
  tier: LustreTier,
): { mode: string; iops?: number } | undefined {
  if (tier.metadataIops === undefined) return undefined;
  const iops = metadataIopsOf(props, tier);
  return iops === null ? { mode: "AUTOMATIC" } : { mode: "USER_PROVISIONED", iops };
}

function elasticConfiguration(props: LustreStorageProps, tier: LustreTier): object {
  if (tier.throughputStepMBps === undefined) return {};
  const size = props.readCacheGiB;
  return {
    throughputCapacity: props.throughputMBps ?? tier.throughputStepMBps,
    dataReadCacheConfiguration:
      size === undefined
        ? { sizingMode: "PROPORTIONAL_TO_THROUGHPUT_CAPACITY" }
        : size === 0
          ? { sizingMode: "NO_CACHE" }
          : { sizingMode: "USER_PROVISIONED", size },
  };
}
