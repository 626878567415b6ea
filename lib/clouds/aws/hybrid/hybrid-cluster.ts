import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { TerraformOutput } from "cdktf";
import { Construct } from "constructs";
import { type BurstFragments, burstFragments } from "../../../slurm/files/burst-fragments";
import { slurmPaths } from "../../../slurm/files/program-paths";
import type { SiteFile } from "../../../slurm/files/site-files";
import { placed } from "../../common/placed";
import { literal } from "../../common/terraform-text";
import { ClusterNetwork } from "../network/cluster-network";
import { NodeSecurityGroup } from "../network/node-security-group";
import { describeAs } from "../shared/describe-as";
import type { PolicyStatement } from "../shared/policy";
import { program } from "../shared/program-text";
import { ClusterSecrets } from "../slurm/cluster-secrets";
import { clusterSite } from "../slurm/cluster-site";
import { controllerStatements } from "../slurm/controller-permissions";
import { NodeCleanUp } from "../slurm/node-clean-up";
import { claimZone } from "../slurm/one-head-per-zone";
import { SiteBucket } from "../slurm/site-bucket";
import { awsSiteFiles } from "../slurm/site-files";
import { siteSettings } from "../slurm/site-settings";
import { DataKey } from "../storage/data-key";
import { defineHybrid, type HybridDefinition } from "./define-hybrid";
import { describeHybrid } from "./describe-hybrid";
import { hybridAdopter } from "./hybrid-adopter";
import type { HybridClusterProps } from "./hybrid-cluster-props";
import { checkProgram, joinProgram } from "./join-program";
import { SiteIdentity } from "./site-identity";
import { SiteLink } from "./site-link";
import { SiteNames } from "./site-names";
import { type Staging, stagingOf } from "./staging";

/** Where the site's slurmctld finds the programs: they take the controller's identity first. */
const SITE_PROGRAMS = {
  resume: "/opt/warpform/site/resume",
  suspend: "/opt/warpform/site/suspend",
  resumeFail: "/opt/warpform/site/resume-fail",
};

/** Folders of the programs on a controller of the site. */
const SITE_PATHS = { state: "/var/lib/warpform", stateMount: "" };

/** Ports on which slurmd answers controllers, login nodes and other nodes, and SSH. @see https://slurm.schedmd.com/network.html */
const NODE_PORTS = [
  [6818, "slurmd"],
  [22, "SSH"],
] as const;

/**
 * One Slurm over two sites: the controller and its nodes on premises, more nodes in AWS when jobs request them. The site keeps its own
 * slurm.conf, which includes three files; its partitions and those in AWS have no node in common, so that no job runs across the link.
 * It makes the link (VPN, or routes to a gateway that is there), DNS both ways, the controllers' role by certificate, and what nodes need.
 */
