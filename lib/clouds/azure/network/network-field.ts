import { made } from "../../../props/nested-fields";
import type { ClusterNetwork } from "./cluster-network";

/** The network as a prop of other parts. */
export const network = () =>
  made<ClusterNetwork>("a ClusterNetwork of warpform/azure", (value) => "lustreSubnet" in value);
