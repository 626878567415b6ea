import { NetappAccount } from "@cdktf/provider-azurerm/lib/netapp-account";
import { NetappPool } from "@cdktf/provider-azurerm/lib/netapp-pool";
import { NetappSnapshotPolicy } from "@cdktf/provider-azurerm/lib/netapp-snapshot-policy";
import { NetappVolume } from "@cdktf/provider-azurerm/lib/netapp-volume";
import { Fn } from "cdktf";
import { Construct } from "constructs";
import { checkProps } from "../../common/check-props";
import { placed } from "../../common/placed";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { describeAs } from "../shared/describe-as";
import type { MountOptions, PoolMount } from "../shared/mount";
import { zoneNumber } from "../shared/names";
import { describeHome } from "./describe-home";
import type { ISharedHome } from "./i-shared-home";
import { nfsMount } from "./nfs-mount";
import { filesHome } from "./shared-home-files";
import type { SharedHomeFilesProps, SharedHomeProps } from "./shared-home-props";
import { SHARED_HOME } from "./shared-home-table";

/** MiB/s per TiB. @see https://learn.microsoft.com/azure/azure-netapp-files/azure-netapp-files-service-levels */
const THROUGHPUT = { Standard: 16, Premium: 64, Ultra: 128 };

/** Hour of the day in UTC at which snapshots are taken. */
const SNAPSHOT_HOUR = 2;

/** Mount options for NFS 4.1. @see https://learn.microsoft.com/azure/azure-netapp-files/performance-linux-mount-options */
const OPTIONS = "hard,vers=4.1,tcp,rsize=262144,wsize=262144,nconnect=4";

/**
 * Homes on Azure NetApp Files, in the zone of the nodes, with daily snapshots. `SharedHome.files` has them on Azure Files instead, which is
 * cheaper and in three zones. Terraform destroys neither until its lifecycle says so.
 */
export class SharedHome extends Construct implements ISharedHome {
  /** Homes on a share of Azure Files, by NFS 4.1 and encrypted in transit, in a storage account of their own. */
  public static files(scope: Construct, id: string, props: SharedHomeFilesProps): ISharedHome {
    return filesHome(scope, id, props);
  }

  public readonly account: NetappAccount;
  public readonly pool: NetappPool;
  public readonly volume: NetappVolume;

  constructor(scope: Construct, id: string, props: SharedHomeProps) {
    super(...placed(new.target, scope, id));
    const problems = checkProps(this.where, SHARED_HOME, props);
    // the volume lets clients in by their address, as root
    if (problems.all.length === 0 && props.network.computeSubnetCidr === undefined)
      problems.add(
        "required",
        "network",
        "network must have a computeSubnetCidr, whose addresses alone may mount the volume, got undefined; give the imported network its computeSubnetCidr",
      );
    problems.throwIfAny(this.where);
    const { network, serviceLevel = SHARED_HOME.serviceLevel.default } = props;
    const capacityTiB = props.capacityTiB ?? SHARED_HOME.capacityTiB.default;
    const snapshots = props.snapshots ?? SHARED_HOME.snapshots.default;
    const name = `${network.clusterName}-${id}`;
    this.account = new NetappAccount(this, "account", { ...network.place, name });
    this.pool = new NetappPool(this, "pool", {
      ...network.place,
      name,
      accountName: this.account.name,
      serviceLevel,
      sizeInTb: capacityTiB,
    });
    this.volume = this.build(props, { name, serviceLevel, capacityTiB, snapshots });
    describeAs(this, () => ({
      fileSystems: [
        describeHome({
          name: id,
          capacityGiB: capacityTiB * 1024,
          deploymentType: `NetApp Files ${serviceLevel}`,
          throughputMBps: Math.round(capacityTiB * THROUGHPUT[serviceLevel] * 1.048576),
          rootSquashed: false,
          backupRetentionDays: snapshots,
          availabilityZones: [network.availabilityZone],
        }),
      ],
    }));
  }

  /** Name in the model. */
  public get name(): string {
    return this.node.id;
  }

  /** The volume at an absolute path of nodes. */
  public mount(path: string, options: MountOptions = {}): PoolMount {
    const { where, name, volume } = this;
    const source = `${Fn.element(volume.mountIpAddresses, 0)}:/${volume.volumePath}`;
    return nfsMount({ where, name, source, options: OPTIONS }, path, options);
  }

  private get where(): string {
    return `SharedHome "${this.node.path}"`;
  }

  private snapshotPolicy(network: IClusterNetwork, name: string, snapshots: number): NetappSnapshotPolicy {
    return new NetappSnapshotPolicy(this, "snapshots", {
      ...network.place,
      name,
      accountName: this.account.name,
      enabled: true,
      dailySchedule: { snapshotsToKeep: snapshots, hour: SNAPSHOT_HOUR, minute: 0 },
    });
  }

  private build(
    { network, subnetId }: SharedHomeProps,
    of: {
      readonly name: string;
      readonly serviceLevel: string;
      readonly capacityTiB: number;
      readonly snapshots: number;
    },
  ): NetappVolume {
    const { name, serviceLevel, capacityTiB, snapshots } = of;
    const { where } = this;
    const snapshotPolicyId = snapshots > 0 ? this.snapshotPolicy(network, name, snapshots).id : undefined;
    return new NetappVolume(this, "Resource", {
      ...network.place,
      name,
      accountName: this.account.name,
      poolName: this.pool.name,
      serviceLevel,
      volumePath: name,
      protocols: ["NFSv4.1"],
      networkFeatures: "Standard",
      securityStyle: "unix",
      zone: zoneNumber(network.availabilityZone),
      storageQuotaInGb: capacityTiB * 1024,
      subnetId: network.subnetFor({ kind: "netapp", where, name: this.name }, subnetId),
      snapshotDirectoryVisible: true,
      ...(snapshotPolicyId && { dataProtectionSnapshotPolicy: { snapshotPolicyId } }),
      exportPolicyRule: [
        {
          ruleIndex: 1,
          allowedClients: [network.computeSubnetCidr!],
          protocolsEnabled: ["NFSv4.1"],
          unixReadWrite: true,
          // the head makes home directories as root
          rootAccessEnabled: true,
        },
      ],
      lifecycle: { preventDestroy: true },
    });
  }
}