export class HybridCluster extends Construct {
  /** Every value with its default, and the site's Slurm as far as it is in AWS. */
  public readonly definition: HybridDefinition;
  /** Files that the site's slurm.conf and gres.conf include. */
  public readonly fragments: BurstFragments;
  public readonly link: SiteLink;
  public readonly names: SiteNames;
  public readonly identity: SiteIdentity;
  public readonly securityGroup: NodeSecurityGroup;
  public readonly siteBucket: SiteBucket;
  public readonly secrets: ClusterSecrets;
  /** Program that joins a controller of the site, in the form that attributes of Terraform take; also an output of the stack. */
  public readonly joinProgram: string;
  /** Time and money of moving data; null without `staging`. */
  public readonly staging: Staging | null;
  private readonly kmsKeyArn: string;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: HybridClusterProps,
  ) {
    super(...placed(new.target, scope, id));
    this.definition = defineHybrid(props, this.node.path);
    const { network } = props;
    const { site, cluster } = this.definition;
    claimZone(this, network, cluster.name);
    this.fragments = burstFragments(cluster, SITE_PROGRAMS);
    this.staging = stagingOf(this.definition.staging, network.region);
    this.kmsKeyArn = props.kmsKeyArn ?? this.buildKey();
    this.link = new SiteLink(this, "link", {
      network,
      link: props.link,
      cidrs: site.cidrs,
      routeTableIds: this.routeTableIds(),
    });
    this.names = new SiteNames(this, "names", { network, site });
    this.securityGroup = this.buildSecurityGroup();
    this.siteBucket = new SiteBucket(this, "site", { network, kmsKeyArn: this.kmsKeyArn });
    this.secrets = new ClusterSecrets(this, "secrets", {
      network,
      kmsKeyArn: this.kmsKeyArn,
      localDatabase: false,
      grafana: false,
    });
    this.adoptPools();
    this.identity = new SiteIdentity(this, "identity", { ...props, statements: this.controllerStatements() });
    this.buildCleanUp();
    this.siteBucket.addFiles(this.files());
    this.joinProgram = this.buildJoinProgram();
    describeAs(this, () => ({ schedulers: [describeHybrid(id, this.definition)] }));
  }

  /** Ends the nodes with the stack: it does not know them. */
  private buildCleanUp(): void {
    const { network, permissionsBoundaryArn } = this.props;
    new NodeCleanUp(this, "clean-up", {
      network,
      name: this.node.id,
      pools: this.definition.pools,
      clusterTag: this.clusterTag,
      siteBucket: this.siteBucket,
      kmsKeyArn: this.kmsKeyArn,
      permissionsBoundaryArn,
    });
  }

  private buildJoinProgram(): string {
    const { site } = this.definition;
    // As Terraform takes it: a shell's ${…} are no references.
    const text = literal(
      joinProgram({
        region: this.props.network.region,
        bucket: this.siteBucket,
        keySecretArn: this.secrets.keySecret.arn,
        authentication: site.authentication,
        identity: this.identity,
      }),
    );
    new TerraformOutput(this, "join", {
      description: `program that joins a controller of ${site.clusterName}: terraform output -raw … | sudo bash`,
      value: text,
    });
    return text;
  }

  private buildKey(): string {
    const { network } = this.props;
    return new DataKey(this, "key", {
      network,
      description: "Slurm's files and key",
      name: this.node.id,
      statements: () => [],
    }).arn;
  }

  private routeTableIds(): readonly string[] {
    const { network, routeTableIds } = this.props;
    if (routeTableIds !== undefined) return routeTableIds;
    return network instanceof ClusterNetwork ? [network.privateRouteTable.id] : [];
  }

  private buildSecurityGroup(): NodeSecurityGroup {
    const { network } = this.props;
    const { site } = this.definition;
    const group = new NodeSecurityGroup(this, "security-group", { network, name: this.node.id });
    new VpcSecurityGroupIngressRule(this, "members", {
      securityGroupId: group.id,
      description: "nodes among themselves",
      referencedSecurityGroupId: group.id,
      ipProtocol: "-1",
    });
    site.cidrs.forEach((cidrIpv4, i) => {
      // Nodes call slurmctld, and srun at whatever port it listens on.
      group.letOutTo(`to-site-${i}`, "controllers and login nodes of the site", cidrIpv4);
      for (const [port, what] of NODE_PORTS)
        new VpcSecurityGroupIngressRule(this, `from-site-${port}-${i}`, {
          securityGroupId: group.id,
          description: `${what} from the site`,
          cidrIpv4,
          ipProtocol: "tcp",
          fromPort: port,
          toPort: port,
        });
    });
    return group;
  }

  private adoptPools(): void {
    const { network } = this.props;
    for (const pool of this.definition.pools) {
      pool.adoptBy(hybridAdopter(this.node.id, this.securityGroup.id));
      for (const template of pool.launchTemplates)
        template.tags = { ...template.tagsInput, [this.clusterTag.key]: this.clusterTag.value };
      pool.boot.add({
        name: "slurm",
        phase: "scheduler",
        text: program("slurm-bootstrap.sh", {
          AWS_REGION: network.region,
          BUCKET: this.siteBucket.bucketName,
          PREFIX: this.siteBucket.prefix,
          ROLE: "node",
        }),
      });
      pool.grant(this.readFiles(), ...this.secrets.readKeyStatements());
    }
  }

  private get clusterTag() {
    return { key: "warpform:slurm", value: this.definition.cluster.name };
  }

  private readFiles(): PolicyStatement {
    return { Effect: "Allow", Action: ["s3:GetObject"], Resource: [this.siteBucket.objectsArn("*")] };
  }

  /** What a controller of the site may do: that of a head, and nothing more. */
  private controllerStatements(): PolicyStatement[] {
    const { network } = this.props;
    const { pools } = this.definition;
    return [
      this.readFiles(),
      {
        Sid: "NodeObjects",
        Effect: "Allow",
        Action: ["s3:PutObject", "s3:DeleteObject"],
        Resource: [this.siteBucket.objectsArn("nodes/*")],
      },
      ...this.secrets.fillStatements(),
      ...controllerStatements({
        region: network.region,
        clusterTag: this.clusterTag,
        poolRoleArns: pools.flatMap((pool) => pool.nodeRole?.pattern ?? []),
        volumeKeyArns: [...new Set(pools.flatMap((pool) => pool.props.volumeKmsKeyArn ?? []))],
        privateZoneId: network.privateZoneId,
        privateZoneName: network.privateZoneName,
      }),
    ];
  }

  /** Files of nodes as for a head of the stack; for the site, fragments instead of a slurm.conf. */
  private files(): SiteFile[] {
    const { network, slurmPackages } = this.props;
    const { cluster, pools, site } = this.definition;
    const place = {
      ...clusterSite({
        network,
        pools,
        siteBucket: this.siteBucket,
        clusterTag: this.clusterTag,
        mounts: [],
      }),
      paths: { ...SITE_PATHS, slurmState: site.stateSaveLocation ?? slurmPaths.state },
    };
    const settings = siteSettings(
      cluster,
      { network, partitions: [], slurmPackages },
      {
        region: network.region,
        zone: network.privateZoneName,
        keySecretArn: this.secrets.keySecret.arn,
        databaseSecretArn: "",
        grafanaSecretArn: "",
        stateVolumeId: "",
        instanceIdOption: false,
      },
    );
    const added = { directory: {}, monitored: false };
    const files = awsSiteFiles(cluster, place, `${settings}SLURM_UID='${site.slurmUid}'\n`, added);
    return [
      ...files.filter(({ path }) => !path.startsWith(slurmPaths.shipped)),
      checkProgram(),
      ...Object.entries(this.fragments).map(
        ([name, text]): SiteFile => ({
          key: `etc/${name}`,
          path: `${slurmPaths.shipped}/${name}`,
          mode: "0644",
          roles: ["head"],
          text,
        }),
      ),
    ];
  }
}
