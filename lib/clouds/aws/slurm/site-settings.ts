import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { shellSettings, yesOrNo } from "../../common/program-text";
import { containerSettings } from "../../common/slurm/container-packages";
import { restApiSettings } from "./access/rest-api";
import { monitoringSettings } from "./monitoring-settings";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { SLURM_HEAD_NODE } from "./slurm-head-node-table";

/** What Terraform knows and the set-up programs need; may be references. */
export interface SiteReferences {
  readonly region: string;
  readonly zone: string;
  readonly keySecretArn: string;
  readonly databaseSecretArn: string;
  /** Empty without Grafana. */
  readonly grafanaSecretArn: string;
  readonly stateVolumeId: string;
  readonly instanceIdOption: boolean;
}

/** `site.env`: the shell variables that the set-up programs read. Names of secrets, never their values. */
export function siteSettings(cluster: SlurmCluster, props: SlurmHeadNodeProps, site: SiteReferences): string {
  return shellSettings({
    CLUSTER: cluster.name,
    ZONE: site.zone,
    CONTROLLERS: cluster.controllers.join(" "),
    AUTHENTICATION: cluster.authentication,
    PACKAGES: props.slurmPackages ?? SLURM_HEAD_NODE.slurmPackages.default,
    KEY_SECRET: site.keySecretArn,
    STATE_VOLUME: site.stateVolumeId,
    STATE_PATH: props.sharedStatePath ?? "/var/lib/warpform",
    DIRECTORY: yesOrNo(props.directory !== undefined),
    DIRECTORY_PASSWORDS: yesOrNo(props.directory?.login === "passwords"),
    BIND_SECRET: props.directory?.bindPasswordSecretArn ?? "",
    ACCOUNTING: cluster.accounting.kind,
    DATABASE_SECRET: site.databaseSecretArn,
    DATABASE_NAME: cluster.accounting.databaseName,
    DATABASE_USER: cluster.accounting.databaseUser,
    CONTAINERS: yesOrNo(cluster.containers),
    ...containerSettings(props),
    INSTANCE_ID_OPTION: yesOrNo(site.instanceIdOption),
    ...monitoringSettings(props, site.grafanaSecretArn),
    ...restApiSettings(props.restApi),
    CLOUDWATCH: yesOrNo(props.cloudWatch !== undefined),
    SSH_TO_NODES: props.sshToNodes ?? SLURM_HEAD_NODE.sshToNodes.default,
    JOBS_USE_NODE_ROLE: yesOrNo(props.jobsUseNodeRole ?? false),
  });
}
