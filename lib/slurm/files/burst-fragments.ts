import type { SlurmCluster } from "../definition/slurm-cluster";
import { slurmFeatures } from "../definition/versions";
import { gresConf } from "./gres-conf";
import { nodeLines } from "./node-lines";
import { partitionLines } from "./partition-lines";

/** Where a site's Slurm finds the programs that start and end nodes elsewhere. */
export interface BurstPrograms {
  readonly resume: string;
  readonly suspend: string;
  readonly resumeFail: string;
}

/** Files that a slurm.conf of somebody's own includes, by name. */
export interface BurstFragments {
  /** Options of the whole cluster: a slurm.conf that has one of them already keeps one of the two. */
  readonly "warpform-power.conf": string;
  /** Nodes and partitions in the cloud. */
  readonly "warpform-nodes.conf": string;
  /** Their GPUs, for gres.conf. */
  readonly "warpform-gres.conf": string;
}

const head = (what: string, { name, version }: SlurmCluster) =>
  `# ${what} of ${name} for Slurm ${version}, written by warpform; changes belong in the stack, not here`;

/**
 * What a site's own slurm.conf includes so that its slurmctld starts nodes in a cloud. Nothing of the site is suspended: SuspendTime is
 * INFINITE for all, and that of the cloud's partitions their own.
 * @see https://slurm.schedmd.com/power_save.html#hybrid_cluster
 */
export function burstFragments(cluster: SlurmCluster, programs: BurstPrograms): BurstFragments {
  const { cloudParameters, communicationParameters, privateData, treeWidth } = slurmFeatures(cluster.version);
  const lists = [
    ["SlurmctldParameters", ["enable_configless", "idle_on_node_suspend", ...cloudParameters]],
    ["CommunicationParameters", communicationParameters],
    // else nodes that are off are not shown
    ["PrivateData", privateData],
  ] as const;
  return {
    "warpform-power.conf": [
      head("power saving of cloud nodes", cluster),
      `ResumeProgram=${programs.resume}`,
      `ResumeFailProgram=${programs.resumeFail}`,
      `SuspendProgram=${programs.suspend}`,
      `ResumeTimeout=${cluster.resumeTimeoutSeconds}`,
      `SuspendTimeout=${cluster.suspendTimeoutSeconds}`,
      "# nodes of the site are never suspended",
      "SuspendTime=INFINITE",
      "ResumeRate=0",
      "SuspendRate=0",
      ...lists.flatMap(([key, values]) => (values.length > 0 ? [`${key}=${values.join(",")}`] : [])),
      ...(treeWidth === null ? [] : [`TreeWidth=${treeWidth}`]),
      "",
    ].join("\n"),
    "warpform-nodes.conf": [
      head("cloud nodes and partitions", cluster),
      ...cluster.pools.flatMap(nodeLines),
      ...partitionLines(cluster),
      "",
    ].join("\n"),
    "warpform-gres.conf": gresConf(cluster),
  };
}

const INCLUDED = ["warpform-power.conf", "warpform-nodes.conf"] as const;
const CONFIGLESS = "SlurmctldParameters=enable_configless";

/** A site's slurm.conf that includes the fragments, whose options it must not have as well. */
export function withBurst(slurmConf: string): string {
  const own = slurmConf.split("\n").filter((line) => line !== CONFIGLESS);
  return [
    ...own,
    "# nodes in a cloud; names must be relative, or nodes do not get the files",
    ...INCLUDED.map((file) => `Include ${file}`),
    "",
  ].join("\n");
}

/** What is included before a controller has joined: nothing but what nodes of the site need. */
export const EMPTY_FRAGMENTS: BurstFragments = {
  "warpform-power.conf": `${CONFIGLESS}\n`,
  "warpform-nodes.conf": "",
  "warpform-gres.conf": "",
};
