import { basename } from "node:path";
import type { SlurmCluster } from "../definition/slurm-cluster";
import { type NodeProgram, nodePrograms, setUpPrograms, sorted } from "../node-programs";
import { cgroupConf } from "./cgroup-conf";
import { gresConf } from "./gres-conf";
import { jobContainerConf } from "./job-container-conf";
import { plugstackConf } from "./plugstack-conf";
import { programFolder, slurmPaths } from "./program-paths";
import { slurmConf } from "./slurm-conf";
import { slurmdbdConf } from "./slurmdbd-conf";
import { topologyConf } from "./topology-conf";
import { type ClusterSite, clusterFile } from "./write-cluster-file";

/** Which machines fetch a file. */
export type SiteRole = "head" | "login" | "node";

/** One file of a site: where it lies in the bucket and where on a machine. */
export interface SiteFile {
  /** Key below the prefix, `etc/slurm.conf`. */
  readonly key: string;
  readonly path: string;
  readonly mode: "0644" | "0755";
  readonly roles: readonly SiteRole[];
  /** Whether it is a JSON object of programs, `{ name: { mode, lines } }`, to be unpacked beside it. @default false */
  readonly bundle?: boolean;
  readonly text: string;
}

const all: readonly SiteRole[] = ["head", "login", "node"];
const running: readonly SiteRole[] = ["head", "node"];
const head: readonly SiteRole[] = ["head"];
const setUpFolder = "/opt/warpform/setup";

/** What a cloud brings to a site's files. */
export interface CloudFiles {
  /** Name of its room among the node programs. */
  readonly cloud: string;
  /** Its programs for setting nodes up, `cloud.sh` and `secret_store.py` among them. */
  readonly setUp: readonly NodeProgram[];
  /** Shell variables for the set-up programs. */
  readonly settings: string;
  /** Further files. */
  readonly more?: readonly SiteFile[];
}

/** Every file that head, login nodes and nodes fetch. */
export function siteFiles(cluster: SlurmCluster, site: ClusterSite, of: CloudFiles): SiteFile[] {
  return [
    ...slurmFiles(cluster),
    ...warpformFiles(cluster, site, of.settings),
    ...(of.more ?? []),
    setUpBundle(of.setUp),
    bundle(programFolder, running, nodePrograms(of.cloud)),
  ];
}

/** The programs that set all machines up, with a cloud's own. */
export const setUpBundle = (own: readonly NodeProgram[]): SiteFile =>
  bundle(setUpFolder, all, sorted([...setUpPrograms(), ...own]));

/**
 * Nodes and login nodes take what is in /etc/slurm from the controller (configless), so only the head fetches it: beside the live
 * files, which it replaces once slurmctld has accepted the new ones (`install-conf`).
 */
function slurmFiles(cluster: SlurmCluster): SiteFile[] {
  const texts: Record<string, string | null> = {
    "slurm.conf": slurmConf(cluster),
    "gres.conf": gresConf(cluster),
    "cgroup.conf": cgroupConf(),
    "topology.conf": topologyConf(cluster),
    "job_container.conf": jobContainerConf(cluster),
    "plugstack.conf": plugstackConf(cluster),
    "job_submit.lua": cluster.submitScript,
  };
  return Object.entries(texts).flatMap(([name, text]) =>
    text === null
      ? []
      : [
          {
            key: keyOf(cluster, name),
            path: `${slurmPaths.shipped}/${name}`,
            mode: "0644" as const,
            roles: head,
            text,
          },
        ],
  );
}

/** A topology that the head refreshes is where Slurm's other files are; its key stays what it was, so that the object does. */
const keyOf = (cluster: SlurmCluster, name: string): string =>
  name === "topology.conf" && refreshed(cluster) ? `warpform/${name}` : `etc/${name}`;

const refreshed = ({ topology }: SlurmCluster): boolean => topology.kind !== "none" && topology.refresh;

/** A file in /etc/warpform. */
export const warpformFile = (name: string, roles: readonly SiteRole[], text: string): SiteFile => ({
  key: `warpform/${name}`,
  path: `/etc/warpform/${name}`,
  mode: "0644",
  roles,
  text,
});

function warpformFiles(cluster: SlurmCluster, site: ClusterSite, settings: string): SiteFile[] {
  const database = slurmdbdConf(cluster);
  return [
    warpformFile("site.env", all, settings),
    warpformFile("cluster.json", running, clusterFile(cluster, site)),
    warpformFile("policy.json", head, `${JSON.stringify(cluster.policy, null, 1)}\n`),
    warpformFile("users.json", all, `${JSON.stringify(cluster.policy.users, null, 1)}\n`),
    ...Object.entries(cluster.jobPrograms).flatMap(([name, text]) =>
      text === null ? [] : [{ ...warpformFile(name, ["node"], text), mode: "0755" as const }],
    ),
    ...(database === null ? [] : [warpformFile("slurmdbd.conf", head, database)]),
  ];
}

/** Programs travel together, so that a cluster has one object for them and not one each; by line, so that a plan shows what changed. */
export function bundle(folder: string, roles: readonly SiteRole[], programs: readonly NodeProgram[]): SiteFile {
  const content = programs.map(({ name, text, executable }) => {
    const lines = text.replace(/\n$/, "").split("\n");
    return [name, { mode: executable ? "0755" : "0644", lines }] as const;
  });
  return {
    key: `${basename(folder)}.json`,
    path: `${folder}/programs.json`,
    mode: "0644",
    roles,
    bundle: true,
    text: `${JSON.stringify(Object.fromEntries(content), null, 1)}\n`,
  };
}
