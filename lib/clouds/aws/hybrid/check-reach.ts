import type { Problems } from "../../../errors";
import { contains, overlaps, PRIVATE_BLOCKS, parseCidr } from "../../../units/cidr";
import { isKnown } from "../../common/terraform-text";
import type { HybridClusterProps } from "./hybrid-cluster-props";

/** No device on the internet has an address of these: private, shared (RFC 6598), loopback, link-local, multicast and reserved ones. */
const NOT_PUBLIC = [...PRIVATE_BLOCKS, "0.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3"];
/** AWS's side of a virtual private gateway. https://docs.aws.amazon.com/vpn/latest/s2svpn/VPNTunnels.html */
const AWS_ASN = 64_512;

const host = (address: string | undefined) => (isKnown(address) ? parseCidr(`${address}/32`) : undefined);

/** Whether nodes in AWS and the site can reach each other, and controllers get credentials, as far as the props tell. */
export function checkReach(problems: Problems, { network, site, link, trustAnchorArn }: HybridClusterProps): void {
  const blocks = site.cidrs.map((cidr) => (isKnown(cidr) ? parseCidr(cidr) : undefined));
  const servers = [
    ...site.controllers.map(({ address }, i) => [`site.controllers[${i}].address`, address] as const),
    ...site.dnsServers.map((address, i) => [`site.dnsServers[${i}]`, address] as const),
  ];
  for (const [path, address] of blocks.includes(undefined) ? [] : servers) {
    const at = host(address);
    if (at === undefined || blocks.some((block) => contains(block!, at))) continue;
    problems.add(
      "conflict",
      path,
      `${path} must be in site.cidrs (${site.cidrs.join(", ")}), from and to which routes and security groups let traffic pass, got ${address}; add its range to site.cidrs`,
    );
  }
  checkVpn(problems, link.vpn);
  const [, , , region] = isKnown(trustAnchorArn) ? trustAnchorArn.split(":") : [];
  if (region !== undefined && isKnown(network.region) && region !== network.region)
    problems.add(
      "conflict",
      "trustAnchorArn",
      `trustAnchorArn must be in the network's Region ${network.region}, since IAM Roles Anywhere is regional, got ${region}; use a trust anchor in ${network.region}, or caCertificate`,
    );
}

function checkVpn(problems: Problems, vpn: HybridClusterProps["link"]["vpn"]): void {
  const at = host(vpn?.address);
  if (at !== undefined && NOT_PUBLIC.some((block) => overlaps(parseCidr(block)!, at)))
    problems.add(
      "malformed",
      "link.vpn.address",
      `link.vpn.address must be a public IPv4 address, which AWS reaches over the internet, got ${vpn!.address}; give the one that the VPN device has outside, behind its NAT too`,
    );
  if (vpn?.bgpAsn === AWS_ASN)
    problems.add(
      "conflict",
      "link.vpn.bgpAsn",
      `link.vpn.bgpAsn must differ from ${AWS_ASN}, which AWS's side of the VPN has; use 65010`,
    );
}
