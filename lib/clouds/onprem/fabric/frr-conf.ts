import type { OnPremRouting, RoutedSwitch } from "../shared/on-prem-definition";

/** Paths of equal cost that a switch uses; the most that FRR is built for in SONiC is above it. */
const MOST_PATHS = 64;

/**
 * A switch's frr.conf: a BGP session on each link to another switch, without addresses there (RFC 5549), and the subnets of the nodes' ports
 * as its routes.
 * @see https://docs.frrouting.org/en/latest/bgp.html and RFC 7938
 */
export function frrConf({ cidr }: OnPremRouting, { name, asn, loopback, uplinks }: RoutedSwitch): string {
  return [
    "frr defaults datacenter",
    `hostname ${name}`,
    "service integrated-vtysh-config",
    "!",
    `ip prefix-list FABRIC seq 10 permit ${cidr} le 32`,
    "!",
    "route-map FABRIC permit 10",
    " match ip address prefix-list FABRIC",
    "exit",
    "!",
    `router bgp ${asn}`,
    ` bgp router-id ${loopback}`,
    " bgp bestpath as-path multipath-relax",
    " no bgp ebgp-requires-policy",
    " neighbor FABRIC peer-group",
    " neighbor FABRIC remote-as external",
    // A link that is up while its packets are lost is given up after 9 s.
    " neighbor FABRIC timers 3 9",
    ...uplinks.flatMap(({ port, to }) => [
      ` neighbor ${port} interface peer-group FABRIC`,
      ` neighbor ${port} description ${to}`,
    ]),
    " !",
    " address-family ipv4 unicast",
    "  redistribute connected route-map FABRIC",
    `  maximum-paths ${MOST_PATHS}`,
    " exit-address-family",
    "exit",
    "!",
    "",
  ].join("\n");
}
