import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { bundle, type SiteFile, siteFiles, warpformFile } from "../../../slurm/files/site-files";
import type { ClusterSite } from "../../../slurm/files/write-cluster-file";
import { programsIn, slurmMetricsPrograms, sorted } from "../../../slurm/node-programs";

/** The text of a program by which nodes are set up on AWS alone. */
export const cloudProgram = (name: string): string => readFileSync(join(__dirname, "programs", name), "utf8");

const monitoringFolder = "/opt/warpform/monitoring";

/** What a site has only where it was asked for. */
export interface AddedFiles {
  /** What lets nodes look users up. */
  readonly directory: Readonly<Record<string, string>>;
  /** Whether the head has Prometheus. */
  readonly monitored: boolean;
  /** The CloudWatch agent's configuration. */
  readonly agentLogs?: string;
  /** Who may log in to which pool of login nodes, where that is limited. */
  readonly loginAccess?: string;
}

const monitoringPrograms = () => sorted([...programsIn(join(__dirname, "monitoring")), ...slurmMetricsPrograms()]);

/** Every file that head, login nodes and nodes fetch; `settings` are shell variables for the set-up programs. */
export function awsSiteFiles(
  cluster: SlurmCluster,
  site: ClusterSite,
  settings: string,
  added: AddedFiles,
): SiteFile[] {
  const { directory, monitored, agentLogs, loginAccess } = added;
  const more = [
    ...Object.entries(directory).map(([name, text]) => warpformFile(name, ["head", "login", "node"], text)),
    ...(agentLogs === undefined ? [] : [warpformFile("cloudwatch-agent.json", ["head", "login"], agentLogs)]),
    ...(loginAccess === undefined ? [] : [warpformFile("login-pools.json", ["login"], loginAccess)]),
  ];
  return [
    ...siteFiles(cluster, site, { cloud: "aws", setUp: programsIn(join(__dirname, "programs")), settings, more }),
    ...(monitored ? [bundle(monitoringFolder, ["head"], monitoringPrograms())] : []),
  ];
}
