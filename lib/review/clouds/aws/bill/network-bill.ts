import type { Network } from "../../../../model/model";
import { type Bill, type BillLine, free } from "../../bill";

const zonesOf = (n: Network) => Math.max(1, new Set(n.computeSubnets.map((s) => s.availabilityZone)).size);

function endpoints(n: Network): BillLine[] {
  const zones = zonesOf(n);
  const where = `${zones} zone${zones > 1 ? "s" : ""} (${n.name})`;
  return n.existing || n.privateEndpoints.length === 0
    ? []
    : [
        {
          name: `${n.privateEndpoints.length} interface endpoints in ${where}`,
          kind: "network",
          item: "interface-endpoint-hour",
          perHour: n.privateEndpoints.length * zones,
          idleShare: 1,
        },
      ];
}

function gateways(n: Network): BillLine[] {
  if (n.natGateways === 0) return [];
  const name = `${n.natGateways} x NAT gateway, excluding traffic (${n.name})`;
  return [{ name, kind: "network", item: "nat-gateway-hour", perHour: n.natGateways, idleShare: 1 }];
}

/** What a network that is made here is billed by. */
export const NETWORK_BILL: Bill<Network> = {
  name: free("a name"),
  region: free("prices are the region's"),
  existing: free("existing networks are billed elsewhere"),
  egress: free("its traffic is billed by the GB, where the workload says how much"),
  natGateways: { lines: gateways },
  objectStorageEndpoint: free("gateway endpoints have no price"),
  privateEndpoints: { lines: endpoints },
  flowLogs: {
    lines: (n) =>
      n.flowLogs ? [{ name: `flow logs (${n.name})`, kind: "network", item: null, perHour: 0, idleShare: 1 }] : [],
  },
  dnsSupport: free("a setting"),
  dnsHostnames: free("a setting"),
  computeSubnets: free("subnets have no price"),
  sshOpenGroups: free("security groups have no price"),
};
