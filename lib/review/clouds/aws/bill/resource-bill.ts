import { HOURS_PER_MONTH } from "../../../../sizing/cost/cost";
import type { BillLine } from "../../bill";

interface Piece {
  /** What one is called. */
  readonly name: string;
  readonly kind: BillLine["kind"];
  readonly item: string;
  /** Billed per hour, or per month. */
  readonly per: "hour" | "month";
  /** What one is billed as: 1 unless given. */
  readonly each?: number;
}

/** Terraform resources that cost the same each, whatever they say. */
export const BY_THE_PIECE: Readonly<Record<string, Piece>> = {
  aws_kms_key: { name: "KMS key", kind: "other", item: "kms-key-month", per: "month" },
  aws_secretsmanager_secret: { name: "secret", kind: "other", item: "secret-month", per: "month" },
  aws_cloudwatch_metric_alarm: {
    name: "CloudWatch alarm",
    kind: "other",
    item: "cloudwatch-alarm-month",
    per: "month",
  },
  aws_lb: { name: "load balancer, excluding capacity units", kind: "network", item: "load-balancer-hour", per: "hour" },
  aws_eip: { name: "public IPv4 address", kind: "network", item: "public-ipv4-hour", per: "hour" },
  aws_vpn_connection: {
    name: "site-to-site VPN connection, excluding traffic",
    kind: "network",
    item: "vpn-connection-hour",
    per: "hour",
  },
  aws_ec2_transit_gateway_vpc_attachment: {
    name: "transit gateway attachment, excluding traffic",
    kind: "network",
    item: "transit-gateway-attachment-hour",
    per: "hour",
  },
  aws_route53_resolver_endpoint: {
    name: "Route 53 Resolver endpoint of two addresses, excluding queries",
    kind: "network",
    item: "route53-resolver-address-hour",
    per: "hour",
    each: 2,
  },
  aws_route53_zone: { name: "Route 53 hosted zone", kind: "other", item: "route53-hosted-zone-month", per: "month" },
};

/** Lines of the resources that are billed by the piece. */
export function pieceLines(resources: Readonly<Record<string, number>>): BillLine[] {
  return Object.entries(BY_THE_PIECE).flatMap(([type, { name, kind, item, per, each = 1 }]) => {
    const pieces = resources[type] ?? 0;
    const perHour = (pieces * each) / (per === "hour" ? 1 : HOURS_PER_MONTH);
    return pieces === 0 ? [] : [{ name: `${pieces} x ${name}`, kind, item, perHour, idleShare: 1 }];
  });
}
