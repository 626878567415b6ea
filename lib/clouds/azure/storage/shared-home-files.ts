import { StorageAccount } from "@cdktf/provider-azurerm/lib/storage-account";
import { StorageShare } from "@cdktf/provider-azurerm/lib/storage-share";
import { Construct } from "constructs";
import { requireProps } from "../../common/check-props";
import { checkovSkips } from "../../common/checkov";
import { placed } from "../../common/placed";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { describeAs } from "../shared/describe-as";
import type { MountOptions, PoolMount } from "../shared/mount";
import { zoneNumber } from "../shared/names";
import { CLOSED_ACCOUNT, inOneDataCenter, replicationIn } from "../shared/storage-account";
import { describeHome } from "./describe-home";
import type { ISharedHome } from "./i-shared-home";
import { nfsMount } from "./nfs-mount";
import type { SharedHomeFilesProps } from "./shared-home-props";
import { SHARED_HOME_FILES } from "./shared-home-table";

/** Name of the share in the account. */
const SHARE = "home";

/** Days for which a deleted share can be restored. */
const RESTORABLE_DAYS = 14;

/** Mount options that Microsoft names for NFS shares. @see https://learn.microsoft.com/azure/storage/files/storage-files-how-to-mount-nfs-shares */
const OPTIONS = "vers=4,minorversion=1,sec=sys,nconnect=4";

const SKIPS = {
  CKV_AZURE_59: "network rules deny everybody but the subnet of the nodes",
  CKV_AZURE_206: "copies are in three zones of the Region of the nodes",
  CKV2_AZURE_33: "nodes reach it over a service endpoint",
  CKV2_AZURE_1: "files are encrypted with keys of the platform",
  CKV2_AZURE_38: "it holds no blobs",
} as const;

class FilesHome extends Construct implements ISharedHome {
  public readonly account: StorageAccount;
  public readonly share: StorageShare;

  constructor(scope: Construct, id: string, props: SharedHomeFilesProps) {
    super(...placed({ name: "SharedHome.files" }, scope, id));
    requireProps(this.where, SHARED_HOME_FILES, props);
    const { network, accountName, capacityGiB = SHARED_HOME_FILES.capacityGiB.default } = props;
    this.account = buildAccount(this, network, accountName);
    const linked = network.privateLink(this, "file", this.account.id);
    if (linked) this.account.publicNetworkAccessEnabled = false;
    checkovSkips(
      this.account,
      { ...SKIPS, ...inOneDataCenter(network.availabilityZone) },
      linked ? ["CKV_AZURE_59", "CKV2_AZURE_33"] : [],
    );
    this.share = new StorageShare(this, "Resource", {
      name: SHARE,
      storageAccountId: this.account.id,
      quota: capacityGiB,
      enabledProtocol: "NFS",
      lifecycle: { preventDestroy: true },
    });
    describeAs(this, () => ({
      fileSystems: [
        describeHome({
          name: id,
          capacityGiB,
          deploymentType: `Azure Files Premium ${replicationIn(network.availabilityZone)}`,
          rootSquashed: false,
          backupRetentionDays: 0,
          availabilityZones: zonesOfRegion(network),
        }),
      ],
    }));
  }

  public get name(): string {
    return this.node.id;
  }

  public mount(path: string, options: MountOptions = {}): PoolMount {
    const { where, name, account } = this;
    const source = `${account.primaryFileHost}:/${account.name}/${SHARE}`;
    return nfsMount({ where, name, source, options: OPTIONS, type: "aznfs" }, path, options);
  }

  private get where(): string {
    return `SharedHome.files "${this.node.path}"`;
  }
}

/** An account has its copies in all zones of the Region. */
const zonesOfRegion = ({ region, availabilityZone }: IClusterNetwork): readonly string[] =>
  zoneNumber(availabilityZone) === undefined ? [region] : [1, 2, 3].map((zone) => `${region}-${zone}`);

function buildAccount(scope: Construct, network: IClusterNetwork, name: string): StorageAccount {
  return new StorageAccount(scope, "account", {
    ...network.place,
    name,
    accountTier: "Premium",
    accountReplicationType: replicationIn(network.availabilityZone),
    accountKind: "FileStorage",
    ...CLOSED_ACCOUNT,
    sharedAccessKeyEnabled: false,
    shareProperties: { retentionPolicy: { days: RESTORABLE_DAYS } },
    networkRules: {
      defaultAction: "Deny",
      bypass: ["AzureServices"],
      virtualNetworkSubnetIds: [network.computeSubnetId],
    },
    lifecycle: { preventDestroy: true },
  });
}

/** See `SharedHome.files`. */
export function filesHome(scope: Construct, id: string, props: SharedHomeFilesProps): ISharedHome {
  return new FilesHome(scope, id, props);
}
