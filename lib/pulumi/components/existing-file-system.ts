import type * as pulumi from "@pulumi/pulumi";
import type { PoolMount } from "../../clouds/aws/shared/boot-step";
import { ExistingFileSystem as Construct } from "../../clouds/aws/storage/existing-file-system";
import type {
  BeegfsProps,
  CephfsProps,
  NfsProps,
  SpectrumScaleProps,
  WekaProps,
} from "../../clouds/aws/storage/existing-file-system-props";
import type { MountOptions } from "../../clouds/aws/storage/lustre/i-lustre-storage";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";

/** What is true of any file system that is already there. */
const COMMON = { clientSecurityGroupId: "input", capacityGiB: "plain", availabilityZones: "plain" } as const;

const NFS_TABLE = {
  ...COMMON,
  server: "input",
  exportPath: "input",
  version: "plain",
  connections: "plain",
} as const satisfies ArgTable<NfsProps>;
const BEEGFS_TABLE = {
  ...COMMON,
  managementHost: "input",
  authenticationSecretArn: "input",
} as const satisfies ArgTable<BeegfsProps>;
const CEPHFS_TABLE = {
  ...COMMON,
  monitors: "inputs",
  fileSystemName: "input",
  directory: "input",
  user: "input",
  keySecretArn: "input",
} as const satisfies ArgTable<CephfsProps>;
const SPECTRUM_SCALE_TABLE = { ...COMMON, device: "input" } as const satisfies ArgTable<SpectrumScaleProps>;
const WEKA_TABLE = {
  ...COMMON,
  backends: "inputs",
  fileSystemName: "input",
  clientCores: "plain",
  tokenSecretArn: "input",
} as const satisfies ArgTable<WekaProps>;

export type ExistingNfsArgs = ConstructArgs<NfsProps, typeof NFS_TABLE>;
export type ExistingBeegfsArgs = ConstructArgs<BeegfsProps, typeof BEEGFS_TABLE>;
export type ExistingCephfsArgs = ConstructArgs<CephfsProps, typeof CEPHFS_TABLE>;
export type ExistingSpectrumScaleArgs = ConstructArgs<SpectrumScaleProps, typeof SPECTRUM_SCALE_TABLE>;
export type ExistingWekaArgs = ConstructArgs<WekaProps, typeof WEKA_TABLE>;

type Kind = ConstructKind<Construct, Record<string, never>>;
const kindOf = (args: Kind["args"], make: Kind["make"]): Kind => ({
  name: "ExistingFileSystem",
  args,
  make,
  outputs: {},
});

const NFS = kindOf(NFS_TABLE, (scope, id, props) => Construct.nfs(scope, id, props));
const BEEGFS = kindOf(BEEGFS_TABLE, (scope, id, props) => Construct.beegfs(scope, id, props));
const CEPHFS = kindOf(CEPHFS_TABLE, (scope, id, props) => Construct.cephfs(scope, id, props));
const SPECTRUM_SCALE = kindOf(SPECTRUM_SCALE_TABLE, (scope, id, props) => Construct.spectrumScale(scope, id, props));
const WEKA = kindOf(WEKA_TABLE, (scope, id, props) => Construct.weka(scope, id, props));

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
