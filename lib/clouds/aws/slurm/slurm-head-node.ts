import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Construct, type IConstruct } from "constructs";
import type { Problems } from "../../../errors";
import type { ExistingProfile } from "../../../model/model";
import { defineSlurmCluster } from "../../../slurm/definition/define-slurm-cluster";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { slurmFeatures } from "../../../slurm/definition/versions";
import type { ClusterSite } from "../../../slurm/files/write-cluster-file";
import { checkProps } from "../../common/check-props";
import { logsStatement } from "../network/logs-key";
import { NodeSecurityGroup } from "../network/node-security-group";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { neededBy, neededByMounts } from "../pools/needed-by";
import type { NodeRole } from "../pools/node-role";
import type { BootStep } from "../shared/boot-step";
import { describeAs } from "../shared/described";
import type { PolicyStatement } from "../shared/policy";
import { program } from "../shared/program-text";
import { DataKey } from "../storage/data-key";
import { mountSteps } from "../storage/mount-steps";
import { type LoginMachine, LoginNodes } from "./access/login-nodes";
import { loginAccess, loginNodeCount, loginPools, PLAIN_POOL, poolStep } from "./access/login-pools";
import { isOpen, RestApi } from "./access/rest-api";
import { letOut } from "./access/ways-out";
import { ClusterSecrets } from "./cluster-secrets";
import { clusterSite } from "./cluster-site";
import { Controller } from "./controller";
import { controllerStatements } from "./controller-permissions";
import { describeSlurm } from "./describe-slurm";
import { DEFAULT_HEAD_TYPE, headImage } from "./head-image";
import { agentLogs, SlurmCloudWatch, slurmNamespace } from "./logs/cloud-watch";
import { type MachineProfile, machineProfile } from "./machine-profile";
import { alarmStatements } from "./monitoring-settings";
import { NodeCleanUp } from "./node-clean-up";
import { claimZone } from "./one-head-per-zone";
import { keepRoot } from "./root-on-mounts";
import { SiteBucket } from "./site-bucket";
import { type SiteRole, siteFiles } from "./site-files";
import { siteSettings } from "./site-settings";
import { slurmAdopter } from "./slurm-adopter";
import { STATE_GIB } from "./slurm-head-defaults";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { SLURM_HEAD_NODE } from "./slurm-head-node-table";
import { checkSlurmHeadNode } from "./slurm-head-node-validation";
import { slurmOptions } from "./slurm-options-of";
import { directoryFiles } from "./sssd-conf";
import { StateVolume } from "./state/state-volume";

