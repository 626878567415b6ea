import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { slurmFeatures } from "../../../slurm/definition/versions";
import type { SiteRole } from "../../../slurm/files/site-files";
import { directoryFiles } from "../../common/slurm/sssd-conf";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { BootStep } from "../shared/boot-step";
import { program } from "../shared/program-text";
import { loginAccess } from "./access/login-pools";
import type { ClusterSecrets } from "./cluster-secrets";
import { clusterSite } from "./cluster-site";
import { agentLogs, slurmNamespace } from "./logs/cloud-watch";
import type { SiteBucket } from "./site-bucket";
import { awsSiteFiles } from "./site-files";
import { type SiteReferences, siteSettings } from "./site-settings";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import type { StateVolume } from "./state/state-volume";

/** What the files of a site say of the cluster and refer to. */
export interface SiteParts {
  readonly cluster: SlurmCluster;
  readonly pools: readonly GpuNodePool[];
  readonly clusterTag: { readonly key: string; readonly value: string };
  readonly siteBucket: SiteBucket;
  readonly secrets: ClusterSecrets;
  readonly stateVolume?: StateVolume;
}

/** Puts every file that head, login nodes and nodes read into the site's bucket. */
export function addSiteFiles(props: SlurmHeadNodeProps, parts: SiteParts): void {
  const { network, cloudWatch, mounts = [] } = props;
  const { cluster, siteBucket } = parts;
  const metricsNamespace = cloudWatch && slurmNamespace(network.clusterName);
  siteBucket.addFiles(
    awsSiteFiles(
      cluster,
      clusterSite({ ...parts, network, mounts, metricsNamespace }),
      siteSettings(cluster, props, references(props, parts)),
      {
        directory: directoryFiles(props.directory),
        monitored: props.monitoring !== undefined,
        agentLogs: cloudWatch === undefined ? undefined : agentLogs(network.clusterName),
        loginAccess: loginAccess(props),
      },
    ),
  );
}

const references = ({ network }: SlurmHeadNodeProps, { cluster, secrets, stateVolume }: SiteParts): SiteReferences => ({
  region: network.region,
  zone: network.privateZoneName,
  keySecretArn: secrets.keySecret.arn,
  databaseSecretArn: secrets.databaseSecretArn ?? "",
  grafanaSecretArn: secrets.grafanaSecretArn ?? "",
  stateVolumeId: stateVolume?.volume.id ?? "",
  instanceIdOption: slurmFeatures(cluster.version).instanceId,
});

/** Fetches the files of a role, and sets the node up by them. */
export const siteStep = (region: string, siteBucket: SiteBucket, role: SiteRole): BootStep => ({
  name: "slurm",
  phase: "scheduler",
  text: program("slurm-bootstrap.sh", {
    AWS_REGION: region,
    BUCKET: siteBucket.bucketName,
    PREFIX: siteBucket.prefix,
    ROLE: role,
  }),
});
