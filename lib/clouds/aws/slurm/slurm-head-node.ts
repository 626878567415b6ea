import { DataAwsSsmParameter } from "@cdktf/provider-aws/lib/data-aws-ssm-parameter";
import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { instanceType as catalogueType } from "../../../catalog/instance-types";
import type { Problems } from "../../../errors";
import { defineSlurmCluster } from "../../../slurm/definition/define-slurm-cluster";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { slurmFeatures } from "../../../slurm/definition/versions";
import type { ClusterSite } from "../../../slurm/files/write-cluster-file";
import { checkProps } from "../../common/check-props";
import { clusterModel, describeAs } from "../../common/described";
import { logsStatement } from "../network/logs-key";
import { NodeSecurityGroup } from "../network/node-security-group";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { Image } from "../pools/image";
import { neededBy, neededByMounts } from "../pools/needed-by";
import { NodeRole } from "../pools/node-role";
import type { BootStep } from "../shared/boot-step";
import { program } from "../shared/program-text";
import { DataKey } from "../storage/data-key";
import { mountSteps } from "../storage/mount-steps";
import { agentLogs, SlurmCloudWatch, slurmNamespace } from "./cloud-watch";
import { ClusterSecrets } from "./cluster-secrets";
import { clusterSite } from "./cluster-site";
import { Controller } from "./controller";
import { controllerStatements } from "./controller-permissions";
import { describeSlurm } from "./describe-slurm";
import { LoginNodes } from "./login-nodes";
import { alarmStatements } from "./monitoring-settings";
import { NodeCleanUp } from "./node-clean-up";
import { claimZone } from "./one-head-per-zone";
import { SiteBucket } from "./site-bucket";
import { type SiteRole, siteFiles } from "./site-files";
import { siteSettings } from "./site-settings";
import { slurmAdopter } from "./slurm-adopter";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { SLURM_HEAD_NODE } from "./slurm-head-node-table";
import { checkSlurmHeadNode } from "./slurm-head-node-validation";
import { slurmOptions } from "./slurm-options-of";
import { directoryFiles } from "./sssd-conf";
import { STATE_GIB, StateVolume } from "./state-volume";
import { letOut } from "./ways-out";

/**
 * A Slurm cluster: a head that starts nodes of its partitions' pools when jobs want them, and lets them go. It adopts the
 * pools. People reach it by Session Manager, or by SSH on login machines.
 *
 * Head and nodes do not refer to one another in Terraform: names of nodes follow from the pools, nodes find the head by its
 * name in the private zone, and both read the files of one bucket. An apply that changes only files replaces no machine; the
 * head takes them over within a minute.
 */
