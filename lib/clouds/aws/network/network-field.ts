import { can, made } from "../../../props/nested-fields";
import type { IClusterNetwork } from "./i-cluster-network";

/** A network, made here or imported. */
export const network = () => made<IClusterNetwork>("a ClusterNetwork", can("tagsFor"));
