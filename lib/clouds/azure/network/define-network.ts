import { byDefault, type Definition, defined, derived, given } from "../../../model/definition";
import type { Network } from "../../../model/model";
import { formatCidr, overlaps, parseCidr, subBlock, usableAddresses } from "../../../units/cidr";
import { checkProps } from "../../common/check-props";
import { addTagProblems } from "../../common/resource-texts";
import { NAME_PATTERN, regionOf } from "../shared/names";
import { AZURE_TEXTS } from "../shared/resource-text-rules";
import type { ClusterNetworkProps } from "./cluster-network-props";
import { CLUSTER_NETWORK, VNET_CIDR } from "./cluster-network-table";

/** Kept for the RDMA network of InfiniBand sizes. @see https://learn.microsoft.com/azure/virtual-machines/setup-infiniband */
const RDMA_CIDR = "172.16.0.0/16";

export interface NetworkValues {
  readonly clusterName: string;
  readonly region: string;
  readonly availabilityZone: string;
  /** Null where one is made. */
  readonly resourceGroupName: string | null;
  readonly vnetCidr: string;
  readonly computeSubnetCidr: string;
  readonly usableAddresses: number;
  readonly tags: Readonly<Record<string, string>>;
}

export type NetworkDefinition = Definition<NetworkValues>;

/**
 * A network to make, with every default and derived value.
 * @throws WarpformError with all problems of the props at once
 */
export function defineNetwork(
  props: ClusterNetworkProps,
  { path, stackId }: { readonly path: string; readonly stackId: string },
): NetworkDefinition {
  const where = `ClusterNetwork "${path}"`;
  const problems = checkProps(where, CLUSTER_NETWORK, props);
  const { availabilityZone, clusterName = stackId, vnetCidr = VNET_CIDR } = props;
  const region = regionOf(availabilityZone);
  if (region === undefined) {
    const message = `availabilityZone must be a Region of Azure and a zone from 1 to 3, got "${availabilityZone}"; write one such as "eastus-1"`;
    problems.add("malformed", "availabilityZone", message);
  }
  addTagProblems(problems, props.tags, AZURE_TEXTS);
  if (!NAME_PATTERN.test(clusterName)) {
    const message = `clusterName must be 2 to 30 lower-case letters, digits and dashes, starting with a letter, got "${clusterName}"; give a clusterName`;
    problems.add("malformed", "clusterName", message);
  }
  const block = parseCidr(vnetCidr);
  if (block === undefined || block.prefix < 16 || block.prefix > 20) {
    const message = `vnetCidr must be an IPv4 block from /16 to /20, got "${vnetCidr}"; write one such as "${VNET_CIDR}"`;
    problems.add("malformed", "vnetCidr", message);
  } else if (overlaps(block, parseCidr(RDMA_CIDR)!)) {
    const message = `vnetCidr "${vnetCidr}" overlaps ${RDMA_CIDR}, which Azure keeps for the RDMA network; use one such as "${VNET_CIDR}"`;
    problems.add("conflict", "vnetCidr", message);
  }
  problems.throwIfAny(where);
  const compute = subBlock(block!, 1, 0);
  return defined<NetworkValues>({
    clusterName: given(props.clusterName) ?? derived(stackId, "stack"),
    region: derived(region!, "availabilityZone"),
    availabilityZone: given(availabilityZone)!,
    resourceGroupName: given(props.resourceGroupName) ?? byDefault(null),
    vnetCidr: given(props.vnetCidr) ?? byDefault(VNET_CIDR),
    computeSubnetCidr: derived(formatCidr(compute), "vnetCidr"),
    usableAddresses: derived(usableAddresses(compute), "computeSubnetCidr"),
    tags: given(props.tags) ?? byDefault({}),
  });
}

/** A network in the plain terms of the model. */
export function describeNetwork(of: NetworkDefinition): Network {
  return {
    name: of.clusterName,
    region: of.region,
    existing: false,
    egress: "nat",
    natGateways: 1,
    objectStorageEndpoint: true,
    privateEndpoints: [],
    flowLogs: false,
    dnsSupport: true,
    dnsHostnames: true,
    computeSubnets: [{ availabilityZone: of.availabilityZone, usableAddresses: of.usableAddresses, public: false }],
  };
}
