import { Problems } from "../errors";
import { CLUSTER_NAME } from "../model/cluster-name";
import type { Suppression } from "../review/suppression";
import { isData, readPlainBlueprint } from "./plain-blueprint";
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

/** Name with which the rest of a blueprint is checked where its own is wrong. */
const STAND_IN = "cluster";

/**
 * Reads a blueprint with `cloud: kubernetes`: a `name`, the props of an `ExistingKubernetes` under their own names, and a `workload` and
 * `acceptedFindings` as in other blueprints.
 * @param problems what is wrong is added to these, for more to be found; without, it is thrown
 * @throws WarpformError where the file is no such blueprint
 */
export function readKubernetesBlueprint(file: string, problems?: Problems): KubernetesBlueprint {
  const found = problems ?? new Problems();
  const { data, workload } = readPlainBlueprint(file, ["kubernetes"], "cloud, name, platform and pools", found);
  const { name, acceptedFindings = [], ...props } = data;
  const isName = typeof name === "string" && CLUSTER_NAME.test(name);
  if (!isName)
    found.add(
      name === undefined ? "required" : "malformed",
      "name",
      `name must be lower-case letters, digits and -, 2 to 40, got ${JSON.stringify(name)}; use one such as "train-coreweave"`,
    );
  const isList = Array.isArray(acceptedFindings) && acceptedFindings.every(isData);
  if (!isList)
    found.add(
      "malformed",
      "acceptedFindings",
      'acceptedFindings must be a list of objects; write - { rule: gpu-nodes-always-on, reason: "…" }',
    );
  if (problems === undefined) found.throwIfAny(file);
  // The review checks each.
  const accepted = isList ? (acceptedFindings as unknown as readonly Suppression[]) : [];
  return { name: isName ? name : STAND_IN, props, acceptedFindings: accepted, workload };
}
