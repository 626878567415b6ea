import type * as pulumi from "@pulumi/pulumi";
import {
  azureCloud,
  type ILustreStorage,
  type LustreStorageAttributes,
  type LustreStorageProps,
  type MountOptions,
  type PoolMount,
} from "../../../../clouds/azure-cloud";
import { EXISTING_LUSTRE, LUSTRE_STORAGE } from "../../../../clouds/azure-tables";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { azure } from "../azure";
import type { ConstructArgs } from "../construct-args";

export const LUSTRE_OUTPUTS = {
  blobs: ["accountName", "providerPrincipalId"],
  subnetId: "input",
} as const satisfies OutputArgs<LustreStorageProps>;

export const EXISTING_LUSTRE_OUTPUTS = { mgsAddress: "input" } as const satisfies OutputArgs<LustreStorageAttributes>;

export type LustreStorageArgs = ConstructArgs<LustreStorageProps, typeof LUSTRE_OUTPUTS>;
export type ExistingLustreArgs = ConstructArgs<LustreStorageAttributes, typeof EXISTING_LUSTRE_OUTPUTS>;

type Made = InstanceType<typeof azureCloud.parts.LustreStorage>;

interface Outputs extends Record<string, unknown> {
  readonly fileSystemId: string;
  readonly mgsAddress: string;
}

const NEW: ConstructKind<ILustreStorage, Partial<Outputs>> = {
  cloud: azure,
  name: "LustreStorage",
  args: argKinds(LUSTRE_STORAGE, LUSTRE_OUTPUTS),
  make: (scope, id, props) => new azureCloud.parts.LustreStorage(scope, id, props),
  outputs: {
    fileSystemId: (made) => (made as Made).fileSystem.id,
    mgsAddress: (made) => (made as Made).fileSystem.mgsAddress,
  },
};
const EXISTING: ConstructKind<ILustreStorage, Partial<Outputs>> = {
  cloud: azure,
  name: "LustreStorage",
  args: argKinds(EXISTING_LUSTRE, EXISTING_LUSTRE_OUTPUTS),
  make: (scope, id, props) => azureCloud.parts.LustreStorage.import(scope, id, props),
  outputs: {},
};

/** A Managed Lustre file system, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class LustreStorage extends ConstructComponent<ILustreStorage, Partial<Outputs>> {
  /** A file system that is there; give its `parent`. */
  public static existing(
    id: string,
    args: ExistingLustreArgs,
    options: pulumi.ComponentResourceOptions,
  ): LustreStorage {
    return new LustreStorage(id, args as unknown as LustreStorageArgs, options, EXISTING);
  }

  /** @default - undefined for one that is there */
  public readonly fileSystemId?: pulumi.Output<string>;
  /** Address of its management server. @default - undefined for one that is there */
  public readonly mgsAddress?: pulumi.Output<string>;

  constructor(id: string, args: LustreStorageArgs, options?: pulumi.ComponentResourceOptions, kind = NEW) {
    super(kind, id, args, options);
    const { fileSystemId, mgsAddress } = this.later as Partial<Record<keyof Outputs, pulumi.Output<string>>>;
    this.fileSystemId = fileSystemId;
    this.mgsAddress = mgsAddress;
  }

  /** What a pool or a head needs to mount it at `path`. */
  public mount(path: string, options?: MountOptions): PoolMount {
    return this.construct.mount(path, options);
  }
}
