import { Construct } from "constructs";
import { lustreCapacityGiB } from "../../../../catalog/lustre-capacity";
import { Problems } from "../../../../errors";
import { describeAs } from "../../../common/described";
import { checkPropShapes } from "../../../common/prop-shapes";
import { isKnown } from "../../../common/terraform-text";
import type { PoolMount } from "../../shared/boot-step";
import { regionOf } from "../../shared/names";
import type { ILustreStorage, MountOptions } from "./i-lustre-storage";
import { lustreMount } from "./lustre-mount";

/** What must be said of a Lustre file system that is already there. */
export interface LustreStorageAttributes {
  /** `fs-0123456789abcdef0`. */
  readonly fileSystemId: string;
  /** Lustre's name of it, `fsx` or eight letters and digits; DescribeFileSystems says which. */
  readonly mountName: string;
  /** Zone of the servers. */
  readonly availabilityZone: string;
  /** @default - `<fileSystemId>.fsx.<region>.amazonaws.com` */
  readonly dnsName?: string;
  /** Security group that nodes need for mounting. @default - none: the network's own rules let them in */
  readonly clientSecurityGroupId?: string;
  /** Whether its servers speak EFA, so that nodes use it. @default false */
  readonly efaEnabled?: boolean;
  /** TiB as FSx counts them (1,200 GiB is 1.2); what sizing and the fill alarm go by. @default - unknown */
  readonly capacityTiB?: number;
  /** MB/s for each TiB, for sizing. @default - unknown */
  readonly throughputPerTiB?: number;
  /** For sizing and review. @default PERSISTENT_2 */
  readonly deploymentType?: "PERSISTENT_2" | "PERSISTENT_1" | "SCRATCH_2" | "SCRATCH_1";
}

class ImportedLustreStorage extends Construct implements ILustreStorage {
  public readonly fileSystemId: string;
  public readonly dnsName: string;
  public readonly mountName: string;
  public readonly capacityGiB: number | null;

  constructor(
    scope: Construct,
    id: string,
    private readonly given: LustreStorageAttributes,
  ) {
    super(scope, id);
    checkPropShapes(`LustreStorage.import "${this.node.path}"`, given, {
      fileSystemId: "text",
      mountName: "text",
      availabilityZone: "text",
      efaEnabled: "boolean?",
    });
    this.validate();
    this.fileSystemId = given.fileSystemId;
    this.mountName = given.mountName;
    this.dnsName = given.dnsName ?? `${given.fileSystemId}.fsx.${regionOf(given.availabilityZone)}.amazonaws.com`;
    this.capacityGiB = given.capacityTiB === undefined ? null : lustreCapacityGiB(given.capacityTiB);
    describeAs(this, () => ({
      fileSystems: [
        {
          name: id,
          kind: "lustre",
          capacityGiB: this.capacityGiB,
          deploymentType: given.deploymentType ?? "PERSISTENT_2",
          storageType: null,
          throughputPerTiB: given.throughputPerTiB ?? null,
          efaEnabled: given.efaEnabled ?? false,
          metadataIops: null,
          compression: false,
          encrypted: true,
          deletionProtected: true,
          backupRetentionDays: 0,
          dataRepositories: [],
          availabilityZones: [given.availabilityZone],
          existing: true,
        },
      ],
    }));
  }

  public get name(): string {
    return this.node.id;
  }

  public mount(path: string, options: MountOptions = {}): PoolMount {
    const target = {
      name: this.name,
      source: this,
      dnsName: this.dnsName,
      mountName: this.mountName,
      efaEnabled: this.given.efaEnabled ?? false,
      clientSecurityGroupId: this.given.clientSecurityGroupId,
      availabilityZones: [this.given.availabilityZone],
    };
    return lustreMount(target, path, options);
  }

  private validate(): void {
    const problems = new Problems();
    const { fileSystemId, mountName, availabilityZone } = this.given;
    if (isKnown(fileSystemId) && !/^fs-[0-9a-f]{8,40}$/.test(fileSystemId)) {
      problems.add(
        "malformed",
        "fileSystemId",
        `fileSystemId must look like "fs-0123456789abcdef0", got "${fileSystemId}"`,
      );
    }
    if (isKnown(mountName) && !/^[A-Za-z0-9_-]{1,8}$/.test(mountName)) {
      problems.add(
        "malformed",
        "mountName",
        `mountName must be Lustre's name of the file system, 1 to 8 letters and digits such as "fsx", got "${mountName}"`,
      );
    }
    if (!isKnown(availabilityZone) || regionOf(availabilityZone) === undefined) {
      problems.add(
        "malformed",
        "availabilityZone",
        `availabilityZone must be a zone name known at synth, such as "us-east-2a", got "${availabilityZone}"`,
      );
    }
    problems.throwIfAny(`LustreStorage.import "${this.node.path}"`);
  }
}

/** See `LustreStorage.import`. */
export function importLustreStorage(scope: Construct, id: string, attributes: LustreStorageAttributes): ILustreStorage {
  return new ImportedLustreStorage(scope, id, attributes);
}
