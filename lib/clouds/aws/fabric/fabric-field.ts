import { made } from "../../../props/nested-fields";
import { says } from "../shared/aws-fields";
import type { InfiniBandFabric } from "./infiniband-fabric";

export const fabric = () => made<InfiniBandFabric>("an InfiniBandFabric", says("securityGroupId"));
