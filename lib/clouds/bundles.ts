import type { Cluster } from "../model/model";
import { onPremBundle, writeOnPremBundle } from "./onprem/bundle";
import { defineOnPremCluster } from "./onprem/define-on-prem-cluster";
import { describeOnPremCluster } from "./onprem/describe-on-prem";
import type { OnPremClusterProps } from "./onprem/shared/on-prem-cluster-props";

/** Clusters that are written as a folder of files, as no cloud starts them: name in the model. */
export const BUNDLED = ["onprem"] as const satisfies readonly Cluster["cloud"][];

/** A cluster's model and the folder of files that it is. */
export interface Bundled {
  readonly cluster: Cluster;
  readonly paths: readonly string[];
  /** Writes the files below a folder. */
  write(folder: string): void;
}

/** What props of an `OnPremCluster` make. @throws WarpformError with all problems of the props at once */
export function bundled(props: object, where: string): Bundled {
  // Every value is checked by the table of the construct.
  const definition = defineOnPremCluster(props as OnPremClusterProps, where);
  const files = onPremBundle(definition);
  return {
    cluster: describeOnPremCluster(definition),
    paths: files.map(({ path }) => path),
    write: (folder) => writeOnPremBundle(files, folder),
  };
}
