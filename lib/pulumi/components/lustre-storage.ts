import type * as pulumi from "@pulumi/pulumi";
import type { PoolMount } from "../../clouds/aws/shared/boot-step";
import type { ILustreStorage, MountOptions } from "../../clouds/aws/storage/lustre/i-lustre-storage";
import { LustreStorage as Construct } from "../../clouds/aws/storage/lustre/lustre-storage";
import type { LustreStorageAttributes, LustreStorageProps } from "../../clouds/aws/storage/lustre/lustre-storage-props";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";

export const LUSTRE_TABLE = {
  network: "plain",
  capacityTiB: "plain",
  throughputPerTiB: "plain",
  throughputMBps: "plain",
  deploymentType: "plain",
  storageType: "plain",
  readCacheGiB: "plain",
  hddReadCache: "plain",
  fabric: "plain",
  efaEnabled: "plain",
  metadataIops: "plain",
  importFrom: "plain",
  dataRepositories: "plain",
  compression: "plain",
  kmsKeyArn: "input",
  backupRetentionDays: "plain",
  rootSquash: "plain",
  noSquashNids: "plain",
  weeklyMaintenance: "plain",
  deletionProtected: "plain",
  securityGroupId: "input",
  clientSecurityGroupId: "input",
} as const satisfies ArgTable<LustreStorageProps>;

export const EXISTING_LUSTRE_TABLE = {
  fileSystemId: "input",
  mountName: "input",
  availabilityZone: "plain",
  dnsName: "input",
  clientSecurityGroupId: "input",
  efaEnabled: "plain",
  capacityTiB: "plain",
  throughputPerTiB: "plain",
  deploymentType: "plain",
} as const satisfies ArgTable<LustreStorageAttributes>;

export type LustreStorageArgs = ConstructArgs<LustreStorageProps, typeof LUSTRE_TABLE>;
export type ExistingLustreArgs = ConstructArgs<LustreStorageAttributes, typeof EXISTING_LUSTRE_TABLE>;

interface Outputs extends Record<string, unknown> {
  readonly fileSystemId: string;
  readonly dnsName: string;
  readonly mountName: string;
}

const outputs = {
  fileSystemId: ({ fileSystemId }: ILustreStorage) => fileSystemId,
  dnsName: ({ dnsName }: ILustreStorage) => dnsName,
  mountName: ({ mountName }: ILustreStorage) => mountName,
};

const NEW: ConstructKind<ILustreStorage, Outputs> = {
  name: "LustreStorage",
  args: LUSTRE_TABLE,
  make: (scope, id, props) => new Construct(scope, id, props),
  outputs,
};
const EXISTING: ConstructKind<ILustreStorage, Outputs> = {
  name: "LustreStorage",
  args: EXISTING_LUSTRE_TABLE,
  make: (scope, id, props) => Construct.import(scope, id, props),
  outputs,
};

/** A Lustre file system, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class LustreStorage extends ConstructComponent<ILustreStorage, Outputs> {
  /** A file system that is there; give its `parent`. */
  public static existing(
    id: string,
    args: ExistingLustreArgs,
    options: pulumi.ComponentResourceOptions,
  ): LustreStorage {
    return new LustreStorage(id, args as unknown as LustreStorageArgs, options, EXISTING);
  }

  public readonly fileSystemId: pulumi.Output<string>;
  public readonly dnsName: pulumi.Output<string>;
  /** Lustre's name of it, which mounting needs beside the DNS name. */
  public readonly mountName: pulumi.Output<string>;

  constructor(id: string, args: LustreStorageArgs, options?: pulumi.ComponentResourceOptions, kind = NEW) {
    super(kind, id, args, options);
    this.fileSystemId = this.later.fileSystemId;
    this.dnsName = this.later.dnsName;
    this.mountName = this.later.mountName;
  }

  /** What a pool or a head needs to mount it at `path`. */
  public mount(path: string, options?: MountOptions): PoolMount {
    return this.construct.mount(path, options);
  }
}
