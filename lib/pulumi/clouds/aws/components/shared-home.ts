import type * as pulumi from "@pulumi/pulumi";
import { SHARED_HOME, SHARED_HOME_OPENZFS } from "../../../../clouds/aws-tables";
import {
  type SharedHome as Construct,
  defaultCloud,
  type MountOptions,
  type PoolMount,
  type SharedHomeOpenZfs,
  type SharedHomeOpenZfsProps,
  type SharedHomeProps,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

const OUTPUTS = {
  subnetIds: "inputs",
  kmsKeyArn: "input",
  securityGroupId: "input",
  clientSecurityGroupId: "input",
} as const satisfies OutputArgs<SharedHomeProps>;

const OPENZFS_OUTPUTS = {
  kmsKeyArn: "input",
  securityGroupId: "input",
  clientSecurityGroupId: "input",
} as const satisfies OutputArgs<SharedHomeOpenZfsProps>;

export type SharedHomeArgs = ConstructArgs<SharedHomeProps, typeof OUTPUTS>;
export type SharedHomeOpenZfsArgs = ConstructArgs<SharedHomeOpenZfsProps, typeof OPENZFS_OUTPUTS>;

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
  cloud: aws,
  name: "SharedHome",
  args: argKinds(SHARED_HOME, OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.SharedHome(scope, id, props),
  outputs,
};
const OPENZFS: ConstructKind<Home, Outputs> = {
  cloud: aws,
  name: "SharedHomeOpenZfs",
  args: argKinds(SHARED_HOME_OPENZFS, OPENZFS_OUTPUTS),
  make: (scope, id, props) => defaultCloud.parts.SharedHome.openZfs(scope, id, props),
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
