import type { KubernetesObject } from "../../../../kubernetes/chart/manifest";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import { interfacesOf } from "../../../../model/aws/aws-model";
import { LAUNCH_FACTS } from "../../../../model/aws/launch-facts";
import { launchBlocks } from "../../../../model/aws/launch-values";
import type { CapacitySource } from "../../../../model/model";
import { requireObject } from "../../../../props/require-argument";
import { maxPods } from "./eks-nodes";

/** Karpenter's kind of node classes on AWS. */
export const EC2_NODE_CLASS = { group: "karpenter.k8s.aws", kind: "EC2NodeClass" } as const;

/** What AWS knows and the model does not; plain text or `helmValue` references. */
export interface NodeClassSettings {
  /** Instance profile of the nodes, by name. */
  readonly instanceProfile: string;
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
  /** Image alias, pinned: `al2023@v20261118`, `bottlerocket@v1.50.0`. */
  readonly amiAlias: string;
  /** Cluster placement group of on-demand and spot nodes; null without. */
  readonly placementGroup: string | null;
  /** KMS key of the disks; null for the account's default key. */
  readonly kmsKeyId: string | null;
  /** User data of the image family: TOML for Bottlerocket, MIME parts for AL2023; null for none. */
  readonly userData: string | null;
  readonly tags: Readonly<Record<string, string>>;
}

/** Root device of the image family. Bottlerocket keeps images and pods on its second disk. */
const ROOT_DEVICE: Readonly<Record<string, string>> = { al2023: "/dev/xvda", bottlerocket: "/dev/xvdb" };

/** What the rows of `LAUNCH_FACTS` make of a node class. */
type Blocks = Readonly<Record<string, unknown>> & { readonly rootVolume?: object; readonly metadataOptions?: object };

/** EC2NodeClass of one capacity source of a pool: a block or a reservation has launch settings of its own. */
export function ec2NodeClass(
  name: string,
  of: KubernetesPool,
  source: CapacitySource,
  settings: NodeClassSettings,
): KubernetesObject {
  requireObject("ec2NodeClass", "of", of, "{ pool, type }");
  requireObject("ec2NodeClass", "source", source, '{ kind: "on-demand" }');
  requireObject("ec2NodeClass", "settings", settings, "{ amiAlias, instanceProfile, … }");
  const { pool, type } = of;
  const { imdsHopLimit = LAUNCH_FACTS.imdsHopLimit.unsaid, ...launch } = pool.aws ?? {};
  const { rootVolume, metadataOptions, ...facts }: Blocks = launchBlocks({ ...launch, imdsHopLimit }, "nodeClass");
  const reserved = source.kind === "block" || source.kind === "reservation";
  const family = settings.amiAlias.split("@")[0]!;
  return {
    apiVersion: `${EC2_NODE_CLASS.group}/v1`,
    kind: EC2_NODE_CLASS.kind,
    metadata: { name },
    spec: {
      amiSelectorTerms: [{ alias: settings.amiAlias }],
      instanceProfile: settings.instanceProfile,
      subnetSelectorTerms: settings.subnetIds.map((id) => ({ id })),
      securityGroupSelectorTerms: settings.securityGroupIds.map((id) => ({ id })),
      ...(reserved && source.reservationId ? { capacityReservationSelectorTerms: [{ id: source.reservationId }] } : {}),
      // a placement group beside a reservation asks for machines that are not in it: insufficient capacity
      ...(!reserved && settings.placementGroup ? { placementGroupSelector: { name: settings.placementGroup } } : {}),
      ...(interfacesOf(pool).length > 1
        ? {
            networkInterfaces: interfacesOf(pool).map(({ networkCardIndex, deviceIndex, interfaceType }) => ({
              networkCardIndex,
              deviceIndex,
              interfaceType,
            })),
          }
        : {}),
      ...(pool.nvmeCache ? { instanceStorePolicy: "RAID0" } : {}),
      // the network plugin hands out whole prefixes; Karpenter's own figure counts single addresses
      kubelet: { maxPods: maxPods(type.vcpus) },
      associatePublicIPAddress: false,
      blockDeviceMappings: [
        {
          deviceName: ROOT_DEVICE[family],
          ebs: {
            volumeSize: `${pool.rootVolumeGiB}Gi`,
            volumeType: "gp3",
            ...(pool.rootVolumeIops === undefined ? {} : { iops: pool.rootVolumeIops }),
            ...(pool.rootVolumeMBps === undefined ? {} : { throughput: pool.rootVolumeMBps }),
            ...rootVolume,
            encrypted: pool.encrypted,
            deleteOnTermination: true,
            ...(settings.kmsKeyId ? { kmsKeyID: settings.kmsKeyId } : {}),
          },
        },
      ],
      ...facts,
      metadataOptions: {
        httpEndpoint: "enabled",
        httpTokens: pool.aws?.imdsV2Required === false ? "optional" : "required",
        ...metadataOptions,
      },
      ...(settings.userData ? { userData: settings.userData } : {}),
      tags: settings.tags,
    },
  };
}
