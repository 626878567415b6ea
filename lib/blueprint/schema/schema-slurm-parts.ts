import { defaultHalfLifeDays, defaultTimeMinutes, isDefaultPartition } from "../../slurm/definition/slurm-defaults";
import { SLURM_PRIORITY, SLURM_USER } from "../../slurm/definition/slurm-tables";
import type { Place } from "./key";
import { keysOf } from "./keys-of-table";
import { part, parts } from "./place";
import { strictObject } from "./strict-object";

// Keys of Slurm's parts that mean the same in every cluster, whoever runs its controller and in whichever cloud.

/** The time limit that a partition's jobs get unless they ask, by the most that it allows. */
const timeMinutes = ({ owner }: Place) => defaultTimeMinutes(owner.maxTimeMinutes as number | undefined);

/** Values of a partition that follow where it has nodes of the blueprint's own cluster alone, as it has on a site's Slurm. */
export const burstPartitionValues = { defaultTimeMinutes: timeMinutes };

/** Values of a partition that follow from it and the others; `key` is that of the cluster in a blueprint. */
export const partitionValues = (key: string) => ({
  default: ({ root, path }: Place) => {
    const [here, all] = [Number(path.at(-1)), parts(part(root, key), "partitions")];
    return isDefaultPartition(
      here,
      all.map((one, index) => (index === here ? {} : one)),
    );
  },
  defaultTimeMinutes: timeMinutes,
});

/** A user; `construct` is what docs/props.md calls the cluster. */
export const userSchema = (construct: string) =>
  strictObject(() =>
    keysOf(`${construct}.users[]`, SLURM_USER, { derived: { gid: ({ owner }) => Number(owner.uid) } }),
  ).describe("A user with a fixed id");

/** How a job's priority is made up. */
export const prioritySchema = (construct: string) =>
  strictObject(() =>
    keysOf(`${construct}.priority`, SLURM_PRIORITY, {
      derived: {
        halfLifeDays: ({ owner }) => defaultHalfLifeDays(String(owner.usageReset ?? SLURM_PRIORITY.usageReset.default)),
      },
    }),
  ).describe("Factors of a job's priority; weights are relative, 0 disables a factor");
