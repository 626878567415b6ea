import type { TerraformStack } from "cdktf";
import type { Cluster } from "../model/model";
import type { Review } from "../review/review";
import type { Suppression } from "../review/suppression";
import { defineExisting } from "./anywhere/kubernetes/define-existing";
import { describeExisting, reviewExisting } from "./anywhere/kubernetes/describe-existing";
import type { ExistingKubernetesProps } from "./anywhere/kubernetes/existing-kubernetes-props";

/** A cluster that exists: its model and its review, in the words of its construct. */
export interface ExistingCluster {
  readonly cluster: Cluster;
  readonly result: Review;
}

/** What props of an `ExistingKubernetes` describe, without an engine. @throws WarpformError with all problems of the props at once */
export function existingCluster(name: string, props: object, accepted: readonly Suppression[]): ExistingCluster {
  // Every value is checked by the table of the construct.
  const cluster = describeExisting(defineExisting(props as ExistingKubernetesProps, name));
  return { cluster, result: reviewExisting(cluster, accepted) };
}

/** Declares what props of an `ExistingKubernetes` install. */
export function declareExisting(stack: TerraformStack, name: string, props: object): void {
  const { ExistingKubernetes } =
    require("./anywhere/kubernetes/existing-kubernetes") as typeof import("./anywhere/kubernetes/existing-kubernetes");
  new ExistingKubernetes(stack, name, props as ExistingKubernetesProps);
}
