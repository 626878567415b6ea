import { optional, type Table } from "../../../props/field";
import { flag, oneOf } from "../../../props/simple-fields";
import { network } from "../network/network-field";
import type { InfiniBandFabricProps } from "./infiniband-fabric-props";

/** What an InfiniBandFabric takes. */
export const INFINIBAND_FABRIC = {
  network: network(),
  orchestration: optional(oneOf(["flexible", "uniform"]), "flexible"),
  sharp: optional(flag(), false),
} satisfies Table<InfiniBandFabricProps>;
