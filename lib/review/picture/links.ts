import type { Design } from "../design";
import { storeOf } from "../figures/store";
import type { Review } from "../review";
import { bottleneckOf } from "./bottleneck";
import type { PictureLink } from "./types";

/** What a workload reads and writes, unlike logs and programs. */
const DATA = ["checkpoints", "datasets"];

const link = (from: string, to: string, label = "", limits = false): PictureLink => ({ from, to, label, limits });

/** What passes between the parts of a design: who starts which nodes, what they mount, where data comes from. */
export function linksOf(design: Design, review: Review): PictureLink[] {
  const { cluster, pools, mounts, workPool } = design;
  const limited =
    bottleneckOf(review)?.where === "storage" && workPool !== null ? storeOf(design, workPool, "datasets") : null;
  const passedOn = (bucket: string) =>
    cluster.fileSystems.some(({ dataRepositories }) => dataRepositories.some((d) => d.bucket === bucket));
  return [
    ...cluster.schedulers.map(({ name }) => link("users", `schedulers.${name}`)),
    ...pools.flatMap(({ pool, path }) => (pool.adoptedBy ? [link(`schedulers.${pool.adoptedBy.name}`, path)] : [])),
    ...mounts.flatMap(({ pool, fileSystem, mountPath }) =>
      fileSystem === null
        ? []
        : [
            link(
              pool.path,
              `fileSystems.${fileSystem.name}`,
              mountPath,
              pool === workPool && fileSystem === limited?.fileSystem,
            ),
          ],
    ),
    ...cluster.fileSystems.flatMap(({ name, dataRepositories }) =>
      dataRepositories.map((d) => {
        const ways = [d.imports ? "import" : "", d.exports ? "export" : ""].filter((way) => way !== "");
        return link(`fileSystems.${name}`, `buckets.${d.bucket}`, ways.join(", "));
      }),
    ),
    // A bucket that no file system passes on is read and written by the nodes of the workload.
    ...cluster.buckets.flatMap(({ name, purpose }) =>
      workPool !== null && DATA.includes(purpose) && !passedOn(name) ? [link(workPool.path, `buckets.${name}`)] : [],
    ),
  ];
}
