import { weightsBytes } from "../../sizing/memory/model-memory";
import type { Design } from "../design";
import type { DataFigures } from "./data";
import type { ReliabilityFigures } from "./reliability";
import { storeOf } from "./store";

/** Something that lies in S3 as long as the cluster stands. */
export interface BucketContent {
  readonly name: string;
  readonly bytes: number;
}

/**
 * What the workload is known to keep in buckets: its dataset where it is read from S3 or imported from there, the newest
 * checkpoint where it is written or exported there, the weights of a model that is served from a bucket. How many older
 * checkpoints are kept nobody says, so the name tells the price of each.
 */
export function bucketContents(
  design: Design,
  data: DataFigures | null,
  reliability: ReliabilityFigures | null,
): BucketContent[] {
  const { workload, workPool: p, cluster } = design;
  if (p === null || workload === null) return [];
  if (workload.kind === "inference") {
    const held = cluster.buckets.some((b) => b.purpose === "checkpoints" || b.purpose === "datasets");
    return held ? [{ name: "weights in S3", bytes: weightsBytes(workload.model, workload.precision) }] : [];
  }
  const inS3 = (purpose: "datasets" | "checkpoints", way: "imports" | "exports") => {
    const store = storeOf(design, p, purpose);
    return store !== null && (store.fileSystem === null || store.fileSystem.dataRepositories.some((d) => d[way]));
  };
  return [
    ...(data !== null && inS3("datasets", "imports") ? [{ name: "dataset in S3", bytes: data.datasetBytes }] : []),
    ...(reliability !== null && inS3("checkpoints", "exports")
      ? [{ name: "checkpoint in S3; add the same for each one retained", bytes: reliability.checkpointBytes.expected }]
      : []),
  ];
}
