import type * as pulumi from "@pulumi/pulumi";
import * as tables from "../../../../clouds/aws-tables";
import {
  type BeegfsProps,
  type CephfsProps,
  type ExistingFileSystem as Construct,
  defaultCloud,
  type MountOptions,
  type NfsProps,
  type PoolMount,
  type SpectrumScaleProps,
  type WekaProps,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

/** What is true of any existing file system. */
const COMMON = { clientSecurityGroupId: "input" } as const;

const NFS_OUTPUTS = {
  ...COMMON,
  server: "input",
  exportPath: "input",
} as const satisfies OutputArgs<NfsProps>;
const BEEGFS_OUTPUTS = {
  ...COMMON,
  managementHost: "input",
  authenticationSecretArn: "input",
} as const satisfies OutputArgs<BeegfsProps>;
const CEPHFS_OUTPUTS = {
  ...COMMON,
  monitors: "inputs",
  fileSystemName: "input",
  directory: "input",
  user: "input",
  keySecretArn: "input",
} as const satisfies OutputArgs<CephfsProps>;
const SPECTRUM_SCALE_OUTPUTS = { ...COMMON, device: "input" } as const satisfies OutputArgs<SpectrumScaleProps>;
const WEKA_OUTPUTS = {
  ...COMMON,
  backends: "inputs",
  fileSystemName: "input",
  tokenSecretArn: "input",
} as const satisfies OutputArgs<WekaProps>;

export type ExistingNfsArgs = ConstructArgs<NfsProps, typeof NFS_OUTPUTS>;
export type ExistingBeegfsArgs = ConstructArgs<BeegfsProps, typeof BEEGFS_OUTPUTS>;
export type ExistingCephfsArgs = ConstructArgs<CephfsProps, typeof CEPHFS_OUTPUTS>;
export type ExistingSpectrumScaleArgs = ConstructArgs<SpectrumScaleProps, typeof SPECTRUM_SCALE_OUTPUTS>;
export type ExistingWekaArgs = ConstructArgs<WekaProps, typeof WEKA_OUTPUTS>;

type Kind = ConstructKind<Construct, Record<string, never>>;
const kindOf = (args: Kind["args"], make: Kind["make"]): Kind => ({
  cloud: aws,
  name: "ExistingFileSystem",
  args,
  make,
  outputs: {},
});

const NFS = kindOf(argKinds(tables.NFS, NFS_OUTPUTS), (scope, id, props) =>
  defaultCloud.parts.ExistingFileSystem.nfs(scope, id, props),
);
const BEEGFS = kindOf(argKinds(tables.BEEGFS, BEEGFS_OUTPUTS), (scope, id, props) =>
  defaultCloud.parts.ExistingFileSystem.beegfs(scope, id, props),
);
const CEPHFS = kindOf(argKinds(tables.CEPHFS, CEPHFS_OUTPUTS), (scope, id, props) =>
  defaultCloud.parts.ExistingFileSystem.cephfs(scope, id, props),
);
const SPECTRUM_SCALE = kindOf(argKinds(tables.SPECTRUM_SCALE, SPECTRUM_SCALE_OUTPUTS), (scope, id, props) =>
  defaultCloud.parts.ExistingFileSystem.spectrumScale(scope, id, props),
);
const WEKA = kindOf(argKinds(tables.WEKA, WEKA_OUTPUTS), (scope, id, props) =>
  defaultCloud.parts.ExistingFileSystem.weka(scope, id, props),
);

type Options = pulumi.ComponentResourceOptions;

/**
 * A shared file system that the company already has, in a ClusterScope: nothing is made, nodes mount it with the right client.
 * Addresses and secrets may be Outputs of what Pulumi made; give its `parent`.
 *
 * @throws WarpformError as its construct, and on wrong arguments
 */
export class ExistingFileSystem extends ConstructComponent<Construct, Record<string, never>> {
  /** An NFS export. */
  public static nfs(id: string, args: ExistingNfsArgs, options: Options): ExistingFileSystem {
    return new ExistingFileSystem(NFS, id, args, options);
  }

  /** BeeGFS. The client must be in the image. */
  public static beegfs(id: string, args: ExistingBeegfsArgs, options: Options): ExistingFileSystem {
    return new ExistingFileSystem(BEEGFS, id, args, options);
  }

  /** CephFS by the kernel's client. */
  public static cephfs(id: string, args: ExistingCephfsArgs, options: Options): ExistingFileSystem {
    return new ExistingFileSystem(CEPHFS, id, args, options);
  }

  /** IBM Spectrum Scale (GPFS). The client must be in the image, and the node a member of the cluster. */
  public static spectrumScale(id: string, args: ExistingSpectrumScaleArgs, options: Options): ExistingFileSystem {
    return new ExistingFileSystem(SPECTRUM_SCALE, id, args, options);
  }

  /** WEKA. The backends hand out the client. */
  public static weka(id: string, args: ExistingWekaArgs, options: Options): ExistingFileSystem {
    return new ExistingFileSystem(WEKA, id, args, options);
  }

  private constructor(kind: Kind, id: string, args: object, options: Options) {
    super(kind, id, args, options);
  }

  /** What a pool or a head needs to mount it at `path`. */
  public mount(path: string, options?: MountOptions): PoolMount {
    return this.construct.mount(path, options);
  }
}
