import { type PulledChart, type PulledImage, pulledBelow } from "../../clouds/common/pulled-images";
import { buildInMemory } from "../build-in-memory";
import { textTable } from "../terminal/text-table";

/** What a design pulls from registries: as JSON, everything there is to copy into a mirror. */
interface PulledFiles {
  readonly images: readonly PulledImage[];
  readonly charts: readonly PulledChart[];
}

function tables({ images, charts }: PulledFiles): string {
  const imageRows = images.map(({ image, pulledFrom, digest }) => [
    image,
    pulledFrom === image ? "" : pulledFrom,
    digest === null ? "tag" : "digest",
  ]);
  const chartRows = charts.map(({ chart, repository, pulledFrom, version }) => [
    `${chart} ${version ?? "newest"}`,
    repository,
    pulledFrom === repository ? "" : pulledFrom,
  ]);
  return [
    textTable(["image", "pulled from", "pinned by"], imageRows),
    textTable(["chart", "repository", "pulled from"], chartRows),
  ].join("\n\n");
}

/** Lists every container image and Helm chart of a blueprint's cluster, to be copied into a mirror. */
export function imagesCommand(
  paths: readonly string[],
  { set, json }: { readonly set: readonly string[]; readonly json?: boolean },
): void {
  const { app } = buildInMemory(paths, set);
  const pulled = pulledBelow(app);
  if (json) console.log(JSON.stringify(pulled, undefined, 2));
  else if (pulled.images.length === 0)
    console.log("this design starts no containers (Slurm jobs name their own images)");
  else console.log(tables(pulled));
}
