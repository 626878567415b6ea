import { weightsBytes } from "../../sizing/memory/model-memory";
import { MB } from "../../units/bytes";
import { objectStorageOf } from "../clouds/list";
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
 * What the workload is known to keep in buckets: its dataset where it is read from one or imported from there, the newest
 * checkpoint where it is written or exported there, the weights of a model that is served from a bucket. How many older
 * checkpoints are kept nobody says, so the name tells the price of each.
 */
export function bucketContents(
  design: Design,
  data: DataFigures | null,
  reliability: ReliabilityFigures | null,
): BucketContent[] {
  const { workload, workPool: p, cluster } = design;
  const storage = objectStorageOf(design);
  if (p === null || workload === null) return [];
  if (workload.kind === "inference") {
    const held = cluster.buckets.some((b) => b.purpose === "checkpoints" || b.purpose === "datasets");
    return held ? [{ name: `weights in ${storage}`, bytes: weightsBytes(workload.model, workload.precision) }] : [];
  }
  if (
    workload.kind === "batch" &&
    workload.writeMBPerUnit > 0 &&
    storeOf(design, p, "checkpoints")?.fileSystem === null
  )
    return [{ name: `results in ${storage}`, bytes: workload.units * workload.writeMBPerUnit * MB }];
  const inBucket = (purpose: "datasets" | "checkpoints", way: "imports" | "exports") => {
    const store = storeOf(design, p, purpose);
    return store !== null && (store.fileSystem === null || store.fileSystem.dataRepositories.some((d) => d[way]));
  };
  return [
    ...(data !== null && inBucket("datasets", "imports")
      ? [{ name: `dataset in ${storage}`, bytes: data.datasetBytes }]
      : []),
    ...(reliability !== null && inBucket("checkpoints", "exports")
      ? [
          {
            name: `checkpoint in ${storage}; add the same for each one retained`,
            bytes: reliability.checkpointBytes.expected,
          },
        ]
      : []),
  ];
}
