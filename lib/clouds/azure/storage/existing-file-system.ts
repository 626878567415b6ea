import { Construct } from "constructs";
import { requireProps } from "../../common/check-props";
import { placed } from "../../common/placed";
import { describeAs } from "../shared/describe-as";
import type { MountOptions, PoolMount } from "../shared/mount";
import { describeHome } from "./describe-home";
import type { NfsProps } from "./existing-file-system-props";
import { NFS } from "./existing-file-system-table";
import { nfsMount } from "./nfs-mount";

/** A shared file system that the company already has, on Azure or behind ExpressRoute: nothing is created, nodes mount it. */
export class ExistingFileSystem extends Construct {
  /** An NFS export. */
  public static nfs(scope: Construct, id: string, props: NfsProps): ExistingFileSystem {
    return new ExistingFileSystem(scope, id, props);
  }

  private constructor(
    scope: Construct,
    id: string,
    private readonly props: NfsProps,
  ) {
    super(...placed({ name: "ExistingFileSystem.nfs" }, scope, id));
    requireProps(this.where, NFS, props);
    const { capacityGiB = null, availabilityZones = [] } = props;
    describeAs(this, () => ({
      fileSystems: [
        describeHome({
          name: id,
          capacityGiB,
          deploymentType: null,
          backupRetentionDays: 0,
          availabilityZones,
          existing: true,
          // nothing is known of it; the review must not take it for encrypted
          encrypted: false,
        }),
      ],
    }));
  }

  /** Name in the model. */
  public get name(): string {
    return this.node.id;
  }

  /** The export at an absolute path of nodes. */
  public mount(path: string, options: MountOptions = {}): PoolMount {
    const { server, exportPath, version = NFS.version.default, connections = NFS.connections.default } = this.props;
    const settings = `hard,vers=${version},nconnect=${connections}`;
    const type = version === "3" ? "nfs" : "nfs4";
    const { where, name } = this;
    return nfsMount({ where, name, source: `${server}:${exportPath}`, options: settings, type }, path, options);
  }

  private get where(): string {
    return `ExistingFileSystem.nfs "${this.node.path}"`;
  }
}
