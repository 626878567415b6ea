import { z } from "zod";
import { defaultMetricsGiB, hasContainers, STATE_GIB } from "../../../../clouds/aws-rules";
import { ACCOUNTING, PARTITION, SLURM_HEAD_NODE, SLURM_MONITORING } from "../../../../clouds/aws-tables";
import { defaultAuthentication } from "../../../../slurm/definition/slurm-defaults";
import type { SlurmVersion } from "../../../../slurm/definition/versions";
import { defaultVersion } from "../../../../slurm/definition/versions";
import { fallback, type Place, section, unset } from "../../key";
import { keysOf } from "../../keys-of-table";
import { clusterName, part } from "../../place";
import { mountsSchema } from "../../schema-mounts";
import { partitionValues, prioritySchema, userSchema } from "../../schema-slurm-parts";
import { topologySchema } from "../../schema-topology";
import { strictObject } from "../../strict-object";
import { imageSchema } from "../schema-pools";

const names = z.array(z.string());

/** Whether jobs are accounted, in a database of yours. */
const isExternal = ({ owner }: Place): boolean => owner.kind === "external";
const isAccounted = ({ owner }: Place): boolean => owner.kind !== "none";

const partition = strictObject(() => ({
  pools: names.min(1).describe("Pools of this blueprint; nodes of the cheapest are filled first"),
  ...keysOf("SlurmHeadNode.partitions[]", PARTITION, { without: ["pools"], derived: partitionValues("slurm") }),
})).describe("What jobs are submitted to");

const accounting = strictObject(() =>
  keysOf("SlurmHeadNode.accounting", ACCOUNTING, {
    applies: {
      databaseHost: isExternal,
      databasePort: isExternal,
      databaseName: isExternal,
      databaseUser: isExternal,
      databaseCaFile: isExternal,
      passwordSecretArn: isExternal,
      purgeMonths: isAccounted,
    },
  }),
).describe("Where jobs are accounted");

const monitoring = strictObject(() =>
  keysOf("SlurmHeadNode.monitoring", SLURM_MONITORING, {
    derived: {
      storageGiB: ({ root }) => defaultMetricsGiB(Number(part(root, "slurm").stateVolumeGiB ?? STATE_GIB)),
    },
  }),
).describe("Prometheus on the head");

/** Props that are constructs, or whose own follow from the rest of the blueprint. */
const SAID_OTHERWISE = [
  "network",
  "partitions",
  "mounts",
  "image",
  "users",
  "accounting",
  "priority",
  "monitoring",
  "topology",
] as const;

export const slurmSchema = strictObject(() => ({
  partitions: z.array(partition).min(1).describe("What jobs are submitted to"),
  mounts: fallback(mountsSchema, [], "File systems of head and login nodes"),
  image: unset(imageSchema, "Image of head and login nodes", "Ubuntu 24.04"),
  ...keysOf("SlurmHeadNode", SLURM_HEAD_NODE, {
    without: SAID_OTHERWISE,
    derived: {
      slurmClusterName: ({ root }) => clusterName(root),
      authentication: ({
        owner: { version = defaultVersion, slurmPackages = SLURM_HEAD_NODE.slurmPackages.default },
      }) => defaultAuthentication(version as SlurmVersion, slurmPackages as "distribution" | "image"),
      containers: ({ owner }) =>
        hasContainers({ ...(owner as Parameters<typeof hasContainers>[0]), containers: undefined }),
    },
  }),
  users: fallback(z.array(userSchema("SlurmHeadNode")), [], "Users with fixed ids"),
  accounting: fallback(accounting, { kind: "local" }, "Where jobs are accounted"),
  priority: fallback(prioritySchema("SlurmHeadNode"), {}, "How a job's priority is made up"),
  monitoring: section(monitoring, "none"),
  topology: fallback(topologySchema, { kind: "none" }, "Which nodes lie near one another"),
})).describe("A Slurm cluster whose cloud nodes start and end with the jobs");

/** `slurm`: a Slurm cluster. */
export interface SlurmBlueprint extends z.infer<typeof slurmSchema> {}
