import type { Problems } from "../../../errors";
import { byDefault, type Definition, defined, derived, given } from "../../../model/definition";
import type { Network } from "../../../model/model";
import { formatCidr, overlaps, parseCidr, subBlock, usableAddresses } from "../../../units/cidr";
import { checkProps } from "../../common/check-props";
import { addTagProblems } from "../../common/resource-texts";
import { isKnown } from "../../common/terraform-text";
import { NAME_PATTERN, regionOf, zoneComplaint } from "../shared/names";
import { AZURE_TEXTS } from "../shared/resource-text-rules";
import type { ClusterNetworkAttributes, ClusterNetworkProps } from "./cluster-network-props";
import { CLUSTER_NETWORK, EXISTING_NETWORK, VNET_CIDR } from "./cluster-network-table";
import type { PrivateService } from "./private-zones";

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
  readonly privateEndpoints: readonly PrivateService[];
  readonly flowLogs: boolean;
  readonly tags: Readonly<Record<string, string>>;
}

export type NetworkDefinition = Definition<NetworkValues>;

export interface ImportedNetworkValues
  extends Pick<NetworkValues, "clusterName" | "region" | "availabilityZone" | "privateEndpoints" | "tags"> {
  /** Null where the block of the subnet was not given. */
  readonly usableAddresses: number | null;
}

export type ImportedNetworkDefinition = Definition<ImportedNetworkValues>;

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
  checkPlace(problems, availabilityZone, clusterName);
  addTagProblems(problems, props.tags, AZURE_TEXTS);
  const block = parseCidr(vnetCidr);
  if (block === undefined || block.prefix < 16 || block.prefix > 20) {
    const message = `vnetCidr must be an IPv4 block from /16 to /20, by its first address, got "${vnetCidr}"; write one such as "${VNET_CIDR}"`;
    problems.add("malformed", "vnetCidr", message);
  } else if (overlaps(block, parseCidr(RDMA_CIDR)!)) {
    const message = `vnetCidr "${vnetCidr}" overlaps ${RDMA_CIDR}, which Azure keeps for the RDMA network; use one such as "${VNET_CIDR}"`;
    problems.add("conflict", "vnetCidr", message);
  }
  problems.throwIfAny(where);
  const compute = subBlock(block!, 1, 0);
  return defined<NetworkValues>({
    clusterName: given(props.clusterName) ?? derived(stackId, "stack"),
    region: derived(regionOf(availabilityZone)!, "availabilityZone"),
    availabilityZone: given(availabilityZone)!,
    resourceGroupName: given(props.resourceGroupName) ?? byDefault(null),
    vnetCidr: given(props.vnetCidr) ?? byDefault(VNET_CIDR),
    computeSubnetCidr: derived(formatCidr(compute), "vnetCidr"),
    usableAddresses: derived(usableAddresses(compute), "computeSubnetCidr"),
    privateEndpoints: props.privateEndpoints ? given([...new Set(props.privateEndpoints)])! : byDefault([]),
    flowLogs: props.flowLogs ? given(true as boolean)! : byDefault(false as boolean),
    tags: given(props.tags) ?? byDefault({}),
  });
}

function checkPlace(problems: Problems, availabilityZone: string, clusterName: string): void {
  const complaint = zoneComplaint("availabilityZone", availabilityZone);
  if (complaint !== undefined) problems.add("malformed", "availabilityZone", complaint);
  if (!NAME_PATTERN.test(clusterName)) {
    const message = `clusterName must be 2 to 30 lower-case letters, digits and dashes, starting with a letter, got "${clusterName}"; give a clusterName`;
    problems.add("malformed", "clusterName", message);
  }
}

/**
 * A network that exists, with every default and derived value.
 * @throws WarpformError with all problems of the attributes at once
 */
export function defineImportedNetwork(
  props: ClusterNetworkAttributes,
  { path, stackId }: { readonly path: string; readonly stackId: string },
): ImportedNetworkDefinition {
  const where = `ClusterNetwork.import "${path}"`;
  const problems = checkProps(where, EXISTING_NETWORK, props);
  const { availabilityZone, clusterName = stackId, computeSubnetCidr: cidr, virtualNetworkId } = props;
  checkPlace(problems, availabilityZone, clusterName);
  addTagProblems(problems, props.tags, AZURE_TEXTS);
  const known = isKnown(virtualNetworkId) && isKnown(props.computeSubnetId);
  const said = problems.has("computeSubnetId") || problems.has("virtualNetworkId");
  if (known && !said && !isWithin(props.computeSubnetId, virtualNetworkId)) {
    const message = `computeSubnetId must be a subnet of virtualNetworkId, got "${props.computeSubnetId}"; write one such as "${virtualNetworkId}/subnets/gpu"`;
    problems.add("conflict", "computeSubnetId", message);
  }
  const block = isKnown(cidr) ? parseCidr(cidr) : undefined;
  if (isKnown(cidr) && block === undefined) {
    const message = `computeSubnetCidr must be an IPv4 block, got "${cidr}"; write one such as "10.1.0.0/22"`;
    problems.add("malformed", "computeSubnetCidr", message);
  } else if (block && overlaps(block, parseCidr(RDMA_CIDR)!)) {
    const message = `computeSubnetCidr "${cidr}" overlaps ${RDMA_CIDR}, which Azure keeps for the RDMA network; use a subnet outside of it`;
    problems.add("conflict", "computeSubnetCidr", message);
  }
  problems.throwIfAny(where);
  const services = Object.keys(props.privateDnsZoneIds ?? {}) as PrivateService[];
  return defined<ImportedNetworkValues>({
    clusterName: given(props.clusterName) ?? derived(stackId, "stack"),
    region: derived(regionOf(availabilityZone)!, "availabilityZone"),
    availabilityZone: given(availabilityZone)!,
    usableAddresses: block ? derived(usableAddresses(block), "computeSubnetCidr") : byDefault(null),
    privateEndpoints: services.length > 0 ? derived(services, "privateDnsZoneIds") : byDefault([]),
    tags: given(props.tags) ?? byDefault({}),
  });
}

const isWithin = (subnet: string, network: string) => subnet.toLowerCase().startsWith(`${network.toLowerCase()}/`);

/** A network in the plain terms of the model. */
export function describeNetwork(of: NetworkDefinition | ImportedNetworkDefinition): Network {
  const made = "vnetCidr" in of;
  return {
    name: of.clusterName,
    region: of.region,
    existing: !made,
    egress: "nat",
    natGateways: made ? 1 : 0,
    objectStorageEndpoint: true,
    privateEndpoints: of.privateEndpoints,
    flowLogs: made && of.flowLogs,
    dnsSupport: true,
    dnsHostnames: true,
    computeSubnets: [{ availabilityZone: of.availabilityZone, usableAddresses: of.usableAddresses, public: false }],
  };
}
