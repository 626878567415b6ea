import type { AdopterKind } from "../../model/adopters";
import { FLEET } from "./fleet/fleet-adopter";
import { KUBERNETES } from "./kubernetes/platform/kubernetes-adopter";
import { PCS } from "./pcs/pcs-adopter";
import type { AdopterTraits } from "./pools/pool-adopter";
import { SLURM } from "./slurm/slurm-adopter";

/** What holds of nodes by who starts them. */
export const adopterTraits: Readonly<Record<AdopterKind, AdopterTraits>> = {
  slurm: SLURM,
  pcs: PCS,
  kubernetes: KUBERNETES,
  fleet: FLEET,
};
