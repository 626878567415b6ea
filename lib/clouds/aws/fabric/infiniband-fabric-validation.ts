import { requireProps } from "../../common/check-props";
import type { InfiniBandFabricProps } from "./infiniband-fabric-props";
import { INFINIBAND_FABRIC } from "./infiniband-fabric-table";

/** Checks what an InfiniBandFabric was given; throws one error with all problems. */
export function validateInfiniBandFabric(path: string, props: InfiniBandFabricProps): void {
  requireProps(`InfiniBandFabric "${path}"`, INFINIBAND_FABRIC, props);
}
