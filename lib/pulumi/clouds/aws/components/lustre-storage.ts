import type * as pulumi from "@pulumi/pulumi";
import { EXISTING_LUSTRE, LUSTRE_STORAGE } from "../../../../clouds/aws-tables";
import {
  defaultCloud,
  type ILustreStorage,
  type LustreStorageAttributes,
  type LustreStorageProps,
  type MountOptions,
  type PoolMount,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

export const LUSTRE_OUTPUTS = {
  kmsKeyArn: "input",
  securityGroupId: "input",
  clientSecurityGroupId: "input",
} as const satisfies OutputArgs<LustreStorageProps>;

export const EXISTING_LUSTRE_OUTPUTS = {
  fileSystemId: "input",
  mountName: "input",
  dnsName: "input",
  clientSecurityGroupId: "input",
} as const satisfies OutputArgs<LustreStorageAttributes>;

export type LustreStorageArgs = ConstructArgs<LustreStorageProps, typeof LUSTRE_OUTPUTS>;
export type ExistingLustreArgs = ConstructArgs<LustreStorageAttributes, typeof EXISTING_LUSTRE_OUTPUTS>;

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
  cloud: aws,
  name: "LustreStorage",
  args: argKinds(LUSTRE_STORAGE, LUSTRE_OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.LustreStorage(scope, id, props),
  outputs,
};
const EXISTING: ConstructKind<ILustreStorage, Outputs> = {
  cloud: aws,
  name: "LustreStorage",
  args: argKinds(EXISTING_LUSTRE, EXISTING_LUSTRE_OUTPUTS),
  make: (scope, id, props) => defaultCloud.parts.LustreStorage.import(scope, id, props),
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
