import { join } from "node:path";
import type { OrchestratedVirtualMachineScaleSet } from "@cdktf/provider-azurerm/lib/orchestrated-virtual-machine-scale-set";
import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Construct, type IConstruct } from "constructs";
import { interconnectSpansNodes } from "../../../catalog/instance-types";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { type SiteRole, setUpBundle, siteFiles, warpformFile } from "../../../slurm/files/site-files";
import { programsIn, slurmMetricsPrograms } from "../../../slurm/node-programs";
import { lazyText } from "../../common/lazy-text";
import { loginAccessFile, loginPoolScript } from "../../common/login-access";
import { placed } from "../../common/placed";
import { directoryFiles } from "../../common/slurm/sssd-conf";
import { literal } from "../../common/terraform-text";
import type { MonitoredHead } from "../monitoring/cluster-monitoring-props";
import { bootText } from "../pools/boot-text";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { adminKey } from "../shared/admin-key";
import { describeAs } from "../shared/describe-as";
import { LATEST } from "../shared/image";
import { grantSecret, secretAddress } from "../shared/secret-address";
import { managedDatabase } from "./accounting-options";
import { AccountingServer } from "./accounting-server";
import { clusterSite, type SiteReferences, siteSettings } from "./cluster-site";
import { ClusterVault } from "./cluster-vault";
import { Controller } from "./controller";
import { defineSlurm } from "./define-slurm";
import { describeSlurm } from "./describe-slurm";
import { endNodes } from "./end-nodes";
import { HeadIdentity } from "./head-identity";
import { headMetricsProgram } from "./head-metrics";
import { LoginNodes } from "./login-nodes";
import { LOGIN, type LoginPool, loginPools } from "./login-pools";
import { NameZone } from "./name-zone";
import { poolScaleSet } from "./pool-scale-set";
import { SiteStore } from "./site-store";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { SLURM_HEAD_NODE } from "./slurm-head-node-table";
import { NIGHTLY, StateSnapshots } from "./state-snapshots";

type MetricsTarget = Parameters<MonitoredHead["sendMetrics"]>[0];

const EVERYWHERE: readonly SiteRole[] = ["head", "login", "node"];

/**
 * A Slurm cluster: a head that makes a VM for each node of its partitions' pools when jobs need it, in the scale set of its pool, and deletes it when
 * it is idle. It adopts the pools. Racks (GB200, GB300) are made by Terraform and always run.
 *
 * Head and nodes do not refer to one another in Terraform: names of nodes follow from the pools, nodes find the head by its name in a private zone,
 * and both read the files of one container. An apply that changes only files replaces no node; the head takes them over within a minute.
 */
export class SlurmHeadNode extends Construct {
  /** What Slurm is configured with, every default filled in. */
  public readonly cluster: SlurmCluster;
  public readonly pools: readonly GpuNodePool[];
  /** The scale set that a pool's VMs join, by the pool's id. */
  public readonly scaleSets: Readonly<Record<string, OrchestratedVirtualMachineScaleSet>>;
  public readonly names: NameZone;
  public readonly vault: ClusterVault;
  public readonly site: SiteStore;
  public readonly identity: HeadIdentity;
  public readonly controller: Controller;
  /** Database of accounting; undefined but with `accounting.kind: "managed"`. */
  public readonly database?: AccountingServer;
  /** Login nodes of `loginNodes`. */
  public readonly loginNodes?: LoginNodes;
  /** All pools of login nodes, by name; `login` is that of `loginNodes`. */
  public readonly loginPools: Readonly<Record<string, LoginNodes>>;

