import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ClusterSite,
  cgroupConf,
  clusterFile,
  gresConf,
  jobContainerConf,
  nodePrograms,
  plugstackConf,
  programFolder,
  type SlurmCluster,
  slurmConf,
  slurmdbdConf,
  slurmPaths,
  topologyConf,
} from "../../slurm";

/** Which machines fetch a file. */
export type SiteRole = "head" | "login" | "node";

/** One file of a site: where it lies in the bucket and where on a machine. */
export interface SiteFile {
  /** Key below the prefix, `etc/slurm.conf`. */
  readonly key: string;
  readonly path: string;
  readonly mode: "0644" | "0755";
  readonly roles: readonly SiteRole[];
  readonly text: string;
}

const all: readonly SiteRole[] = ["head", "login", "node"];
const running: readonly SiteRole[] = ["head", "node"];
const head: readonly SiteRole[] = ["head"];
const setUpFolder = "/opt/warpform/setup";

/** Every file that head, login machines and nodes fetch; `settings` are shell variables for the set-up programs. */
export function siteFiles(cluster: SlurmCluster, site: ClusterSite, settings: string): SiteFile[] {
  return [...slurmFiles(cluster), ...warpformFiles(cluster, site, settings), ...setUpPrograms(), ...programs()];
}

/** Nodes and login machines take what is in /etc/slurm from the controller (configless), so only the head fetches it. */
function slurmFiles(cluster: SlurmCluster): SiteFile[] {
  const texts: Record<string, string | null> = {
    "slurm.conf": slurmConf(cluster),
    "gres.conf": gresConf(cluster),
    "cgroup.conf": cgroupConf(),
    // The head refreshes it itself once nodes run; a second hand would undo that.
    "topology.conf": refreshed(cluster) ? null : topologyConf(cluster),
    "job_container.conf": jobContainerConf(cluster),
    "plugstack.conf": plugstackConf(cluster),
  };
  return Object.entries(texts).flatMap(([name, text]) =>
    text === null
      ? []
      : [{ key: `etc/${name}`, path: `${slurmPaths.etc}/${name}`, mode: "0644" as const, roles: head, text }],
  );
}

const refreshed = ({ topology }: SlurmCluster): boolean => topology.kind !== "none" && topology.refresh;

function warpformFiles(cluster: SlurmCluster, site: ClusterSite, settings: string): SiteFile[] {
  const file = (name: string, roles: readonly SiteRole[], text: string): SiteFile => ({
    key: `warpform/${name}`,
    path: `/etc/warpform/${name}`,
    mode: "0644",
    roles,
    text,
  });
  const database = slurmdbdConf(cluster);
  const topology = refreshed(cluster) ? topologyConf(cluster) : null;
  return [
    file("site.env", all, settings),
    file("cluster.json", running, clusterFile(cluster, site)),
    file("policy.json", head, `${JSON.stringify(cluster.policy, null, 1)}\n`),
    file("users.json", all, `${JSON.stringify(cluster.policy.users, null, 1)}\n`),
    ...(database === null ? [] : [file("slurmdbd.conf", head, database)]),
    ...(topology === null ? [] : [file("topology.conf", head, topology)]),
  ];
}

function setUpPrograms(): SiteFile[] {
  const folder = join(__dirname, "programs");
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
    .map((name) => ({
      key: `setup/${name}`,
      path: `${setUpFolder}/${name}`,
      mode: name.endsWith(".sh") ? ("0644" as const) : ("0755" as const),
      roles: all,
      text: readFileSync(join(folder, name), "utf8"),
    }));
}

const programs = (): SiteFile[] =>
  nodePrograms().map(({ name, text, executable }) => ({
    key: `programs/${name}`,
    path: `${programFolder}/${name}`,
    mode: executable ? "0755" : "0644",
    roles: running,
    text,
  }));
