import type { Network } from "../../../../model/model";
import { type Bill, free } from "../../bill";
import { unpriced } from "./line";

/** What a virtual network that is made here is billed by. */
export const NETWORK_BILL: Bill<Network> = {
  name: free("a name"),
  region: free("prices are the Region's"),
  existing: free("existing networks are billed elsewhere"),
  egress: free("its traffic is billed by the GB, where the workload says how much"),
  natGateways: {
    lines: (n) => (n.natGateways === 0 ? [] : [unpriced(`${n.natGateways} x NAT gateway (${n.name})`, "network")]),
  },
  objectStorageEndpoint: free("service endpoints have no price"),
  privateEndpoints: {
    lines: (n) =>
      n.existing || n.privateEndpoints.length === 0
        ? []
        : [unpriced(`${n.privateEndpoints.length} private endpoints (${n.name})`, "network")],
  },
  flowLogs: { lines: (n) => (n.flowLogs ? [unpriced(`flow logs (${n.name})`, "network")] : []) },
  dnsSupport: free("a setting"),
  dnsHostnames: free("a setting"),
  computeSubnets: free("subnets have no price"),
  sshOpenGroups: free("network security groups have no price"),
};
