import { Construct } from "constructs";
import { lustreCapacityGiB } from "../../../../catalog/storage/lustre-capacity";
import type { FileSystem } from "../../../../model/model";
import { checkProps } from "../../../common/check-props";
import { placed } from "../../../common/placed";
import type { PoolMount } from "../../shared/boot-step";
import { describeAs } from "../../shared/describe-as";
import { givenIn } from "../../shared/given-resources";
import { regionOf } from "../../shared/names";
import type { ILustreStorage, MountOptions } from "./i-lustre-storage";
import { lustreMount } from "./lustre-mount";
import { EXISTING_LUSTRE } from "./lustre-storage-import-table";
import type { LustreStorageAttributes } from "./lustre-storage-props";

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
    super(...placed({ name: "LustreStorage.import" }, scope, id));
    const problems = checkProps(`LustreStorage.import "${this.node.path}"`, EXISTING_LUSTRE, given);
    if (regionOf(given.availabilityZone) === undefined) {
      problems.add(
        "malformed",
        "availabilityZone",
        `availabilityZone must be a zone name known at synth, such as "us-east-2a", got "${given.availabilityZone}"`,
      );
    }
    problems.throwIfAny(`LustreStorage.import "${this.node.path}"`);
    this.fileSystemId = given.fileSystemId;
    this.mountName = given.mountName;
    this.dnsName = given.dnsName ?? `${given.fileSystemId}.fsx.${regionOf(given.availabilityZone)}.amazonaws.com`;
    this.capacityGiB = given.capacityTiB === undefined ? null : lustreCapacityGiB(given.capacityTiB);
    describeAs(this, () => ({
      fileSystems: [this.describe()],
      given: givenIn(EXISTING_LUSTRE, given, { fileSystemId: { expects: { mountName: given.mountName } } }),
    }));
  }

  private describe(): FileSystem {
    const { given } = this;
    return {
      name: this.node.id,
      kind: "lustre",
      capacityGiB: this.capacityGiB,
      deploymentType: given.deploymentType ?? EXISTING_LUSTRE.deploymentType.default,
      storageType: null,
      throughputPerTiB: given.throughputPerTiB ?? null,
      overFabric: given.efaEnabled ?? false,
      metadataIops: null,
      compression: false,
      encrypted: true,
      deletionProtected: true,
      backupRetentionDays: 0,
      dataRepositories: [],
      availabilityZones: [given.availabilityZone],
      existing: true,
    };
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
}

/** See `LustreStorage.import`. */
export function importLustreStorage(scope: Construct, id: string, attributes: LustreStorageAttributes): ILustreStorage {
  return new ImportedLustreStorage(scope, id, attributes);
}
