import type { Problems } from "../../../../errors";
import { DATABASE_PORT } from "../../../../slurm/definition/slurm-tables";
import { contains, PRIVATE_BLOCKS, parseCidr } from "../../../../units/cidr";
import { isKnown } from "../../../common/terraform-text";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import type { NodeSecurityGroup } from "../../network/node-security-group";
import type { SlurmHeadNodeProps } from "../slurm-head-node-props";

const LDAPS_PORT = 636;

interface Way {
  readonly id: string;
  readonly what: string;
  readonly cidr: string;
  readonly tcpPort?: number;
}

/** Ways out to a server: its address, or for a name, which may resolve to any, the private networks that a VPC reaches by peering, transit gateway or VPN. */
function toServer(id: string, what: string, host: string, tcpPort: number): Way[] {
  const address = isKnown(host) && parseCidr(`${host}/32`) !== undefined;
  const blocks = address ? [`${host}/32`] : PRIVATE_BLOCKS;
  return blocks.map((cidr) => ({ id: `${id}-${cidr.replaceAll(/[./]/g, "-")}-${tcpPort}`, what, cidr, tcpPort }));
}

/** Opens what the cluster's directory, database and `egress` need, each on its own port. */
export function letOut(group: NodeSecurityGroup, network: IClusterNetwork, props: SlurmHeadNodeProps): void {
  const { directory, accounting, egress = [] } = props;
  const vpc = parseCidr(network.vpcCidr);
  const servers = (directory?.uris ?? []).flatMap((uri) => {
    const [, host = uri, port] = /^ldaps:\/\/(.*?)(?::(\d+))?$/.exec(uri) ?? [];
    return toServer("to-directory", "directory", host, port === undefined ? LDAPS_PORT : Number(port));
  });
  const database =
    accounting?.kind === "external" && accounting.databaseHost !== undefined
      ? toServer(
          "to-database",
          "accounting database",
          accounting.databaseHost,
          accounting.databasePort ?? DATABASE_PORT,
        )
      : [];
  const given = egress.map(({ cidr, tcpPort }, index) => ({ id: `egress-${index}`, what: "egress", cidr, tcpPort }));
  const seen = new Set<string>();
  for (const { id, what, cidr, tcpPort } of [...servers, ...database, ...given]) {
    const block = parseCidr(cidr);
    if (seen.has(id) || (vpc !== undefined && block !== undefined && contains(vpc, block))) continue;
    seen.add(id);
    group.letOutTo(id, what, cidr, tcpPort);
  }
}

/** What can be wrong with `egress`. */
export function checkEgress({ egress = [] }: SlurmHeadNodeProps, problems: Problems): void {
  egress.forEach(({ cidr, tcpPort }, index) => {
    const path = `egress[${index}]`;
    const first = egress.findIndex((other) => other.cidr === cidr && other.tcpPort === tcpPort);
    if (first !== index) {
      const message = `${path} must be another one than egress[${first}], since EC2 refuses a rule twice, got "${cidr}" again; remove one`;
      problems.add("duplicate", path, message);
    }
    if (!isKnown(cidr) || parseCidr(cidr) !== undefined) return;
    problems.add(
      "malformed",
      `${path}.cidr`,
      `${path}.cidr must be an IPv4 CIDR block, got "${cidr}"; use "192.168.40.0/24", for example`,
    );
  });
}