export class SlurmHeadNode extends Construct {
  /** What Slurm is configured with, every default filled in. */
  public readonly cluster: SlurmCluster;
  public readonly pools: readonly GpuNodePool[];
  public readonly controllers: readonly Controller[];
  public readonly stateVolume?: StateVolume;
  public readonly secrets: ClusterSecrets;
  public readonly siteBucket: SiteBucket;
  public readonly loginNodes?: LoginNodes;
  public readonly role: NodeRole;
  /** Group of head, login machines and nodes, whose members reach one another. */
  public readonly securityGroup: NodeSecurityGroup;
  /** What ends the nodes when their pool is destroyed; undefined with `cleanUpOnDestroy: false`. */
  public readonly cleanUp?: NodeCleanUp;
  /** Logs and alarms in CloudWatch; undefined without `cloudWatch`. */
  public readonly cloudWatch?: SlurmCloudWatch;
  private readonly kmsKeyArn: string;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: SlurmHeadNodeProps,
  ) {
    super(scope, id);
    const problems = checkProps(`SlurmHeadNode "${this.node.path}"`, SLURM_HEAD_NODE, props);
    const { network } = props;
    this.pools = [...new Set(props.partitions.flatMap((partition) => partition.pools))];
    this.cluster = this.validated(problems);
    this.kmsKeyArn =
      props.kmsKeyArn ??
      new DataKey(this, "key", {
        network,
        description: "Slurm's state and secrets",
        name: id,
        statements: (account) => (props.cloudWatch === undefined ? [] : [logsStatement(network, account)]),
      }).arn;
    if (props.cloudWatch !== undefined) {
      this.cloudWatch = new SlurmCloudWatch(this, "cloudwatch", network, props.cloudWatch, this.kmsKeyArn);
    }
    this.securityGroup = new NodeSecurityGroup(this, "security-group", { network, name: id });
    this.securityGroup.letOut(props.mounts ?? []);
    letOut(this.securityGroup, network, props);
    const members = new VpcSecurityGroupIngressRule(this, "members", {
      securityGroupId: this.securityGroup.id,
      description: "head, login machines and nodes among themselves",
      referencedSecurityGroupId: this.securityGroup.id,
      ipProtocol: "-1",
    });
    this.siteBucket = new SiteBucket(this, "site", { network, kmsKeyArn: this.kmsKeyArn });
    this.secrets = new ClusterSecrets(this, "secrets", {
      network,
      kmsKeyArn: this.kmsKeyArn,
      localDatabase: this.cluster.accounting.kind === "local",
      databaseSecretArn: props.accounting?.passwordSecretArn,
      grafana: props.monitoring?.grafana !== undefined,
    });
    if (props.sharedStatePath === undefined) {
      this.stateVolume = new StateVolume(this, "state", {
        network,
        sizeGiB: props.stateVolumeGiB ?? STATE_GIB,
        kmsKeyArn: this.kmsKeyArn,
      });
    }
    this.role = this.machineRole("role", id);
    this.adoptPools();
    claimZone(this, network, this.cluster.name);
    this.cleanUp = this.buildCleanUp(id);
    this.grantHead();
    this.siteBucket.addFiles(
      siteFiles(
        this.cluster,
        this.site(),
        siteSettings(this.cluster, props, this.settings()),
        directoryFiles(props.directory),
        props.monitoring !== undefined,
        props.cloudWatch === undefined ? undefined : agentLogs(network.clusterName),
      ),
    );
    const machine = {
      network,
      instanceProfileName: this.role.instanceProfile.name,
      kmsKeyArn: this.kmsKeyArn,
      needs: () => [...this.parts(), members],
      ...this.image(),
    };
    const hosts = this.cluster.controllers;
    network.addresses.claim(`head "${id}"`, () => hosts.length + (props.loginNodes ?? 0));
    this.controllers = hosts.map(
      (hostName, index) =>
        new Controller(this, index === 0 ? "head" : "backup", {
          ...machine,
          hostName,
          instanceType: props.instanceType ?? DEFAULT_HEAD_TYPE,
          securityGroupIds: this.groupIds(),
          bootSteps: [...mountSteps(props.mounts ?? []), this.bootStep("head")],
        }),
    );
    this.stateVolume?.attachTo(this.controllers[0]!.instance.id);
    this.buildServiceRecord();
    if ((props.loginNodes ?? 0) > 0) {
      const loginRole = this.machineRole("login-role", `${id}-login`);
      this.loginNodes = new LoginNodes(this, "login", {
        ...machine,
        needs: () => [...this.parts(), members, loginRole],
        instanceProfileName: loginRole.instanceProfile.name,
        instanceType: props.loginInstanceType ?? DEFAULT_LOGIN_TYPE,
        securityGroupIds: this.groupIds(),
        bootSteps: [...mountSteps(props.mounts ?? []), this.bootStep("login")],
        count: props.loginNodes!,
        cidrs: props.loginCidrs ?? [],
        subnetIds: props.loginSubnetIds ?? [],
      });
    }
    describeAs(this, () => describeSlurm(id, this.cluster, props));
  }

  /** The head's machine. */
  public get instance() {
    return this.controllers[0]!.instance;
  }

  private validated(problems: Problems): SlurmCluster {
    checkSlurmHeadNode(this.node.id, this.props, this.pools, problems);
    // Each pool would say it again in its own words.
    const props = problems.has("backoffMinutes") ? { ...this.props, backoffMinutes: undefined } : this.props;
    const cluster = problems.attempt(() => defineSlurmCluster(slurmOptions(this.node.id, props, this.pools)));
    problems.throwIfAny(`SlurmHeadNode "${this.node.path}"`);
    return cluster!;
  }

  private adoptPools(): void {
    for (const pool of this.pools) {
      pool.adoptBy(slurmAdopter(this.node.id, this.securityGroup.id));
      // What the head's permission to launch goes by.
      for (const template of pool.launchTemplates) {
        template.tags = { ...template.tagsInput, [this.clusterTag.key]: this.clusterTag.value };
      }
      pool.boot.add(this.bootStep("node"));
      pool.grant(...this.readStatements());
    }
  }

  private buildCleanUp(name: string): NodeCleanUp | undefined {
    const { network, permissionsBoundaryArn } = this.props;
    if (this.props.cleanUpOnDestroy === false) return undefined;
    return new NodeCleanUp(this, "clean-up", {
      network,
      name,
      pools: this.pools,
      clusterTag: this.clusterTag,
      siteBucket: this.siteBucket,
      kmsKeyArn: this.kmsKeyArn,
      permissionsBoundaryArn,
    });
  }

  /** What every machine of the cluster may do: read its files and the daemons' key. */
  private readStatements() {
    const bindSecret = this.props.directory?.bindPasswordSecretArn;
    return [
      { Effect: "Allow" as const, Action: ["s3:GetObject"], Resource: [this.siteBucket.objectsArn("*")] },
      ...this.secrets.readKeyStatements(),
      ...(bindSecret === undefined
        ? []
        : [{ Effect: "Allow" as const, Action: ["secretsmanager:GetSecretValue"], Resource: [bindSecret] }]),
    ];
  }

  private machineRole(id: string, name: string): NodeRole {
    const { network, permissionsBoundaryArn } = this.props;
    const role = new NodeRole(this, id, { network, name, permissionsBoundaryArn });
    const forMounts = (this.props.mounts ?? []).flatMap((mount) => mount.statements ?? []);
    role.grant(...this.readStatements(), ...forMounts, ...(this.cloudWatch?.logStatements() ?? []));
    return role;
  }

  private grantHead(): void {
    const { network } = this.props;
    const roles = this.pools.flatMap((pool) => pool.nodeRole?.role.arn ?? []);
    this.role.grant(
      ...this.secrets.fillStatements(),
      ...alarmStatements(this.props.monitoring),
      ...(this.cloudWatch?.metricStatements() ?? []),
      {
        Sid: "NodeObjects",
        Effect: "Allow",
        Action: ["s3:PutObject", "s3:DeleteObject"],
        Resource: ["nodes/*", "built/*"].map((key) => this.siteBucket.objectsArn(key)),
      },
      ...controllerStatements({
        region: network.region,
        clusterTag: this.clusterTag,
        poolRoleArns: [...roles, ...(this.props.poolRoleArns ?? [])],
        volumeKeyArns: [...new Set(this.pools.flatMap((pool) => pool.props.volumeKmsKeyArn ?? []))],
        privateZoneId: network.privateZoneId,
      }),
    );
  }

  /** Not `warpform:cluster`, which the head carries itself. */
  private get clusterTag() {
    return { key: "warpform:slurm", value: this.cluster.name };
  }

  private site(): ClusterSite {
    const { network } = this.props;
    const { fileSystems } = clusterModel(TerraformStack.of(this));
    return clusterSite({
      network,
      pools: this.pools,
      siteBucket: this.siteBucket,
      clusterTag: this.clusterTag,
      fileSystems,
      metricsNamespace: this.cloudWatch && slurmNamespace(network.clusterName),
    });
  }

  private settings() {
    return {
      region: this.props.network.region,
      zone: this.props.network.privateZoneName,
      keySecretArn: this.secrets.keySecret.arn,
      databaseSecretArn: this.secrets.databaseSecretArn ?? "",
      grafanaSecretArn: this.secrets.grafanaSecretArn ?? "",
      stateVolumeId: this.stateVolume?.volume.id ?? "",
      instanceIdOption: slurmFeatures(this.cluster.version).instanceId,
    };
  }

  private bootStep(role: SiteRole): BootStep {
    return {
      name: "slurm",
      phase: "scheduler",
      text: program("slurm-bootstrap.sh", {
        AWS_REGION: this.props.network.region,
        BUCKET: this.siteBucket.bucketName,
        PREFIX: this.siteBucket.prefix,
        ROLE: role,
      }),
    };
  }

  /** What head and login nodes need to boot, and what the nodes need that the head starts. */
  private parts(): IConstruct[] {
    const { network, mounts } = this.props;
    const own = [network, this.securityGroup, this.role, this.siteBucket, this.secrets, ...neededByMounts(mounts)];
    return [...own, ...neededBy(this.pools)];
  }

  private groupIds(): string[] {
    const fromMounts = (this.props.mounts ?? []).flatMap((mount) => mount.clientSecurityGroupId ?? []);
    return [...new Set([this.securityGroup.id, ...fromMounts, ...(this.props.securityGroupIds ?? [])])];
  }

  private image(): { readonly imageId: string; readonly imageFloats: boolean } {
    const image = this.props.image ?? Image.plain("ubuntu-24.04");
    if (image.parameter === undefined) return { imageId: image.amiId!, imageFloats: false };
    const { architecture } = catalogueType(this.props.instanceType ?? DEFAULT_HEAD_TYPE);
    const parameter = new DataAwsSsmParameter(this, "image", { name: image.parameter(architecture) });
    return { imageId: parameter.insecureValue, imageFloats: true };
  }

  /** Where Slurm's commands find the controllers on a machine without slurm.conf. https://slurm.schedmd.com/configless_slurm.html */
  private buildServiceRecord(): void {
    const { network } = this.props;
    const zone = network.privateZoneName;
    new Route53Record(this, "service-record", {
      zoneId: network.privateZoneId,
      name: `_slurmctld._tcp.${zone}`,
      type: "SRV",
      ttl: 300,
      records: this.cluster.controllers.map((host, index) => `${index} 0 6817 ${host}.${zone}`),
    });
  }
}

const DEFAULT_HEAD_TYPE = "m7i.xlarge";
const DEFAULT_LOGIN_TYPE = "m7i.large";
