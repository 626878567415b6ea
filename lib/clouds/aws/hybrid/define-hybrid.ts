import { Problems } from "../../../errors";
import type { Staging } from "../../../model/model";
import { defineBurst } from "../../../slurm/definition/define-burst";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { overlaps, parseCidr } from "../../../units/cidr";
import { checkProps } from "../../common/check-props";
import { isKnown } from "../../common/terraform-text";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { checkReach } from "./check-reach";
import type { HybridClusterProps, SiteLinkProps, SiteProps } from "./hybrid-cluster-props";
import { HYBRID_CLUSTER, SITE, TUNNEL_GBPS } from "./hybrid-cluster-table";

/** Weights of nodes in AWS begin here: a site's own nodes are filled first, whatever their weights below it. */
const FIRST_WEIGHT = 10_000;

/** A hybrid cluster with every default and derived value. */
export interface HybridDefinition {
  readonly site: SiteProps & Required<Pick<SiteProps, "authentication" | "slurmUid">>;
  /** Nodes and partitions in AWS, as the site's Slurm has them. */
  readonly cluster: SlurmCluster;
  readonly pools: readonly GpuNodePool[];
  /** What moves between site and AWS; null where it was not told. */
  readonly staging: Staging | null;
}

/** What moves over the link, complete: of a VPN its rate is known. */
function stagingOf({ staging, link }: HybridClusterProps): Staging | null {
  const linkGbps = staging?.linkGbps ?? (link.vpn === undefined ? undefined : TUNNEL_GBPS);
  if (staging === undefined || linkGbps === undefined) return null;
  return { toCloudTB: staging.toCloudTB ?? 0, toSitePerMonthTB: staging.toSitePerMonthTB ?? 0, linkGbps };
}

function checkLink(problems: Problems, link: SiteLinkProps): void {
  const given = Object.entries(link).filter(([, value]) => value !== undefined).length;
  if (given !== 1)
    problems.add(
      given === 0 ? "required" : "conflict",
      "link",
      `link must have exactly one of vpn, transitGatewayId and virtualGatewayId, got ${given}; give vpn: { address: "203.0.113.10" }, or the ID of the gateway to which the site is attached`,
    );
}

function checkSite(problems: Problems, { network, site, partitions }: HybridClusterProps): void {
  const vpc = isKnown(network.vpcCidr) ? parseCidr(network.vpcCidr) : undefined;
  site.cidrs.forEach((cidr, i) => {
    const block = parseCidr(cidr);
    const path = `site.cidrs[${i}]`;
    if (block === undefined)
      problems.add(
        "malformed",
        path,
        `${path} must be an IPv4 CIDR block, got "${cidr}"; write one such as "10.10.0.0/16"`,
      );
    else if (vpc !== undefined && overlaps(vpc, block))
      problems.add(
        "conflict",
        path,
        `${path} ${cidr} overlaps the VPC's ${network.vpcCidr}, but Slurm needs routes in both directions without NAT; choose a different vpcCidr for the network`,
      );
  });
  partitions.forEach(({ name }, i) => {
    if (!(site.partitions ?? []).includes(name)) return;
    problems.add(
      "conflict",
      `partitions[${i}].name`,
      `partitions[${i}].name "${name}" is a partition of the site: a partition over both sites would run jobs across the link; use a different name, such as "${name}-aws", and submit to "${name},${name}-aws"`,
    );
  });
}

function checkTrust(problems: Problems, { caCertificate, trustAnchorArn }: HybridClusterProps): void {
  if ((caCertificate === undefined) === (trustAnchorArn === undefined))
    problems.add(
      caCertificate === undefined ? "required" : "conflict",
      "caCertificate",
      `caCertificate or trustAnchorArn must be given, and not both, got ${caCertificate === undefined ? "neither" : "both"}; give the PEM of the authority that signs the controllers' certificates`,
    );
  else if (isKnown(caCertificate) && !caCertificate.includes("-----BEGIN CERTIFICATE-----"))
    problems.add(
      "malformed",
      "caCertificate",
      "caCertificate must be PEM with -----BEGIN CERTIFICATE-----; read it from the file of the authority's certificate",
    );
  if (isKnown(caCertificate) && /PRIVATE KEY/.test(caCertificate))
    problems.add(
      "not-allowed",
      "caCertificate",
      "caCertificate holds a private key, which would be in the state; give only the certificate",
    );
}

/**
 * What a hybrid cluster is.
 * @throws WarpformError with all problems of the props at once
 */
export function defineHybrid(props: HybridClusterProps, path: string): HybridDefinition {
  const where = `HybridCluster "${path}"`;
  checkProps(where, HYBRID_CLUSTER, props).throwIfAny(where);
  const problems = new Problems();
  checkLink(problems, props.link);
  checkSite(problems, props);
  checkReach(problems, props);
  checkTrust(problems, props);
  const { link, site, staging } = props;
  if (staging !== undefined && staging.linkGbps === undefined && link.vpn === undefined)
    problems.add(
      "required",
      "staging.linkGbps",
      "staging.linkGbps is required without a vpn: give the rate of the Direct Connect or transit gateway that data may take, Gb/s",
    );
  problems.throwIfAny(where);
  const pools = [...new Set(props.partitions.flatMap((partition) => partition.pools))];
  const cluster = problems.attempt(() => slurmOf(props, pools));
  problems.throwIfAny(where);
  return {
    site: {
      ...site,
      authentication: site.authentication ?? SITE.authentication.default,
      slurmUid: site.slurmUid ?? SITE.slurmUid.default,
    },
    cluster: cluster!,
    pools,
    staging: stagingOf(props),
  };
}

function slurmOf(props: HybridClusterProps, pools: readonly GpuNodePool[]): SlurmCluster {
  const {
    site,
    version = HYBRID_CLUSTER.version.default,
    suspendMinutes = HYBRID_CLUSTER.suspendMinutes.default,
  } = props;
  const weightOf = new Map(pools.map((pool, i) => [pool.name, FIRST_WEIGHT + i]));
  return defineBurst({
    name: site.clusterName,
    version,
    controllers: site.controllers.map(({ name }) => name),
    authentication: site.authentication ?? SITE.authentication.default,
    accounting: { kind: "none" },
    // The site's own programs check its nodes and run before its jobs.
    healthChecks: false,
    containers: false,
    pools: pools.map((pool) => ({ pool: pool.describe() })),
    partitions: props.partitions.map((partition) => ({
      ...partition,
      suspendMinutes: partition.suspendMinutes ?? suspendMinutes,
      pools: partition.pools.map(({ name }) => name),
      weights: Object.fromEntries(partition.pools.map(({ name }) => [name, weightOf.get(name)!])),
    })),
    suspendMinutes,
    ...(props.maxFailedBoots === undefined ? {} : { maxFailedBoots: props.maxFailedBoots }),
  });
}
