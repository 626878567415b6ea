import type * as pulumi from "@pulumi/pulumi";
import {
  azureCloud,
  type ExistingFileSystem as Construct,
  type MountOptions,
  type NfsProps,
  type PoolMount,
} from "../../../../clouds/azure-cloud";
import { NFS } from "../../../../clouds/azure-tables";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { azure } from "../azure";
import type { ConstructArgs } from "../construct-args";

const OUTPUTS = { server: "input", exportPath: "input" } as const satisfies OutputArgs<NfsProps>;

export type ExistingNfsArgs = ConstructArgs<NfsProps, typeof OUTPUTS>;

type Kind = ConstructKind<Construct, Record<string, never>>;
const KIND: Kind = {
  cloud: azure,
  name: "ExistingFileSystem",
  args: argKinds(NFS, OUTPUTS),
  make: (scope, id, props) => azureCloud.parts.ExistingFileSystem.nfs(scope, id, props),
  outputs: {},
};

/**
 * A shared file system that is there, in a ClusterScope: nothing is made, nodes mount it. Give its `parent`.
 *
 * @throws WarpformError as its construct, and on wrong arguments
 */
export class ExistingFileSystem extends ConstructComponent<Construct, Record<string, never>> {
  /** An NFS export. */
  public static nfs(id: string, args: ExistingNfsArgs, options: pulumi.ComponentResourceOptions): ExistingFileSystem {
    return new ExistingFileSystem(KIND, id, args, options);
  }

  private constructor(kind: Kind, id: string, args: object, options: pulumi.ComponentResourceOptions) {
    super(kind, id, args, options);
  }

  /** What a pool or a head needs to mount it at `path`. */
  public mount(path: string, options?: MountOptions): PoolMount {
    return this.construct.mount(path, options);
  }
}