  private readonly ends: readonly IConstruct[];
  private metrics?: MetricsTarget;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: SlurmHeadNodeProps,
  ) {
    super(...placed(new.target, scope, id));
    const databaseHost = lazyText(() => this.database!.server.fqdn);
    const { pools, cluster } = defineSlurm(props, { path: this.node.path, id, databaseHost });
    this.pools = pools;
    this.cluster = cluster;
    const { network, siteAccountName: accountName, deployCidrs } = props;
    this.names = new NameZone(this, "names", network, `${id}.${network.clusterName}.internal`);
    this.vault = new ClusterVault(this, "vault", network, props.vaultName);
    this.site = new SiteStore(this, "site", { network, accountName, deployCidrs, built: cluster.containers });
    this.identity = this.buildIdentity();
    this.database = this.buildDatabase();
    this.scaleSets = Object.fromEntries(pools.map((pool) => [pool.node.id, poolScaleSet(this, pool)]));
    // Terraform ends the VMs of racks with their scale set
    const joined = pools.filter(({ instanceType }) => !interconnectSpansNodes(instanceType));
    this.ends = joined.map((pool) => endNodes(this, `end-${pool.node.id}`, this.scaleSets[pool.node.id]!.id));
    this.adoptPools();
    const logins = loginPools(props);
    this.addFiles(logins);
    this.controller = this.buildController();
    this.addSnapshots();
    this.loginPools = Object.fromEntries(logins.map((pool) => [pool.name, this.buildLoginNodes(pool)]));
    this.loginNodes = this.loginPools[LOGIN];
    this.names.addHead(cluster.controllers[0]!, this.controller.networkInterface.privateIpAddress);
    describeAs(this, () => ({ schedulers: [describeSlurm(id, cluster, props)] }));
    for (const pool of pools) pool.hasHead(this);
  }

  public get name(): string {
    return this.node.id;
  }

  /** Whom the head acts as. */
  public get headIdentity(): UserAssignedIdentity {
    return this.identity.identity;
  }

  /** Has the head send metrics of itself and of Slurm; a ClusterMonitoring of the pools does. */
  public sendMetrics(to: MetricsTarget): void {
    this.metrics = to;
  }

  private buildIdentity(): HeadIdentity {
    const { network } = this.props;
    const groupIds = [...new Set(this.pools.flatMap(({ definition }) => definition.capacity.groupId ?? []))];
    const made = new HeadIdentity(this, "identity", {
      network,
      name: `${network.clusterName}-${this.node.id}-head`,
      groupIds,
      secretIds: {
        database: this.props.accounting?.passwordSecretId,
        directory: this.props.directory?.bindPasswordSecretId,
      },
    });
    this.vault.grantWrite("head", made.identity);
    this.site.grantHead(made.identity);
    return made;
  }

  /** Nodes that look users up in a directory read the password of it. */
  private grantBindPassword(id: string, identity: UserAssignedIdentity): void {
    const secretId = this.props.directory?.bindPasswordSecretId;
    if (secretId !== undefined) grantSecret(this, `directory-${id}`, secretId, identity);
  }

  private buildDatabase(): AccountingServer | undefined {
    const { network } = this.props;
    const of = managedDatabase(this.props.accounting);
    const { identity } = this.identity;
    const prefix = `${network.clusterName}-${this.node.id}`;
    return of && new AccountingServer(this, "database", { ...of, network, prefix, identity });
  }

  private adoptPools(): void {
    const { healthChecks } = this.cluster;
    for (const pool of this.pools) {
      pool.adoptBy("slurm", this.node.id, { healthChecked: healthChecks });
      pool.addBootStep(this.site.bootScript("node", pool.identity.clientId));
      this.vault.grantRead(pool.node.id, pool.identity);
      this.site.grantRead(pool.node.id, pool.identity);
      this.grantBindPassword(pool.node.id, pool.identity);
    }
  }

  private addFiles(logins: readonly LoginPool[]): void {
    const { cluster, pools, props } = this;
    const access = loginAccessFile(logins.filter(({ declared }) => declared));
    const files = siteFiles(cluster, clusterSite(props.network, cluster, pools, this.references()), {
      cloud: "azure",
      setUp: this.setUpPrograms(),
      settings: siteSettings(cluster, props, this.references()),
      more: [
        ...Object.entries(directoryFiles(props.directory)).map(([name, text]) => warpformFile(name, EVERYWHERE, text)),
        ...(access === undefined ? [] : [warpformFile("login-pools.json", ["login"], access)]),
      ],
    });
    // a ClusterMonitoring may be made later
    const { key } = setUpBundle([]);
    const text = lazyText(() => literal(setUpBundle(this.setUpPrograms()).text));
    this.site.addFiles(files.map((file) => (file.key === key ? { ...file, text } : file)));
  }

  private setUpPrograms() {
    const { metrics, headIdentity } = this;
    const { clusterName } = this.props.network;
    const agent = metrics && { ...metrics, clusterName, pool: "head", clientId: headIdentity.clientId };
    return [...programsIn(join(__dirname, "programs")), ...slurmMetricsPrograms(), headMetricsProgram(agent)];
  }

  private references(): SiteReferences {
    const { zone } = this.names;
    const { passwordSecretId } = this.props.accounting ?? {};
    const { bindPasswordSecretId } = this.props.directory ?? {};
    return {
      zoneId: zone.id,
      zoneName: zone.name,
      headClientId: this.identity.identity.clientId,
      keySecret: this.vault.keySecret,
      databaseSecret: passwordSecretId && secretAddress(passwordSecretId),
      bindSecret: bindPasswordSecretId && secretAddress(bindPasswordSecretId),
      databaseServerId: this.database?.server.id,
      scaleSetOf: (pool) => this.scaleSets[pool.node.id]!.id,
    };
  }

  private buildController(): Controller {
    const { network, mounts = [], adminPublicKey, imageVersion = LATEST } = this.props;
    const { identity } = this.identity;
    for (const mount of mounts) mount.grantTo?.(this.identity);
    return new Controller(this, "head", {
      network,
      hostName: this.cluster.controllers[0]!,
      instanceType: this.props.instanceType ?? SLURM_HEAD_NODE.instanceType.default,
      imageVersion,
      identity,
      adminPublicKey: adminKey(this, adminPublicKey),
      stateGiB: this.props.stateVolumeGiB ?? SLURM_HEAD_NODE.stateVolumeGiB.default,
      bootText: bootText([...mounts.map(({ script }) => script), this.site.bootScript("head", identity.clientId)]),
      needs: () => this.parts(),
    });
  }

  private addSnapshots(): void {
    const { network, stateSnapshots } = this.props;
    if (stateSnapshots === undefined) return;
    const name = `${network.clusterName}-${this.node.id}-backup`;
    const disk = this.controller.stateDisk;
    new StateSnapshots(this, "snapshots", { network, name, disk, ...NIGHTLY, ...stateSnapshots });
  }

  private buildLoginNodes(pool: LoginPool): LoginNodes {
    const { network, mounts = [], adminPublicKey, imageVersion = LATEST } = this.props;
    const { id, name, declared } = pool;
    const steps = [...mounts.map(({ script }) => script), ...(declared ? [loginPoolScript(name)] : [])];
    const made = new LoginNodes(this, id, {
      network,
      name,
      count: pool.count,
      imageVersion,
      instanceType: pool.instanceType,
      adminPublicKey: adminKey(this, adminPublicKey),
      bootText: (clientId) => bootText([...steps, this.site.bootScript("login", clientId)]),
      needs: () => this.parts(),
    });
    this.vault.grantRead(id, made.identity);
    this.site.grantRead(id, made.identity);
    this.grantBindPassword(id, made.identity);
    for (const mount of mounts) mount.grantTo?.(made);
    this.names.addLogin(id, name, made.address);
    return made;
  }

  /** What the head needs to boot, and what the nodes need that it starts. */
  private parts(): readonly IConstruct[] {
    return [
      this.props.network,
      this.names.link,
      this.vault,
      this.site,
      this.identity,
      ...(this.database ? [this.database] : []),
      ...Object.values(this.scaleSets),
      ...this.ends,
    ];
  }
}
