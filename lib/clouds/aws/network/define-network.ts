import { byDefault, type Definition, defined, derived, given } from "../../../model/definition";
import type { Network } from "../../../model/model";
import { formatCidr, parseCidr, subBlock, usableAddresses } from "../../../units/cidr";
import { regionOf } from "../shared/names";
import { checkNetworkAttributes } from "./cluster-network-import-validation";
import type { ClusterNetworkAttributes, ClusterNetworkProps } from "./cluster-network-props";
import { CLUSTER_NETWORK, EXISTING_NETWORK } from "./cluster-network-table";
import { validateClusterNetwork } from "./cluster-network-validation";
import { shortService } from "./endpoint-services";
import { privateZoneOf, secondZoneOf, VPC_CIDR } from "./network-defaults";
import { PRIVATE_SERVICES } from "./private-services";

/** What a network is, made here or there already. */
export interface NetworkValues {
  readonly clusterName: string;
  readonly region: string;
  readonly availabilityZone: string;
  /** Zone of the second private subnet; null in a network that was there, whose second subnet is an id. */
  readonly secondAvailabilityZone: string | null;
  readonly vpcCidr: string;
  /** Null where it was not given of a subnet that was there. */
  readonly computeSubnetCidr: string | null;
  /** Addresses of the compute subnet that nodes may have; null where its block is not known. */
  readonly usableAddresses: number | null;
  readonly egress: "nat" | "endpoints-only";
  readonly s3GatewayEndpoint: boolean;
  /** AWS services by interface endpoint, by short name. */
  readonly interfaceEndpoints: readonly string[];
  readonly flowLogs: boolean;
  readonly privateZoneName: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly existing: boolean;
}

export type NetworkDefinition = Definition<NetworkValues>;

/** What is known of a network's construct and is no prop of it. */
export interface NetworkSurroundings {
  /** Path of its construct, for messages. */
  readonly path: string;
  readonly stackId: string;
}

/**
 * A network to make, with every default and derived value, and where each comes from.
 * @throws WarpformError with all problems of the props at once
 */
export function defineNetwork(props: ClusterNetworkProps, { path, stackId }: NetworkSurroundings): NetworkDefinition {
  validateClusterNetwork(path, stackId, props);
  const clusterName = props.clusterName ?? stackId;
  const { availabilityZone } = props;
  const region = regionOf(availabilityZone)!;
  const block = parseCidr(props.vpcCidr ?? VPC_CIDR)!;
  const compute = props.computeSubnetCidr === undefined ? subBlock(block, 1, 0) : parseCidr(props.computeSubnetCidr)!;
  const subnetOrigin = <T>(value: T) =>
    props.computeSubnetCidr === undefined ? derived(value, "vpcCidr") : given(value)!;
  return defined<NetworkValues>({
    clusterName: given(props.clusterName) ?? derived(stackId, "stack"),
    region: derived(region, "availabilityZone"),
    availabilityZone: given(availabilityZone)!,
    secondAvailabilityZone:
      given(props.secondAvailabilityZone) ?? derived(secondZoneOf(availabilityZone), "availabilityZone"),
    vpcCidr: props.vpcCidr === undefined ? byDefault(VPC_CIDR) : given(formatCidr(block))!,
    computeSubnetCidr: subnetOrigin(formatCidr(compute)),
    usableAddresses: derived(usableAddresses(compute), "computeSubnetCidr"),
    egress: given(props.egress) ?? byDefault(CLUSTER_NETWORK.egress.default),
    s3GatewayEndpoint: byDefault(true),
    interfaceEndpoints:
      given(props.interfaceEndpoints?.map((service) => shortService(service, region))) ??
      derived((props.egress ?? CLUSTER_NETWORK.egress.default) === "nat" ? [] : PRIVATE_SERVICES, "egress"),
    flowLogs: given(props.flowLogs) ?? byDefault(true),
    privateZoneName: given(props.privateZoneName) ?? derived(privateZoneOf(clusterName), "clusterName"),
    tags: given(props.tags) ?? byDefault({}),
    existing: byDefault(false),
  });
}

/**
 * A network that is there already, as far as it is told.
 * @throws WarpformError with all problems of the attributes at once
 */
export function defineImportedNetwork(
  attributes: ClusterNetworkAttributes,
  { path, stackId }: NetworkSurroundings,
): NetworkDefinition {
  checkNetworkAttributes(path, stackId, attributes);
  const clusterName = attributes.clusterName ?? stackId;
  const { computeSubnetCidr } = attributes;
  const region = regionOf(attributes.availabilityZone)!;
  const compute = computeSubnetCidr === undefined ? undefined : parseCidr(computeSubnetCidr);
  return defined<NetworkValues>({
    clusterName: given(attributes.clusterName) ?? derived(stackId, "stack"),
    region: derived(region, "availabilityZone"),
    availabilityZone: given(attributes.availabilityZone)!,
    secondAvailabilityZone: byDefault(null),
    vpcCidr: given(attributes.vpcCidr)!,
    computeSubnetCidr: given(computeSubnetCidr) ?? byDefault(null),
    usableAddresses: derived(compute ? usableAddresses(compute) : null, "computeSubnetCidr"),
    egress: given(attributes.egress) ?? byDefault(EXISTING_NETWORK.egress.default),
    s3GatewayEndpoint: given(attributes.s3GatewayEndpoint) ?? byDefault(false),
    interfaceEndpoints:
      given(attributes.interfaceEndpoints?.map((service) => shortService(service, region))) ?? byDefault([]),
    flowLogs: byDefault(false),
    privateZoneName: given(attributes.privateZoneName) ?? derived(privateZoneOf(clusterName), "clusterName"),
    tags: given(attributes.tags) ?? byDefault({}),
    existing: byDefault(true),
  });
}

/** A network in the plain terms of the model. */
export function describeNetwork(
  of: NetworkDefinition,
  interfaceEndpoints = of.interfaceEndpoints,
  secondSubnetCidr?: string,
): Network {
  const zones = secondSubnetCidr === undefined ? 1 : 2;
  return {
    name: of.clusterName,
    region: of.region,
    existing: of.existing,
    egress: of.egress,
    natGateways: !of.existing && of.egress === "nat" ? zones : 0,
    objectStorageEndpoint: of.s3GatewayEndpoint,
    privateEndpoints: interfaceEndpoints,
    flowLogs: of.flowLogs,
    dnsSupport: true,
    dnsHostnames: true,
    computeSubnets: [
      { availabilityZone: of.availabilityZone, usableAddresses: of.usableAddresses, public: false },
      ...(secondSubnetCidr === undefined ? [] : [secondSubnet(of, secondSubnetCidr)]),
    ],
  };
}

/** Of a subnet that was there neither zone nor block is told. */
function secondSubnet(of: NetworkDefinition, cidr: string): Network["computeSubnets"][number] {
  const block = parseCidr(cidr);
  return {
    availabilityZone: of.secondAvailabilityZone,
    usableAddresses: block ? usableAddresses(block) : null,
    public: false,
  };
}
