import type * as pulumi from "@pulumi/pulumi";
import type { PoolMount } from "../../clouds/aws/shared/boot-step";
import type { MountOptions } from "../../clouds/aws/storage/lustre/i-lustre-storage";
import { SharedHome as Construct } from "../../clouds/aws/storage/shared-home/shared-home";
import type { SharedHomeOpenZfs } from "../../clouds/aws/storage/shared-home/shared-home-openzfs";
import type { SharedHomeOpenZfsProps } from "../../clouds/aws/storage/shared-home/shared-home-openzfs-props";
import type { SharedHomeProps } from "../../clouds/aws/storage/shared-home/shared-home-props";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";

const TABLE = {
  network: "plain",
  throughputMode: "plain",
  provisionedMiBps: "plain",
  infrequentAccessAfterDays: "plain",
  directory: "plain",
  backups: "plain",
  subnetIds: "inputs",
  kmsKeyArn: "input",
  securityGroupId: "input",
  clientSecurityGroupId: "input",
  deletionProtected: "plain",
} as const satisfies ArgTable<SharedHomeProps>;

const OPENZFS_TABLE = {
  network: "plain",
  capacityGiB: "plain",
  throughputMBps: "plain",
  deploymentType: "plain",
  backupRetentionDays: "plain",
  kmsKeyArn: "input",
  securityGroupId: "input",
  clientSecurityGroupId: "input",
  deletionProtected: "plain",
} as const satisfies ArgTable<SharedHomeOpenZfsProps>;

export type SharedHomeArgs = ConstructArgs<SharedHomeProps, typeof TABLE>;
export type SharedHomeOpenZfsArgs = ConstructArgs<SharedHomeOpenZfsProps, typeof OPENZFS_TABLE>;

type Home = Construct | SharedHomeOpenZfs;

interface Outputs extends Record<string, unknown> {
  readonly fileSystemId: string;
  readonly dnsName: string;
}

const outputs = {
  fileSystemId: ({ fileSystem }: Home) => fileSystem.id,
  dnsName: ({ fileSystem }: Home) => fileSystem.dnsName,
};

const EFS: ConstructKind<Home, Outputs> = {
  name: "SharedHome",
  args: TABLE,
  make: (scope, id, props) => new Construct(scope, id, props),
  outputs,
};
const OPENZFS: ConstructKind<Home, Outputs> = {
  name: "SharedHomeOpenZfs",
  args: OPENZFS_TABLE,
  make: (scope, id, props) => Construct.openZfs(scope, id, props),
  outputs,
};

/** Home directories on Amazon EFS, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class SharedHome extends ConstructComponent<Home, Outputs> {
  /** Home directories on FSx for OpenZFS: lower latency for many small files, and a size to provision. */
  public static openZfs(
    id: string,
    args: SharedHomeOpenZfsArgs,
    options?: pulumi.ComponentResourceOptions,
  ): SharedHome {
    return new SharedHome(id, args as unknown as SharedHomeArgs, options, OPENZFS);
  }

  public readonly fileSystemId: pulumi.Output<string>;
  public readonly dnsName: pulumi.Output<string>;

  constructor(id: string, args: SharedHomeArgs, options?: pulumi.ComponentResourceOptions, kind = EFS) {
    super(kind, id, args, options);
    this.fileSystemId = this.later.fileSystemId;
    this.dnsName = this.later.dnsName;
  }

  /** What a pool or a head needs to mount them at `path`. */
  public mount(path: string, options?: MountOptions): PoolMount {
    return this.construct.mount(path, options);
  }
}
