import { HOURS_PER_MONTH } from "../../../../sizing/cost/cost";
import type { BillLine } from "../../bill";

interface Piece {
  /** What one is called. */
  readonly name: string;
  readonly kind: BillLine["kind"];
  readonly item: string | null;
  /** Billed per hour, or per month. */
  readonly per: "hour" | "month";
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
  aws_vpn_connection: { name: "site-to-site VPN connection", kind: "network", item: null, per: "hour" },
  aws_ec2_transit_gateway_vpc_attachment: {
    name: "transit gateway attachment",
    kind: "network",
    item: null,
    per: "hour",
  },
  aws_route53_resolver_endpoint: { name: "Route 53 Resolver endpoint", kind: "network", item: null, per: "hour" },
  aws_route53_zone: { name: "Route 53 hosted zone", kind: "other", item: null, per: "month" },
};

/** Lines of the resources that are billed by the piece. */
export function pieceLines(resources: Readonly<Record<string, number>>): BillLine[] {
  return Object.entries(BY_THE_PIECE).flatMap(([type, { name, kind, item, per }]) => {
    const pieces = resources[type] ?? 0;
    const perHour = per === "hour" ? pieces : pieces / HOURS_PER_MONTH;
    return pieces === 0 ? [] : [{ name: `${pieces} x ${name}`, kind, item, perHour, idleShare: 1 }];
  });
}
