import { made, says } from "../../../props/nested-fields";
import type { InfiniBandFabric } from "./infiniband-fabric";

export const fabric = () => made<InfiniBandFabric>("an InfiniBandFabric", says("securityGroupId"));
