import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import { Construct, type IConstruct } from "constructs";
import type { Problems } from "../../../errors";
import { defineSlurmCluster } from "../../../slurm/definition/define-slurm-cluster";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { SLURMCTLD_PORT } from "../../../slurm/definition/slurm-tables";
import type { SiteRole } from "../../../slurm/files/site-files";
import { checkProps } from "../../common/check-props";
import type { ClusterPart } from "../../common/cluster-part";
import { placed } from "../../common/placed";
import { propOfPools } from "../../common/pools/prop-of-pools";
import { logsService, logsStatement } from "../network/logs-key";
import type { NodeSecurityGroup } from "../network/node-security-group";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { NodeRole } from "../pools/launch/node-role";
import { neededBy, neededByMounts } from "../pools/needed-by";
import type { BootStep } from "../shared/boot-step";
import { describeAs } from "../shared/describe-as";
import { givenIn } from "../shared/given-resources";
import { DataKey } from "../storage/data-key";
import { mountSteps } from "../storage/mount-steps";
import { addLoginPools } from "./access/add-login-pools";
import { type ClusterTraffic, clusterTraffic } from "./access/cluster-traffic";
import type { LoginNodes, SharedNodeProps } from "./access/login-nodes";
import { loginNodeCount, PLAIN_POOL } from "./access/login-pools";
import { isOpen, RestApi } from "./access/rest-api";
import { addSiteFiles, siteStep } from "./add-site-files";
import { ClusterSecrets } from "./cluster-secrets";
import { Controller } from "./controller";
import { describeSlurm } from "./describe-slurm";
import { DEFAULT_HEAD_TYPE, headImage } from "./head-image";
import { SlurmCloudWatch } from "./logs/cloud-watch";
import { NodeCleanUp } from "./node-clean-up";
import { NodeProfiles } from "./node-profiles";
import { claimZone } from "./one-head-per-zone";
import { keepRoot } from "./root-on-mounts";
import { SiteBucket } from "./site-bucket";
import { slurmAdopter } from "./slurm-adopter";
import { STATE_GIB } from "./slurm-head-defaults";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { SLURM_HEAD_NODE } from "./slurm-head-node-table";
import { checkSlurmHeadNode } from "./slurm-head-node-validation";
import { slurmOptions } from "./slurm-options-of";
import { StateVolume } from "./state/state-volume";

