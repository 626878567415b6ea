import { optional, type Table } from "../../../../props/field";
import { flag, number, oneOf, text } from "../../../../props/simple-fields";
import { naming, securityGroup } from "../../shared/aws-fields";
import type { LustreStorageAttributes } from "./lustre-storage-props";

/** What LustreStorage.import takes. */
export const EXISTING_LUSTRE = {
  fileSystemId: naming(
    "lustre",
    text({ like: /^fs-[0-9a-f]{8,40}$/, words: "the id of a file system", example: "fs-0123456789abcdef0" }),
  ),
  mountName: text({
    like: /^[A-Za-z0-9_-]{1,8}$/,
    words: "Lustre's name of the file system, 1 to 8 letters and digits",
    example: "fsx",
  }),
  availabilityZone: text({ known: "nodes must be in it", example: "us-east-2a" }),
  dnsName: optional(text()),
  clientSecurityGroupId: optional(securityGroup()),
  efaEnabled: optional(flag(), false),
  capacityTiB: optional(number({ min: 0, unit: "TiB" })),
  throughputPerTiB: optional(number({ min: 0, unit: "MB/s per TiB" })),
  deploymentType: optional(oneOf(["PERSISTENT_2", "PERSISTENT_1", "SCRATCH_2", "SCRATCH_1"]), "PERSISTENT_2"),
} satisfies Table<LustreStorageAttributes>;
