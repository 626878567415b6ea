import { made } from "../../../props/nested-fields";
import type { IClusterNetwork } from "./i-cluster-network";

/** The network as a prop of other parts. */
export const network = () =>
  made<IClusterNetwork>(
    "a ClusterNetwork of warpform/azure",
    (value) => "virtualNetworkId" in value && "place" in value,
  );
