import { Construct } from "constructs";
import { checkProps } from "../../common/check-props";
import { placed } from "../../common/placed";
import { describeAs } from "../shared/describe-as";
import type { MountOptions, PoolMount } from "../shared/mount";
import { zoneComplaint } from "../shared/names";
import { describeLustre } from "./describe-lustre";
import type { ILustreStorage } from "./i-lustre-storage";
import { lustreMount } from "./lustre-mount";
import type { LustreStorageAttributes } from "./lustre-storage-props";
import { EXISTING_LUSTRE } from "./lustre-storage-table";

class ImportedLustreStorage extends Construct implements ILustreStorage {
  constructor(
    scope: Construct,
    id: string,
    private readonly given: LustreStorageAttributes,
  ) {
    super(...placed({ name: "LustreStorage.import" }, scope, id));
    const problems = checkProps(this.where, EXISTING_LUSTRE, given);
    const { availabilityZone, capacityTiB = null, throughputPerTiB = null } = given;
    const complaint = zoneComplaint("availabilityZone", availabilityZone);
    if (complaint !== undefined) problems.add("malformed", "availabilityZone", complaint);
    problems.throwIfAny(this.where);
    const existing = { name: id, availabilityZone, capacityTiB, throughputPerTiB, existing: true };
    describeAs(this, () => ({ fileSystems: [describeLustre(existing)] }));
  }

  public get name(): string {
    return this.node.id;
  }

  public mount(path: string, options: MountOptions = {}): PoolMount {
    const { mgsAddress } = this.given;
    return lustreMount({ where: this.where, name: this.name, mgsAddress }, path, options);
  }

  private get where(): string {
    return `LustreStorage.import "${this.node.path}"`;
  }
}

/** See `LustreStorage.import`. */
export function importLustre(scope: Construct, id: string, attributes: LustreStorageAttributes): ILustreStorage {
  return new ImportedLustreStorage(scope, id, attributes);
}