/**
 * A Slurm cluster: a head that starts nodes of its partitions' pools when jobs need them, and terminates idle ones. It adopts the
 * pools. People reach it by Session Manager, or by SSH on login nodes.
 *
 * Head and nodes do not refer to one another in Terraform: names of nodes follow from the pools, nodes find the head by its
 * name in the private zone, and both read the files of one bucket. An apply that changes only files replaces no node; the
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
  /** Group of all instances of the cluster: for rules of yours that let them in elsewhere. */
  public readonly securityGroup: NodeSecurityGroup;
  /** Group that controllers and login nodes have besides, which nodes do not have. */
  public readonly controllerSecurityGroup: NodeSecurityGroup;
  /** HTTPS to the REST API; undefined without `restApi.cidrs`. */
  public readonly restApi?: RestApi;
  /** What ends the nodes when their pool is destroyed; undefined with `cleanUpOnDestroy: false`. */
  public readonly cleanUp?: NodeCleanUp;
  /** Logs and alarms in CloudWatch; undefined without `cloudWatch`. */
  public readonly cloudWatch?: SlurmCloudWatch;
  private readonly kmsKeyArn: string;
  private readonly profiles: NodeProfiles;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: SlurmHeadNodeProps,
  ) {
    super(...placed(new.target, scope, id));
    const problems = checkProps(`SlurmHeadNode "${this.node.path}"`, SLURM_HEAD_NODE, props);
    const { network } = props;
    this.pools = [...new Set(props.partitions.flatMap((partition) => partition.pools))];
    this.cluster = this.validated(id, problems);
    this.kmsKeyArn = props.kmsKeyArn ?? this.buildKey().arn;
    if (props.cloudWatch !== undefined)
      this.cloudWatch = new SlurmCloudWatch(this, "cloudwatch", network, props.cloudWatch, this.kmsKeyArn);
    const traffic = clusterTraffic(this, props, this.cluster, this.pools);
    this.securityGroup = traffic.members;
    this.controllerSecurityGroup = traffic.controllers;
    this.siteBucket = new SiteBucket(this, "site", { network, kmsKeyArn: this.kmsKeyArn });
    this.secrets = this.buildSecrets();
    if (props.sharedStatePath === undefined) this.stateVolume = this.buildStateVolume();
    this.profiles = new NodeProfiles(this, props, this);
    this.role = this.profiles.head.role;
    this.adoptPools();
    claimZone(this, network, this.cluster.name);
    this.cleanUp = this.buildCleanUp(id);
    this.profiles.grantHead(this.pools, this.clusterTag);
    this.addSiteFiles();
    const shared = this.shared(traffic);
    network.addresses.claim(`head "${id}"`, () => this.cluster.controllers.length + loginNodeCount(props));
    if (props.restApi !== undefined && isOpen(props.restApi))
      this.restApi = new RestApi(this, "rest-api", { ...props.restApi, network, name: id });
    this.controllers = this.buildControllers(shared);
    this.restApi?.serve(this.controllers);
    keepRoot(this, props, this.controllers);
    this.stateVolume?.attachTo(this.controllers[0]!.instance.id);
    this.buildServiceRecord();
    this.loginPools = this.buildLoginPools(shared);
    this.loginNodes = this.loginPools[PLAIN_POOL];
    describeAs(this, () => this.described(id));
  }

  private buildLoginPools(shared: SharedNodeProps): Record<string, LoginNodes> {
    return addLoginPools(this, this.props, {
      shared,
      profile: () => this.profiles.addLogin(),
      securityGroupIds: this.groupIds(),
      bootStep: this.bootStep("login"),
    });
  }

  private described(id: string): ClusterPart {
    return {
      ...describeSlurm(id, this.cluster, this.props, this.profiles.existing()),
      given: givenIn(SLURM_HEAD_NODE, this.props, {
        kmsKeyArn: { ...(this.cloudWatch && { allows: [logsService(this.props.network.region)] }) },
      }),
    };
  }

  /** The instance of the head. */
  public get instance() {
    return this.controllers[0]!.instance;
  }

  private validated(id: string, problems: Problems): SlurmCluster {
    checkSlurmHeadNode(id, this.props, this.pools, problems);
    // Each pool would say it again in its own words.
    const said = ["backoffMinutes", "launch", "slurmClusterName"].filter((prop) => problems.has(prop));
    const props = { ...this.props, ...Object.fromEntries(said.map((prop) => [prop, undefined])) };
    const cluster = problems.attempt(
      () => defineSlurmCluster(slurmOptions(this.node.id, props, this.pools)),
      propOfPools(props.partitions, this.pools),
    );
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

  /** What head and login nodes have in common. */
  private shared({ rules }: ClusterTraffic): SharedNodeProps {
    const { network, image, instanceType = DEFAULT_HEAD_TYPE } = this.props;
    return {
      network,
      instanceProfileName: this.profiles.head.name,
      kmsKeyArn: this.kmsKeyArn,
      needs: () => [...this.parts(), ...rules],
      ...headImage(this, image, instanceType),
    };
  }

  private addSiteFiles(): void {
    const { cluster, pools, clusterTag, siteBucket, secrets, stateVolume } = this;
    addSiteFiles(this.props, { cluster, pools, clusterTag, siteBucket, secrets, stateVolume });
  }

  private buildControllers(shared: SharedNodeProps): Controller[] {
    const restGroup = this.restApi === undefined ? [] : [this.restApi.controllerGroupId];
    return this.cluster.controllers.map(
      (hostName, index) =>
        new Controller(this, index === 0 ? "head" : "backup", {
          ...shared,
          hostName,
          instanceType: this.props.instanceType ?? DEFAULT_HEAD_TYPE,
          securityGroupIds: [...this.groupIds(), ...restGroup],
          bootSteps: [...mountSteps(this.props.mounts ?? []), this.bootStep("head")],
        }),
    );
  }

  private adoptPools(): void {
    for (const pool of this.pools) {
      pool.adoptBy(slurmAdopter(this.node.id, this.securityGroup.id));
      // What the head's permission to launch goes by.
      for (const template of pool.launchTemplates) {
        template.tags = { ...template.tagsInput, [this.clusterTag.key]: this.clusterTag.value };
      }
      pool.boot.add(this.bootStep("node"));
      pool.grant(...this.profiles.readStatements());
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

  /** Not `warpform:cluster`, which the head carries itself. */
  private get clusterTag() {
    return { key: "warpform:slurm", value: this.cluster.name };
  }

  private bootStep(role: SiteRole): BootStep {
    return siteStep(this.props.network.region, this.siteBucket, role);
  }

  /** What head and login nodes need to boot, and what the nodes need that the head starts. */
  private parts(): IConstruct[] {
    const { network, mounts } = this.props;
    const own = [
      network,
      this.securityGroup,
      this.controllerSecurityGroup,
      ...(this.role ? [this.role] : []),
      this.siteBucket,
      this.secrets,
      ...neededByMounts(mounts),
    ];
    return [...own, ...neededBy(this.pools)];
  }

  private groupIds(): string[] {
    const fromMounts = (this.props.mounts ?? []).flatMap((mount) => mount.clientSecurityGroupId ?? []);
    const own = [this.securityGroup.id, this.controllerSecurityGroup.id];
    return [...new Set([...own, ...fromMounts, ...(this.props.securityGroupIds ?? [])])];
  }

  /** Where Slurm's commands find the controllers on a node without slurm.conf. https://slurm.schedmd.com/configless_slurm.html */
  private buildServiceRecord(): void {
    const { network } = this.props;
    const zone = network.privateZoneName;
    new Route53Record(this, "service-record", {
      zoneId: network.privateZoneId,
      name: `_slurmctld._tcp.${zone}`,
      type: "SRV",
      ttl: 300,
      records: this.cluster.controllers.map((host, index) => `${index} 0 ${SLURMCTLD_PORT} ${host}.${zone}`),
    });
  }
}
