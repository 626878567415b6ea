import { CLUSTER_NAME } from "../model/cluster-name";
import type { Suppression } from "../review/suppression";
import { isData, readPlainBlueprint, refuse } from "./plain-blueprint";
import type { WorkloadBlueprint } from "./schema/schema-workload";

/** What a blueprint with `cloud: kubernetes` says. */
export interface KubernetesBlueprint {
  /** Name of the cluster and its stack. */
  readonly name: string;
  /** Props of an `ExistingKubernetes`, not checked yet. */
  readonly props: object;
  readonly acceptedFindings: readonly Suppression[];
  /** The workload as it is written there; in `props` it is in the terms of the model. */
  readonly workload: WorkloadBlueprint | undefined;
}

/**
 * Reads a blueprint with `cloud: kubernetes`: a `name`, the props of an `ExistingKubernetes` under their own names, and a `workload` and
 * `acceptedFindings` as in other blueprints.
 * @throws WarpformError where the file is no such blueprint
 */
export function readKubernetesBlueprint(file: string): KubernetesBlueprint {
  const { data, workload } = readPlainBlueprint(file, ["kubernetes"], "cloud, name, platform and pools");
  const { name, acceptedFindings = [], ...props } = data;
  if (typeof name !== "string" || !CLUSTER_NAME.test(name))
    return refuse(
      file,
      name === undefined ? "required" : "malformed",
      "name",
      `name must be lower-case letters, digits and -, 2 to 40, got ${JSON.stringify(name)}; use one such as "train-coreweave"`,
    );
  if (!Array.isArray(acceptedFindings) || !acceptedFindings.every(isData))
    return refuse(
      file,
      "malformed",
      "acceptedFindings",
      'acceptedFindings must be a list of objects; write - { rule: gpu-nodes-always-on, reason: "…" }',
    );
  // The review checks each.
  return { name, props, acceptedFindings: acceptedFindings as unknown as readonly Suppression[], workload };
}
