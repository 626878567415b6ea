import type * as pulumi from "@pulumi/pulumi";
import {
  azureCloud,
  type ISharedHome,
  type MountOptions,
  type PoolMount,
  type SharedHomeFilesProps,
  type SharedHomeProps,
} from "../../../../clouds/azure-cloud";
import { SHARED_HOME, SHARED_HOME_FILES } from "../../../../clouds/azure-tables";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { azure } from "../azure";
import type { ConstructArgs } from "../construct-args";

const OUTPUTS = { subnetId: "input" } as const satisfies OutputArgs<SharedHomeProps>;
const FILES_OUTPUTS = { accountName: "input" } as const satisfies OutputArgs<SharedHomeFilesProps>;

export type SharedHomeArgs = ConstructArgs<SharedHomeProps, typeof OUTPUTS>;
export type SharedHomeFilesArgs = ConstructArgs<SharedHomeFilesProps, typeof FILES_OUTPUTS>;

const NETAPP: ConstructKind<ISharedHome, Record<string, never>> = {
  cloud: azure,
  name: "SharedHome",
  args: argKinds(SHARED_HOME, OUTPUTS),
  make: (scope, id, props) => new azureCloud.parts.SharedHome(scope, id, props),
  outputs: {},
};
const FILES: ConstructKind<ISharedHome, Record<string, never>> = {
  cloud: azure,
  name: "FilesHome",
  args: argKinds(SHARED_HOME_FILES, FILES_OUTPUTS),
  make: (scope, id, props) => azureCloud.parts.SharedHome.files(scope, id, props),
  outputs: {},
};

/** Home directories on Azure NetApp Files, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class SharedHome extends ConstructComponent<ISharedHome, Record<string, never>> {
  /** Home directories on a share of Azure Files, cheaper and slower. */
  public static files(id: string, args: SharedHomeFilesArgs, options?: pulumi.ComponentResourceOptions): SharedHome {
    return new SharedHome(id, args as unknown as SharedHomeArgs, options, FILES);
  }

  constructor(id: string, args: SharedHomeArgs, options?: pulumi.ComponentResourceOptions, kind = NETAPP) {
    super(kind, id, args, options);
  }

  /** What a pool or a head needs to mount them at `path`. */
  public mount(path: string, options?: MountOptions): PoolMount {
    return this.construct.mount(path, options);
  }
}