/** Outputs of the policies that existing profiles need, by the ids of the roles that they replace. */
const PROFILE_OUTPUTS: Readonly<Record<string, string>> = {
  role: "profile-policy",
  "login-role": "login-profile-policy",
};

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
  /** Login nodes of `loginNodes`. */
  public readonly loginNodes?: LoginNodes;
  /** All pools of login nodes, by name; `login` is that of `loginNodes`. */
  public readonly loginPools: Readonly<Record<string, LoginNodes>>;
  /** Role of the controllers; undefined with `instanceProfileName`. */
  public readonly role?: NodeRole;
  /** Group of head, login machines and nodes, whose members reach one another. */
  public readonly securityGroup: NodeSecurityGroup;
  /** HTTPS to the REST API; undefined without `restApi.cidrs`. */
  public readonly restApi?: RestApi;
  /** What ends the nodes when their pool is destroyed; undefined with `cleanUpOnDestroy: false`. */
  public readonly cleanUp?: NodeCleanUp;
  /** Logs and alarms in CloudWatch; undefined without `cloudWatch`. */
  public readonly cloudWatch?: SlurmCloudWatch;
  private readonly kmsKeyArn: string;
  private readonly profile: MachineProfile;
  private loginProfile?: MachineProfile;

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
    this.kmsKeyArn = props.kmsKeyArn ?? this.buildKey().arn;
    if (props.cloudWatch !== undefined)
      this.cloudWatch = new SlurmCloudWatch(this, "cloudwatch", network, props.cloudWatch, this.kmsKeyArn);
    this.securityGroup = new NodeSecurityGroup(this, "security-group", { network, name: id });
    const members = this.buildWays();
    this.siteBucket = new SiteBucket(this, "site", { network, kmsKeyArn: this.kmsKeyArn });
    this.secrets = this.buildSecrets();
    if (props.sharedStatePath === undefined) this.stateVolume = this.buildStateVolume();
    this.profile = this.machineProfile("role", id, props.instanceProfileName, this.secrets.fillStatements());
    this.role = this.profile.role;
    this.adoptPools();
    claimZone(this, network, this.cluster.name);
    this.cleanUp = this.buildCleanUp(id);
    this.grantHead();
    this.addSiteFiles();
    const machine = this.machine(members);
    network.addresses.claim(`head "${id}"`, () => this.cluster.controllers.length + loginNodeCount(props));
    if (props.restApi !== undefined && isOpen(props.restApi))
      this.restApi = new RestApi(this, "rest-api", { ...props.restApi, network, name: id });
    this.controllers = this.buildControllers(machine);
    this.restApi?.serve(this.controllers);
    keepRoot(this, props, this.controllers);
    this.stateVolume?.attachTo(this.controllers[0]!.instance.id);
    this.buildServiceRecord();
    this.loginPools = this.buildLoginPools(machine);
    this.loginNodes = this.loginPools[PLAIN_POOL];
    describeAs(this, () => describeSlurm(id, this.cluster, props, this.existingProfiles()));
  }

  /** The head's machine. */
  public get instance() {
    return this.controllers[0]!.instance;
  }

  private validated(problems: Problems): SlurmCluster {
    checkSlurmHeadNode(this.node.id, this.props, this.pools, problems);
    // Each pool would say it again in its own words.
    const said = ["backoffMinutes", "launch"].filter((prop) => problems.has(prop));
    const props = { ...this.props, ...Object.fromEntries(said.map((prop) => [prop, undefined])) };
    const cluster = problems.attempt(() => defineSlurmCluster(slurmOptions(this.node.id, props, this.pools)));
    problems.throwIfAny(`SlurmHeadNode "${this.node.path}"`);
    return cluster!;
  }

  private buildKey(): DataKey {
    const { network, cloudWatch } = this.props;
    return new DataKey(this, "key", {
      network,
      description: "Slurm's state and secrets",
      name: this.node.id,
      statements: (account) => (cloudWatch === undefined ? [] : [logsStatement(network, account)]),
    });
  }

  /** Ways in and out of head, login machines and nodes; returns the one among themselves. */
  private buildWays(): VpcSecurityGroupIngressRule {
    const { props, securityGroup } = this;
    securityGroup.letOut(props.mounts ?? []);
    letOut(securityGroup, props.network, props);
    return new VpcSecurityGroupIngressRule(this, "members", {
      securityGroupId: securityGroup.id,
      description: "head, login machines and nodes among themselves",
      referencedSecurityGroupId: securityGroup.id,
      ipProtocol: "-1",
    });
  }

  private buildSecrets(): ClusterSecrets {
    const { network, accounting, monitoring } = this.props;
    return new ClusterSecrets(this, "secrets", {
      network,
      kmsKeyArn: this.kmsKeyArn,
      localDatabase: this.cluster.accounting.kind === "local",
      databaseSecretArn: accounting?.passwordSecretArn,
      grafana: monitoring?.grafana !== undefined,
    });
  }

  private buildStateVolume(): StateVolume {
    const { network, stateVolumeGiB = STATE_GIB, ...props } = this.props;
    return new StateVolume(this, "state", {
      network,
      name: this.node.id,
      sizeGiB: stateVolumeGiB,
      kmsKeyArn: this.kmsKeyArn,
      snapshotId: props.stateSnapshotId,
      snapshots: props.stateSnapshots,
      permissionsBoundaryArn: props.permissionsBoundaryArn,
    });
  }

  /** What the machines of head and login nodes have in common. */
  private machine(members: VpcSecurityGroupIngressRule): LoginMachine {
    const { network, image, instanceType = DEFAULT_HEAD_TYPE } = this.props;
    return {
      network,
      instanceProfileName: this.profile.name,
      kmsKeyArn: this.kmsKeyArn,
      needs: () => [...this.parts(), members],
      ...headImage(this, image, instanceType),
    };
  }

  private addSiteFiles(): void {
    const { props } = this;
    this.siteBucket.addFiles(
      siteFiles(
        this.cluster,
        this.site(),
        siteSettings(this.cluster, props, this.settings()),
        directoryFiles(props.directory),
        props.monitoring !== undefined,
        props.cloudWatch === undefined ? undefined : agentLogs(props.network.clusterName),
        loginAccess(props),
      ),
    );
  }

  private buildControllers(machine: LoginMachine): Controller[] {
    const restGroup = this.restApi === undefined ? [] : [this.restApi.controllerGroupId];
    return this.cluster.controllers.map(
      (hostName, index) =>
        new Controller(this, index === 0 ? "head" : "backup", {
          ...machine,
          hostName,
          instanceType: this.props.instanceType ?? DEFAULT_HEAD_TYPE,
          securityGroupIds: [...this.groupIds(), ...restGroup],
          bootSteps: [...mountSteps(this.props.mounts ?? []), this.bootStep("head")],
        }),
    );
  }

  private buildLoginPools(machine: LoginMachine): Record<string, LoginNodes> {
    const { props } = this;
    const pools = loginPools(props);
    if (pools.length === 0) return {};
    const name = `${this.node.id}-login`;
    this.loginProfile = this.machineProfile("login-role", name, props.loginInstanceProfileName);
    const { role: loginRole, name: instanceProfileName } = this.loginProfile;
    const headType = props.instanceType ?? DEFAULT_HEAD_TYPE;
    const made = pools.map((pool) => {
      const steps = [
        ...mountSteps(props.mounts ?? []),
        ...(pool.declared ? [poolStep(pool)] : []),
        this.bootStep("login"),
      ];
      const nodes = new LoginNodes(this, pool.declared ? `login-${pool.name}` : PLAIN_POOL, {
        ...machine,
        ...headImage(this, props.image, headType, pool.instanceType),
        ...pool,
        needs: () => [...machine.needs(), ...(loginRole ? [loginRole] : [])],
        instanceProfileName,
        securityGroupIds: [...new Set([...this.groupIds(), ...pool.securityGroupIds])],
        bootSteps: steps,
      });
      return [pool.name, nodes] as const;
    });
    return Object.fromEntries(made);
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

  /** What every machine of the cluster may do: read its files and the daemons' key, which the head may write too. */
  private readStatements(keyStatements = this.secrets.readKeyStatements()): PolicyStatement[] {
    const bindSecret = this.props.directory?.bindPasswordSecretArn;
    return [
      { Effect: "Allow" as const, Action: ["s3:GetObject"], Resource: [this.siteBucket.objectsArn("*")] },
      ...keyStatements,
      ...(bindSecret === undefined
        ? []
        : [{ Effect: "Allow" as const, Action: ["secretsmanager:GetSecretValue"], Resource: [bindSecret] }]),
    ];
  }

  private machineProfile(
    id: string,
    name: string,
    existing: string | undefined,
    keyStatements = this.secrets.readKeyStatements(),
  ): MachineProfile {
    const { network, permissionsBoundaryArn } = this.props;
    const ids = { role: id, output: PROFILE_OUTPUTS[id]! };
    const role = machineProfile(this, ids, { network, name, permissionsBoundaryArn }, existing);
    const forMounts = (this.props.mounts ?? []).flatMap((mount) => mount.statements ?? []);
    role.grant(...this.readStatements(keyStatements), ...forMounts, ...(this.cloudWatch?.logStatements() ?? []));
    return role;
  }

  private existingProfiles(): ExistingProfile[] {
    return [this.profile, this.loginProfile].flatMap((profile) => profile?.output?.describe() ?? []);
  }

  private grantHead(): void {
    const { network } = this.props;
    const roles = this.pools.flatMap((pool) => pool.nodeRole?.pattern ?? []);
    this.profile.grant(
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
        privateZoneName: network.privateZoneName,
      }),
    );
  }

  /** Not `warpform:cluster`, which the head carries itself. */
  private get clusterTag() {
    return { key: "warpform:slurm", value: this.cluster.name };
  }

  private site(): ClusterSite {
    const { network } = this.props;
    return clusterSite({
      network,
      pools: this.pools,
      siteBucket: this.siteBucket,
      clusterTag: this.clusterTag,
      mounts: this.props.mounts ?? [],
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
    const own = [
      network,
      this.securityGroup,
      ...(this.role ? [this.role] : []),
      this.siteBucket,
      this.secrets,
      ...neededByMounts(mounts),
    ];
    return [...own, ...neededBy(this.pools)];
  }

  private groupIds(): string[] {
    const fromMounts = (this.props.mounts ?? []).flatMap((mount) => mount.clientSecurityGroupId ?? []);
    return [...new Set([this.securityGroup.id, ...fromMounts, ...(this.props.securityGroupIds ?? [])])];
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
