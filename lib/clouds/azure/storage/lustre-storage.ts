import { ManagedLustreFileSystem } from "@cdktf/provider-azurerm/lib/managed-lustre-file-system";
import { Construct } from "constructs";
import {
  isLustreCapacity,
  LUSTRE_THROUGHPUT,
  LUSTRE_TIERS,
  type LustreThroughput,
} from "../../../catalog/azure/lustre-tiers";
import type { Problems } from "../../../errors";
import { leaveOut } from "../../../remedies/remedy";
import { prop, say } from "../../../remedies/sentence";
import { checkProps } from "../../common/check-props";
import { placed } from "../../common/placed";
import { waitFor } from "../../common/resources-within";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { describeAs } from "../shared/describe-as";
import type { MountOptions, PoolMount } from "../shared/mount";
import { zoneNumber, zonesOf } from "../shared/names";
import { describeLustre } from "./describe-lustre";
import type { ILustreStorage } from "./i-lustre-storage";
import { LustreBlobs } from "./lustre-blobs";
import { expandTo } from "./lustre-expansion";
import { keepInStep } from "./lustre-jobs";
import { lustreMount } from "./lustre-mount";
import { importLustre } from "./lustre-storage-import";
import type { LustreBlobsProps, LustreStorageAttributes, LustreStorageProps } from "./lustre-storage-props";
import { LUSTRE_STORAGE } from "./lustre-storage-table";

const WINDOW = { dayOfWeek: "Sunday", timeOfDayUtc: "03:00" } as const;

function checkCapacity(problems: Problems, capacityTiB: number, throughput: LustreThroughput): void {
  if (LUSTRE_TIERS[throughput] === undefined || isLustreCapacity(capacityTiB, throughput)) return;
  const { step, max } = LUSTRE_TIERS[throughput];
  const near = Math.min(max, Math.max(step, Math.round(capacityTiB / step) * step));
  const message = `capacityTiB must be a multiple of ${step} up to ${max} at ${throughput} MB/s per TiB, got ${capacityTiB}; use ${near}`;
  problems.add("out-of-range", "capacityTiB", message);
}

/** @see https://registry.terraform.io/providers/hashicorp/azurerm/4.55.0/docs/resources/managed_lustre_file_system#zones-1 */
function checkZone(problems: Problems, network: IClusterNetwork | undefined): void {
  const zone = network?.availabilityZone;
  if (zone === undefined || zoneNumber(zone) !== undefined) return;
  const message = say`${prop("network")} must be in a Region with availability zones, as a Managed Lustre file system is made in one, got "${zone}"; use SharedHome or a CheckpointBucket there, or a network in a zone such as "eastus-1"`;
  problems.add("not-allowed", "network", message);
}

/** @see https://learn.microsoft.com/azure/azure-managed-lustre/auto-import#prerequisites */
function checkJobs(problems: Problems, blobs: LustreBlobsProps | undefined): void {
  if (blobs?.autoExport === undefined || blobs.autoImport === undefined) return;
  const message = say`${prop("blobs.autoImport")} cannot be set with ${prop("blobs.autoExport")}: Managed Lustre runs one job of blob integration at a time; ${leaveOut("blobs.autoImport")} or ${leaveOut("blobs.autoExport")}`;
  problems.add("conflict", "blobs.autoImport", message);
}

/**
 * Azure Managed Lustre in its own subnet, in the zone of the nodes. Nodes reach it over Ethernet, never over InfiniBand. It cannot be
 * destroyed by Terraform until its lifecycle says so.
 */
export class LustreStorage extends Construct implements ILustreStorage {
  /** A file system that exists. */
  public static import(scope: Construct, id: string, attributes: LustreStorageAttributes): ILustreStorage {
    return importLustre(scope, id, attributes);
  }

  /** Name in the model. */
  public readonly name: string;
  public readonly fileSystem: ManagedLustreFileSystem;
  /** The account of the blobs that it shows as files. */
  public readonly blobs?: LustreBlobs;

  constructor(scope: Construct, id: string, props: LustreStorageProps) {
    super(...placed(new.target, scope, id));
    this.name = id;
    const problems = checkProps(this.where, LUSTRE_STORAGE, props);
    const { network, capacityTiB, throughputPerTiB = LUSTRE_THROUGHPUT, blobs } = props;
    checkCapacity(problems, capacityTiB, throughputPerTiB);
    checkJobs(problems, blobs);
    checkZone(problems, network);
    problems.throwIfAny(this.where);
    if (blobs) this.blobs = new LustreBlobs(this, "blobs", network, blobs);
    this.fileSystem = this.build(props, throughputPerTiB);
    // its servers need the rules of their subnet, and its way out
    waitFor(this.fileSystem, () => [network]);
    expandTo(this, this.fileSystem, capacityTiB);
    const { availabilityZone, place } = network;
    if (blobs) keepInStep(this, { fileSystem: this.fileSystem, location: place.location, blobs });
    const described = { name: id, availabilityZone, capacityTiB, throughputPerTiB, existing: false };
    describeAs(this, () => ({
      fileSystems: [describeLustre({ ...described, blobs })],
      buckets: blobs ? [{ ...BLOBS_BUCKET, name: `${id}-blobs` }] : [],
    }));
  }

  /** The file system at an absolute path of nodes. */
  public mount(path: string, options: MountOptions = {}): PoolMount {
    const { mgsAddress } = this.fileSystem;
    return lustreMount({ where: this.where, name: this.name, mgsAddress }, path, options);
  }

  private get where(): string {
    return `LustreStorage "${this.node.path}"`;
  }

  private build(props: LustreStorageProps, throughputPerTiB: number): ManagedLustreFileSystem {
    const { network, capacityTiB, maintenanceWindow = WINDOW } = props;
    const { where, name } = this;
    return new ManagedLustreFileSystem(this, "Resource", {
      ...network.place,
      name: `${network.clusterName}-${name}`,
      skuName: `AMLFS-Durable-Premium-${throughputPerTiB}`,
      storageCapacityInTb: capacityTiB,
      subnetId: network.subnetFor({ kind: "lustre", where, name, capacityTiB }, props.subnetId),
      zones: zonesOf(network.availabilityZone)!,
      maintenanceWindow: { dayOfWeek: maintenanceWindow.dayOfWeek, timeOfDayInUtc: maintenanceWindow.timeOfDayUtc },
      ...(this.blobs && { hsmSetting: this.blobs.setting, dependsOn: [this.blobs.ready] }),
      // it grows by a job, which the provider does not know and would undo by making the file system anew
      lifecycle: { preventDestroy: true, ignoreChanges: ["storage_capacity_in_tb"] },
    });
  }
}

const BLOBS_BUCKET = {
  purpose: "datasets",
  versioned: false,
  encrypted: true,
  publicAccessBlocked: true,
  deletionProtected: true,
} as const;
