import { optional, type Table } from "../../../props/field";
import { oneOf, whole } from "../../../props/simple-fields";
import { network } from "../network/network-field";
import { securityGroup } from "../shared/aws-fields";
import type { InfiniBandFabricProps } from "./infiniband-fabric-props";

/** What an InfiniBandFabric takes. */
export const INFINIBAND_FABRIC = {
  network: network(),
  nicLayout: optional(oneOf(["ip-saving", "ena-bandwidth", "legacy-all-efa"]), "ip-saving"),
  securityGroupId: optional(securityGroup()),
  hugePages2MiB: optional(whole({ min: 0, max: 1_048_576, unit: "pages" })),
} satisfies Table<InfiniBandFabricProps>;
