import { ManagedLustreFileSystem } from "@cdktf/provider-azurerm/lib/managed-lustre-file-system";
import { Construct } from "constructs";
import {
  isLustreCapacity,
  LUSTRE_THROUGHPUT,
  LUSTRE_TIERS,
  type LustreThroughput,
} from "../../../catalog/azure/lustre-tiers";
import { Problems } from "../../../errors";
import type { FileSystem } from "../../../model/model";
import { shown } from "../../../props/shown";
import { checkProps } from "../../common/check-props";
import { placed } from "../../common/placed";
import { describeAs } from "../shared/described";
import { zoneNumber } from "../shared/names";
import type { LustreStorageProps } from "./lustre-storage-props";
import { LUSTRE_STORAGE } from "./lustre-storage-table";

const WINDOW = { dayOfWeek: "Sunday", timeOfDayUtc: "03:00" } as const;

/** A file system at a path of a pool's nodes. */
export interface LustreMount {
  readonly fileSystem: string;
  readonly path: string;
  readonly readOnly: boolean;
  /** What the node runs to mount it; holds an address that only Terraform knows. */
  readonly script: string;
}

function checkCapacity(problems: Problems, capacityTiB: number, throughput: LustreThroughput): void {
  if (LUSTRE_TIERS[throughput] === undefined || isLustreCapacity(capacityTiB, throughput)) return;
  const { step, max } = LUSTRE_TIERS[throughput];
  const near = Math.min(max, Math.max(step, Math.round(capacityTiB / step) * step));
  const message = `capacityTiB must be a multiple of ${step} up to ${max} at ${throughput} MB/s per TiB, got ${capacityTiB}; use ${near}`;
  problems.add("out-of-range", "capacityTiB", message);
}

/**
 * Azure Managed Lustre in a subnet of its own, in the zone of the nodes. Nodes reach it over Ethernet, never over InfiniBand. It cannot be
 * destroyed by Terraform until its lifecycle says so.
 */
export class LustreStorage extends Construct {
  /** Name in the model. */
  public readonly name: string;
  public readonly fileSystem: ManagedLustreFileSystem;

  constructor(scope: Construct, id: string, props: LustreStorageProps) {
    super(...placed(new.target, scope, id));
    this.name = id;
    const where = `LustreStorage "${this.node.path}"`;
    const problems = checkProps(where, LUSTRE_STORAGE, props);
    const { network, capacityTiB, throughputPerTiB = LUSTRE_THROUGHPUT, maintenanceWindow = WINDOW } = props;
    checkCapacity(problems, capacityTiB, throughputPerTiB);
    problems.throwIfAny(where);
    this.fileSystem = new ManagedLustreFileSystem(this, "Resource", {
      ...network.place,
      name: `${network.clusterName}-${id}`,
      skuName: `AMLFS-Durable-Premium-${throughputPerTiB}`,
      storageCapacityInTb: capacityTiB,
      subnetId: network.lustreSubnet(id).id,
      zones: [zoneNumber(network.availabilityZone)],
      maintenanceWindow: { dayOfWeek: maintenanceWindow.dayOfWeek, timeOfDayInUtc: maintenanceWindow.timeOfDayUtc },
      lifecycle: { preventDestroy: true },
    });
    const described: FileSystem = {
      name: id,
      kind: "lustre",
      capacityGiB: capacityTiB * 1024,
      deploymentType: "AMLFS-Durable-Premium",
      storageType: "SSD",
      throughputPerTiB,
      throughputMBps: capacityTiB * throughputPerTiB,
      overFabric: false,
      metadataIops: null,
      compression: false,
      encrypted: true,
      deletionProtected: true,
      backupRetentionDays: 0,
      dataRepositories: [],
      availabilityZones: [network.availabilityZone],
      existing: false,
    };
    describeAs(this, () => ({ fileSystems: [described] }));
  }

  /**
   * The file system at an absolute path of nodes. Its name on the servers is always `lustrefs`.
   * @see https://learn.microsoft.com/azure/azure-managed-lustre/connect-clients
   */
  public mount(path: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): LustreMount {
    if (!/^\/[\w/-]*\w$/.test(path)) {
      const problems = new Problems();
      problems.add(
        "malformed",
        "path",
        `path must be absolute and name a folder, such as "/scratch", got ${shown(path)}`,
      );
      problems.throwIfAny(`LustreStorage "${this.node.path}"`);
    }
    const server = `${this.fileSystem.mgsAddress}@tcp:/lustrefs`;
    const script = `mkdir -p ${path}
grep -q ' ${path} lustre ' /etc/fstab || echo '${server} ${path} lustre ${readOnly ? "ro," : ""}noatime,flock,_netdev,nofail 0 0' >> /etc/fstab
mountpoint -q ${path} || mount ${path}
`;
    return { fileSystem: this.node.id, path, readOnly, script };
  }
}
