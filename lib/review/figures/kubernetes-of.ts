import type { NodePool } from "../../model/model";
import type { Design, KubernetesScheduler } from "../design";

/** The Kubernetes cluster that a pool's nodes join; undefined where something else starts them. */
export function kubernetesOf(
  { kubernetes }: Pick<Design, "kubernetes">,
  { adoptedBy }: Pick<NodePool, "adoptedBy">,
): KubernetesScheduler | undefined {
  return adoptedBy?.kind === "kubernetes" ? kubernetes.find(({ name }) => name === adoptedBy.name) : undefined;
}
