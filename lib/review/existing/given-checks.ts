import type { GivenKind, GivenResource } from "../../model/aws/aws-model";
import type { Network } from "../../model/model";
import type { Design } from "../design";
import { addressesNeeded } from "./addresses-needed";

/** How the review speaks of resources of a kind, and what preflight.sh is told of one. */
interface GivenCheck {
  readonly title: string;
  /** What must be true of it. */
  needs(given: GivenResource, design: Design): string;
  /** Calls of functions of the script, each with its words; those of SHELL. */
  calls(given: GivenResource, design: Design): readonly (readonly string[])[];
}

const partOf = ({ path }: GivenResource): string[] => path.split(".");
const propOf = ({ path }: GivenResource): string => path.split(".").at(-1)!;

function networkOf(given: GivenResource, { cluster }: Design): Network | undefined {
  const [kind, name] = partOf(given);
  return cluster.networks.find((network) => kind === "networks" && network.name === name);
}

/** The VPC that a resource must be in, where the only network says which. */
function vpcOf(given: GivenResource, { cluster }: Design): string {
  const [kind, name] = partOf(given);
  const vpcs = (cluster.given ?? []).filter((one) => one.kind === "vpc");
  if (kind === "networks") return vpcs.find((one) => one.path === `networks.${name}.vpcId`)?.id ?? "";
  return vpcs.length === 1 && cluster.networks.length === 1 ? (vpcs[0]!.id ?? "") : "";
}

/** TCP ports that servers of a file system must let clients in on. */
function portsOf(given: GivenResource, { cluster }: Design): readonly string[] {
  const [kind, name] = partOf(given);
  const fileSystem = cluster.fileSystems.find((one) => kind === "fileSystems" && one.name === name);
  if (fileSystem === undefined || propOf(given) !== "securityGroupId") return [];
  return fileSystem.kind === "lustre" ? ["988", "1018-1023"] : ["2049"];
}

const id = ({ id: of }: GivenResource): string => of ?? "";
const and = (words: readonly string[]): string => words.join(" and ");

/** Services of a network that exists already which its design counts on, as EC2 names them. */
function endpointsOf(network: Network | undefined): readonly (readonly [kind: string, service: string])[] {
  if (network === undefined) return [];
  return [
    ...(network.objectStorageEndpoint ? [["Gateway", "s3"] as const] : []),
    ...network.privateEndpoints.map((service) => ["Interface", service] as const),
  ];
}

/** What is asked of existing resources, by kind. */
export const GIVEN_CHECKS: Readonly<Record<GivenKind, GivenCheck>> = {
  "kms-key": {
    title: "KMS key",
    needs: ({ allows = [] }) =>
      allows.length === 0
        ? "an enabled symmetric key in the Region of the design, which the applying role and the nodes may use"
        : `an enabled symmetric key in the Region of the design, whose policy allows ${and(allows)} to use it`,
    calls: (given) => [["kms_key", id(given), given.path, ...(given.allows ?? [])]],
  },
  policy: {
    title: "permissions boundary",
    needs: () => "a policy that exists and allows what the policies of the roles allow",
    calls: (given) => [["boundary", id(given), given.path]],
  },
  topic: {
    title: "SNS topic",
    needs: () => "a topic whose policy lets CloudWatch alarms and budgets publish",
    calls: (given) => [["topic", id(given), given.path]],
  },
  "target-group": {
    title: "target group",
    needs: () => "a target group of type instance in the VPC of the nodes",
    calls: (given, design) => [["target_group", id(given), given.path, vpcOf(given, design)]],
  },
  vpc: {
    title: "VPC",
    needs: (given, design) => {
      const services = endpointsOf(networkOf(given, design)).map(([, service]) => service);
      const endpoints = services.length === 0 ? "" : `, with endpoints for ${services.join(", ")}`;
      const { cidr } = given.expects ?? {};
      return `DNS resolution and DNS host names${cidr === undefined ? "" : `, the CIDR block ${cidr}`}${endpoints}`;
    },
    calls: (given, design) => [
      ["vpc", id(given), given.path, given.expects?.cidr ?? ""],
      ...endpointsOf(networkOf(given, design)).map((endpoint) => ["endpoint", id(given), ...endpoint]),
    ],
  },
  subnet: {
    title: "subnet",
    needs: (given, design) => {
      const zone = zoneOf(given, design);
      const wayOut = networkOf(given, design)?.egress === "nat" ? ", a default route" : "";
      const free = freeAddresses(given, design);
      return `a private subnet of the VPC${zone === "" ? "" : ` in ${zone}`}${wayOut}${free > 0 ? `, ${free} free addresses` : ""}`;
    },
    calls: (given, design) => {
      const { egress } = networkOf(given, design) ?? {};
      return [
        [
          "subnet",
          id(given),
          given.path,
          vpcOf(given, design),
          zoneOf(given, design),
          String(freeAddresses(given, design)),
        ],
        ...(egress === "nat" ? [["default_route", id(given), vpcOf(given, design)]] : []),
      ];
    },
  },
  "security-group": {
    title: "security group",
    needs: (given, design) => {
      const ports = portsOf(given, design).map((range) => range.replace("-", " to "));
      return ports.length === 0
        ? "a security group of the VPC, whose rules let nodes reach the file system"
        : `a security group of the VPC that lets nodes in on TCP ${and(ports)}`;
    },
    calls: (given, design) => [
      ["security_group", id(given), given.path, vpcOf(given, design), ...portsOf(given, design)],
    ],
  },
  "hosted-zone": {
    title: "private hosted zone",
    needs: () => "a private hosted zone that is associated with the VPC",
    calls: (given, design) => [["hosted_zone", id(given), given.path, vpcOf(given, design)]],
  },
  lustre: {
    title: "Lustre file system",
    needs: ({ expects = {} }) =>
      `an available FSx for Lustre file system with mount name ${expects.mountName ?? "as given"}, reachable from the nodes`,
    calls: (given, design) => {
      const [, name] = partOf(given);
      const tier = design.cluster.fileSystems.find((one) => one.name === name)?.deploymentType ?? "";
      return [["lustre", id(given), given.path, given.expects?.mountName ?? "", tier]];
    },
  },
  bucket: {
    title: "bucket",
    needs: () => "a bucket in the Region of the design that the applying role and the nodes may use",
    calls: (given) => [["bucket", id(given), given.path]],
  },
};

function zoneOf(given: GivenResource, design: Design): string {
  if (propOf(given) !== "computeSubnetId") return "";
  return networkOf(given, design)?.computeSubnets[0]?.availabilityZone ?? "";
}

/** Addresses that the nodes of a subnet take at their largest; 0 where it holds none. */
function freeAddresses(given: GivenResource, design: Design): number {
  const zone = zoneOf(given, design);
  return zone === "" || design.cluster.networks.length > 1 ? 0 : addressesNeeded(design, zone);
}

/** Existing resources of a design that no other rule asks of: each once, with the props that name it. */
export function givenResources({ cluster }: Design): readonly (readonly [GivenResource, readonly string[]])[] {
  const all = (cluster.given ?? []).filter(({ path }) => !path.startsWith("fabrics."));
  const first = new Map<string, [GivenResource, string[]]>();
  for (const given of all) {
    const key = given.id === null ? given.path : `${given.kind} ${given.id}`;
    const [one, paths] = first.get(key) ?? [given, []];
    const allows = [...new Set([...(one.allows ?? []), ...(given.allows ?? [])])];
    first.set(key, [{ ...one, ...(allows.length > 0 && { allows }) }, [...paths, given.path]]);
  }
  return [...first.values()];
}
