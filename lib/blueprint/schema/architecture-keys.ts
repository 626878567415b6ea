import { z } from "zod";
import { catalogName } from "./catalog-names";
import { derived, fallback, type Place, unset } from "./key";
import { reason, sizeWithout } from "./size-architecture";

// Keys of architectures in every cloud, whose values follow from the workload.

const count = z.number().int();

/** Type of the nodes. */
export const instanceType = derived(
  catalogName("instanceTypeWithAccelerators"),
  "Instance type of the nodes",
  "the cheapest that meets the deadline or the latency objectives",
  (place) => sizeWithout("instanceType", place)?.instanceType,
  (place) => reason(sizeWithout("instanceType", place), "nodes"),
);

/** Nodes, under the name that the architecture has for them. */
export const nodesKey = (key: "nodes" | "nodesPerRun", is: string) =>
  derived(
    count.meta({ minimum: 1 }),
    is,
    "the fewest that make the work cheapest and meet the deadline or the latency objectives",
    (place: Place) => sizeWithout(key, place)?.nodes,
    (place) => reason(sizeWithout(key, place), "nodes"),
  );

/** Nodes of a training run kept for failures. */
export const spareNodes = derived(
  count.min(0),
  "Nodes kept for failures",
  "so that no repair holds the run up 95 % of the time",
  (place) => sizeWithout("spareNodes", place)?.spareNodes,
  (place) => reason(sizeWithout("spareNodes", place), "spareNodes"),
);

/** Fine-tuning runs at the same time. */
export const runsAtOnce = fallback(count.min(1), 1, "Runs at once, which the nodes are multiplied by");

/** Who shares the GPUs of a fine-tuning cluster. */
export const teams = unset(z.array(z.string()), "Teams that share the GPUs evenly", "none; first come, first served");

/** Where fine-tuning runs read. */
export const datasets = unset(
  z.enum(["nvme", "lustre"]),
  "Where runs read datasets",
  "nvme, or lustre where lustre or existingLustre is given",
);

/** A file system that is there already. */
export const existingLustre = unset(
  z.string(),
  "Lustre file system of this blueprint, in place of a new one",
  "one is made",
);

/** Props of the file system of a training run, where capacity and throughput follow. */
export const sizedLustre = <Props extends z.ZodType>(props: Props) =>
  derived(
    props,
    "Further props of the file system",
    "capacity and throughput for the run",
    (place) => {
      const lustre = place.owner.existingLustre === undefined ? sizeWithout("lustre", place)?.lustre : null;
      return lustre as z.output<Props> | null | undefined;
    },
    (place) => reason(sizeWithout("lustre", place), "lustre"),
    true,
  );
