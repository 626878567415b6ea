import type { TerraformStack } from "cdktf";
import { parseAllDocuments } from "yaml";
import { KubeRayCluster } from "../../lib/clouds/aws/kubernetes/kube-ray-cluster";
import type { RawNodes } from "../../lib/clouds/aws/reading/raw-nodes";

type Values = Readonly<Record<string, unknown>>;

/** Karpenter's name of a field as a launch template has it: `volumeSize` is `volume_size`. */
const snake = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function inTerraformWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inTerraformWords);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [snake(key), inTerraformWords(part)]));
}

function objects(text: string): Record<string, Values>[] {
  // A Helm reference is a text that only the release knows.
  const plain = text.replaceAll(/\{\{[^}]*\}\}/g, "helm");
  return parseAllDocuments(plain).map((document) => document.toJS() as Record<string, Values>);
}

interface NodeClass {
  readonly instanceStorePolicy?: string;
  readonly amiSelectorTerms: readonly { readonly alias: string }[];
  readonly securityGroupSelectorTerms: readonly Values[];
  readonly networkInterfaces?: readonly Values[];
  readonly placementGroupSelector?: { readonly name: string };
  readonly capacityReservationSelectorTerms?: readonly { readonly id: string }[];
  readonly metadataOptions: Values;
  readonly blockDeviceMappings: readonly { readonly ebs: Values }[];
  readonly detailedMonitoring?: boolean;
  readonly tags: Readonly<Record<string, string>>;
}

/** Nodes that Karpenter launches: what they are launched with, and what else their class says. */
export interface NodeClassNodes {
  readonly raw: RawNodes;
  readonly pool: string;
  readonly pinned: boolean;
  readonly nvmePath: string | null;
}

/** Where an image family mounts the array of the local disks. @see https://karpenter.sh/docs/concepts/nodeclasses/#specinstancestorepolicy */
const ARRAY: Readonly<Record<string, string>> = { al2023: "/mnt/k8s-disks/0", bottlerocket: "/mnt/.ephemeral" };

function launched(cluster: KubeRayCluster, spec: NodeClass, nodePool: Values, path: string): NodeClassNodes {
  const requirements = (nodePool as { spec: { template: { spec: { requirements: Values[] } } } }).spec.template.spec
    .requirements;
  const all = (key: string) => requirements.find((one) => one.key === key)!.values as string[];
  const required = (key: string) => all(key)[0]!;
  const [family, release] = spec.amiSelectorTerms[0]!.alias.split("@") as [string, string];
  const groups = spec.securityGroupSelectorTerms.map(({ id }) => id);
  const interfaces = spec.networkInterfaces ?? [{ networkCardIndex: 0, deviceIndex: 0 }];
  const reservation = spec.capacityReservationSelectorTerms?.[0]?.id;
  const market = required("karpenter.sh/capacity-type");
  const ownGroup = spec.placementGroupSelector?.name === "helm";
  const group = cluster.pools.find(({ name }) => name === spec.tags["warpform:pool"])!.placementGroup;
  const settings = {
    network_interfaces: interfaces.map((one) => ({
      ...(inTerraformWords(one) as Values),
      security_groups: groups,
    })),
    metadata_options: inTerraformWords(spec.metadataOptions),
    block_device_mappings: spec.blockDeviceMappings.map(({ ebs }) => ({
      ebs: { ...(inTerraformWords(ebs) as Values), volume_size: Number.parseInt(String(ebs.volumeSize), 10) },
    })),
    monitoring: { enabled: spec.detailedMonitoring ?? false },
    ...(spec.placementGroupSelector
      ? { placement: { group_name: ownGroup ? `\${aws_placement_group.${group?.friendlyUniqueId}.name}` : "theirs" } }
      : {}),
    ...(reservation
      ? {
          capacity_reservation_specification: { capacity_reservation_target: { capacity_reservation_id: reservation } },
        }
      : {}),
    ...(market === "spot" ? { instance_market_options: { market_type: "spot" } } : {}),
  };
  return {
    pool: spec.tags["warpform:pool"]!,
    pinned: release !== "latest",
    nvmePath: spec.instanceStorePolicy === "RAID0" ? ARRAY[family]! : null,
    raw: {
      resource: { type: "EC2NodeClass", name: path, path, address: path, values: {} },
      settings,
      types: all("node.kubernetes.io/instance-type"),
      nodes: { min: 0, max: 1 },
      adoptedBy: { kind: "kubernetes", name: cluster.node.id },
      subnets: [],
    },
  };
}

/** All nodes that the Karpenters of a stack launch, read from the manifests of their charts. */
export function nodeClassNodes(stack: TerraformStack): NodeClassNodes[] {
  const clusters = stack.node.findAll().filter((one): one is KubeRayCluster => one instanceof KubeRayCluster);
  return clusters.flatMap((cluster) => {
    const text = (name: string) =>
      cluster.releases.nodePoolsChart?.files.find(({ path }) => path === `templates/${name}.yaml`)?.text;
    const [classes, pools] = [text("node-classes"), text("node-pools")];
    if (classes === undefined || pools === undefined) return [];
    return objects(classes).map((nodeClass, i) =>
      launched(cluster, nodeClass.spec as unknown as NodeClass, objects(pools)[i]!, String(nodeClass.metadata!.name)),
    );
  });
}
