import { Construct } from "constructs";
import type { FileSystem } from "../../../model/model";
import { UNSIZED } from "../../../model/unsized-file-system";
import { placed } from "../../common/placed";
import type { PoolMount } from "../shared/boot-step";
import { describeAs } from "../shared/describe-as";
import type { PolicyStatement } from "../shared/policy";
import type {
  BeegfsProps,
  CephfsProps,
  ExistingFileSystemProps,
  NfsProps,
  SpectrumScaleProps,
  WekaProps,
} from "./existing-file-system-props";
import { CEPHFS, NFS } from "./existing-file-system-tables";
import {
  validateBeegfs,
  validateCephfs,
  validateNfs,
  validateSpectrumScale,
  validateWeka,
} from "./existing-file-system-validation";
import { fileSystemMount } from "./file-system-mount";
import type { MountOptions } from "./lustre/i-lustre-storage";

/** A shared file system that the company already has: nothing is created, nodes mount it with the right client. */
export class ExistingFileSystem extends Construct {
  /** An NFS export. The kernel's client is installed where the image lacks it. */
  public static nfs(scope: Construct, id: string, props: NfsProps): ExistingFileSystem {
    validateNfs(path("nfs", scope, id), props);
    const settings = {
      SOURCE: `${props.server}:${props.exportPath}`,
      VERSION: props.version ?? NFS.version.default,
      CONNECTIONS: String(props.connections ?? NFS.connections.default),
    };
    return new ExistingFileSystem(scope, id, "nfs", props, "mount-nfs.sh", settings);
  }

  /** BeeGFS. The client needs a module for the very kernel, so it must be in the image; nodes without it fail their health check. */
  public static beegfs(scope: Construct, id: string, props: BeegfsProps): ExistingFileSystem {
    validateBeegfs(path("beegfs", scope, id), props);
    const settings = { MANAGEMENT_HOST: props.managementHost, AUTH_SECRET: props.authenticationSecretArn ?? "" };
    return new ExistingFileSystem(
      scope,
      id,
      "beegfs",
      props,
      "mount-beegfs.sh",
      settings,
      props.authenticationSecretArn,
    );
  }

  /** CephFS by the kernel's client. */
  public static cephfs(scope: Construct, id: string, props: CephfsProps): ExistingFileSystem {
    validateCephfs(path("cephfs", scope, id), props);
    const settings = {
      SOURCE: `${props.monitors.join(",")}:${props.directory ?? CEPHFS.directory.default}`,
      FS_NAME: props.fileSystemName ?? "",
      CEPH_USER: props.user,
      KEY_SECRET: props.keySecretArn,
    };
    return new ExistingFileSystem(scope, id, "cephfs", props, "mount-cephfs.sh", settings, props.keySecretArn);
  }

  /** IBM Spectrum Scale (GPFS). Licensed: the client must be in the image, and the node a member of the cluster. */
  public static spectrumScale(scope: Construct, id: string, props: SpectrumScaleProps): ExistingFileSystem {
    validateSpectrumScale(path("spectrumScale", scope, id), props);
    const settings = { DEVICE: props.device };
    return new ExistingFileSystem(scope, id, "spectrum-scale", props, "mount-spectrum-scale.sh", settings);
  }

  /** WEKA. The backends hand out the client. */
  public static weka(scope: Construct, id: string, props: WekaProps): ExistingFileSystem {
    validateWeka(path("weka", scope, id), props);
    const settings = {
      BACKENDS: props.backends.join(","),
      FS_NAME: props.fileSystemName,
      CLIENT_CORES: String(props.clientCores ?? 0),
      TOKEN_SECRET: props.tokenSecretArn ?? "",
    };
    return new ExistingFileSystem(scope, id, "weka", props, "mount-weka.sh", settings, props.tokenSecretArn);
  }

  private constructor(
    scope: Construct,
    id: string,
    kind: FileSystem["kind"],
    private readonly props: ExistingFileSystemProps,
    private readonly programFile: string,
    private readonly settings: Readonly<Record<string, string>>,
    private readonly secretArn?: string,
  ) {
    super(scope, id);
    describeAs(this, () => ({
      fileSystems: [
        {
          name: id,
          kind,
          capacityGiB: props.capacityGiB ?? null,
          ...UNSIZED,
          // Nothing is known of it; the review must not take it for encrypted.
          encrypted: false,
          deletionProtected: true,
          backupRetentionDays: 0,
          dataRepositories: [],
          availabilityZones: props.availabilityZones ?? [],
          existing: true,
        },
      ],
    }));
  }

  /** Name in the model. */
  public get name(): string {
    return this.node.id;
  }

  /** What a pool needs to mount it at `path`. */
  public mount(path: string, options: MountOptions = {}): PoolMount {
    const { clientSecurityGroupId, availabilityZones = [] } = this.props;
    const target = { name: this.name, source: this, clientSecurityGroupId, availabilityZones };
    return {
      ...fileSystemMount(target, path, options, this.programFile, this.settings),
      servers: serversOf(this.settings),
      statements: this.statements,
    };
  }

  private get statements(): readonly PolicyStatement[] {
    if (this.secretArn === undefined) return [];
    return [{ Effect: "Allow", Action: ["secretsmanager:GetSecretValue"], Resource: [this.secretArn] }];
  }
}

/** https://datatracker.ietf.org/doc/html/rfc7530#section-3.1: version 4 needs this port alone, version 3 others too. */
const NFS_PORT = 2049;

/** The servers that are named by address; names are known to DNS alone, and their way out is `clientSecurityGroupId`'s to give. */
function serversOf({
  SOURCE = "",
  BACKENDS = "",
  MANAGEMENT_HOST = "",
  VERSION = "",
}: Readonly<Record<string, string>>) {
  const addresses = [SOURCE, BACKENDS, MANAGEMENT_HOST].join(",").match(/\b\d{1,3}(\.\d{1,3}){3}\b/g) ?? [];
  const tcpPort = VERSION.startsWith("4") ? NFS_PORT : undefined;
  return [...new Set(addresses)].map((address) => ({ address, tcpPort }));
}

function path(maker: string, scope: Construct, id: string): string {
  const [there] = placed({ name: `ExistingFileSystem.${maker}` }, scope, id);
  return `${there.node.path}/${id}`;
}
