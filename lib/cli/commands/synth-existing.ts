import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { atLines } from "../../blueprint/at-lines";
import { readKubernetesBlueprint } from "../../blueprint/kubernetes-blueprint";
import { writeReview } from "../../clouds/common/write-review";
import { declareExisting, existingCluster } from "../../clouds/existing-clusters";
import { designOf } from "../../review/design";
import { reviewFiles } from "../../review/report/files";
import type { Review } from "../../review/review";
import { inOutputFolder } from "../output-folder";

/** A stack that was written, with its review. */
export interface WrittenStack {
  readonly directory: string;
  readonly files: readonly string[];
  readonly verdict: Review["verdict"];
  readonly counts: Review["counts"];
}

/** Writes the Terraform of a blueprint with `cloud: kubernetes`, and its review beside it. */
export function synthExisting(file: string, output: string): WrittenStack {
  const { name, props, cluster, result } = atLines(file, (problems) => {
    const blueprint = readKubernetesBlueprint(file, problems);
    return { ...blueprint, ...existingCluster(blueprint.name, blueprint.props, blueprint.acceptedFindings) };
  });
  return inOutputFolder("synth", "--output", output, () => {
    const app = new App({ outdir: output });
    declareExisting(new TerraformStack(app, name), name, props);
    const texts = reviewFiles(designOf(cluster), result);
    const directory = join(output, "stacks", name);
    app.synth();
    writeReview(directory, texts);
    const { verdict, counts } = result;
    return { directory, files: ["cdk.tf.json", ...Object.keys(texts)], verdict, counts };
  });
}
