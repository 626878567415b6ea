import { basename, join } from "node:path";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { cgroupConf } from "../../../slurm/files/cgroup-conf";
import { gresConf } from "../../../slurm/files/gres-conf";
import { jobContainerConf } from "../../../slurm/files/job-container-conf";
import { plugstackConf } from "../../../slurm/files/plugstack-conf";
import { programFolder, slurmPaths } from "../../../slurm/files/program-paths";
import { slurmConf } from "../../../slurm/files/slurm-conf";
import { slurmdbdConf } from "../../../slurm/files/slurmdbd-conf";
import { topologyConf } from "../../../slurm/files/topology-conf";
import { type ClusterSite, clusterFile } from "../../../slurm/files/write-cluster-file";
import { type NodeProgram, nodePrograms, programsIn, setUpPrograms, sorted } from "../../../slurm/node-programs";

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
const monitoringFolder = "/opt/warpform/monitoring";

/**
 * Every file that head, login machines and nodes fetch; `settings` are shell variables for the set-up programs, `directory` what lets them look users up,
 * `monitored` whether the head has Prometheus, `agentLogs` the CloudWatch agent's configuration and `loginAccess` who may log in to which
 * pool of login nodes, where that is limited.
 */
export function siteFiles(
  cluster: SlurmCluster,
  site: ClusterSite,
  settings: string,
  directory: Readonly<Record<string, string>>,
  monitored: boolean,
  agentLogs: string | undefined,
  loginAccess?: string,
): SiteFile[] {
  return [
    ...slurmFiles(cluster),
    ...warpformFiles(cluster, site, settings),
    ...Object.entries(directory).map(([name, text]) => warpformFile(name, all, text)),
    ...(agentLogs === undefined ? [] : [warpformFile("cloudwatch-agent.json", ["head", "login"], agentLogs)]),
    ...(loginAccess === undefined ? [] : [warpformFile("login-pools.json", ["login"], loginAccess)]),
    bundle(setUpFolder, all, sorted([...setUpPrograms(), ...programsIn(join(__dirname, "programs"))])),
    bundle(programFolder, running, nodePrograms("aws")),
    ...(monitored ? [bundle(monitoringFolder, head, programsIn(join(__dirname, "monitoring")))] : []),
  ];
}

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

const warpformFile = (name: string, roles: readonly SiteRole[], text: string): SiteFile => ({
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
function bundle(folder: string, roles: readonly SiteRole[], programs: readonly NodeProgram[]): SiteFile {
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
