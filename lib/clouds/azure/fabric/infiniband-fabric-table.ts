import { optional, type Table } from "../../../props/field";
import { oneOf } from "../../../props/simple-fields";
import { network } from "../network/network-field";
import type { InfiniBandFabricProps } from "./infiniband-fabric-props";

/** What an InfiniBandFabric takes. */
export const INFINIBAND_FABRIC = {
  network: network(),
  orchestration: optional(oneOf(["flexible", "uniform"]), "flexible"),
} satisfies Table<InfiniBandFabricProps>;
