import { DataAwsSsmParameter } from "@cdktf/provider-aws/lib/data-aws-ssm-parameter";
import type {
  LaunchTemplateBlockDeviceMappings,
  LaunchTemplateConfig,
  LaunchTemplateNetworkInterfaces,
} from "@cdktf/provider-aws/lib/launch-template";
import { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { checkovSkip } from "../../common/checkov";
import { isKnown } from "../../common/terraform-text";
import type { BootStep } from "../shared/boot-step";
import type { Capacity } from "./capacity";
import type { GpuNodePool } from "./gpu-node-pool";
import type { Image } from "./image";
import { encodedUserData } from "./user-data";

/** gp3 beyond its free 3,000 IOPS and 125 MB/s: container images unpack in a third of the time. */
const ROOT_IOPS = 6000;
const ROOT_MBPS = 500;
export const DEFAULT_ROOT_GIB = 200;

/** The launch templates of a pool: one for on-demand and spot, one for each block and reservation. */
export class PoolLaunchTemplates {
  private readonly bySource = new Map<Capacity, LaunchTemplate>();
  private readonly imageId: string;
  private imageParameter?: DataAwsSsmParameter;
  private readonly userData: string;

  constructor(
    private readonly pool: GpuNodePool,
    steps: () => readonly BootStep[],
  ) {
    this.imageId = this.resolveImage();
    this.userData = encodedUserData(pool, steps);
    let shared: LaunchTemplate | undefined;
    for (const source of pool.capacity) {
      if (source.reserved) {
        this.bySource.set(source, this.build(`template-${reservedSuffix(pool, source)}`, source));
      } else {
        shared ??= this.build("template", source);
        this.bySource.set(source, shared);
      }
    }
  }

  public of(source: Capacity): LaunchTemplate {
    return this.bySource.get(source)!;
  }

  /** Writes the subnet into every interface. */
  public nameSubnet(subnetId: string): void {
    for (const template of new Set(this.bySource.values())) template.putNetworkInterfaces(this.interfaces(subnetId));
  }

  /** Boots another floating image than the one that the pool had when it was made. */
  public bootFrom({ parameter }: Image): void {
    if (this.imageParameter && parameter) this.imageParameter.name = parameter(this.pool.instanceType.architecture);
  }

  /** Takes the templates, and what only they use, out of the tree. */
  public discard(): void {
    const templates = [...new Set(this.bySource.values())].map(({ node }) => node.id);
    for (const id of [...templates, "image", "user-data"]) this.pool.node.tryRemoveChild(id);
  }

  private build(id: string, source: Capacity): LaunchTemplate {
    const { pool } = this;
    const name = [pool.network.clusterName, pool.name, ...(source.reserved ? [reservedSuffix(pool, source)] : [])].join(
      "-",
    );
    const tags = { ...pool.network.tagsFor(pool.name), ...pool.props.tags, "warpform:pool": pool.name };
    const template = new LaunchTemplate(pool, id, {
      name,
      description: `nodes of pool ${pool.name} from ${source.kind}`,
      imageId: this.imageId,
      instanceType: pool.instanceType.name,
      updateDefaultVersion: true,
      ebsOptimized: "true",
      iamInstanceProfile: { name: pool.nodeRole?.instanceProfile.name ?? pool.props.instanceProfileName },
      metadataOptions: {
        httpEndpoint: "enabled",
        httpTokens: "required",
        httpPutResponseHopLimit: pool.props.imdsHopLimit ?? 2,
        instanceMetadataTags: "enabled",
      },
      monitoring: { enabled: pool.props.detailedMonitoring ?? true },
      blockDeviceMappings: [this.rootVolume()],
      networkInterfaces: this.interfaces(undefined),
      ...this.market(source),
      ...this.placement(source),
      tagSpecifications: ["instance", "volume", "network-interface"].map((resourceType) => ({ resourceType, tags })),
      tags,
      userData: this.userData,
      // A floating image moves on by itself; nodes must not be replaced because of it.
      ...(pool.image.parameter ? { lifecycle: { ignoreChanges: ["image_id"] } } : {}),
    });
    if ((pool.props.imdsHopLimit ?? 2) > 1) {
      checkovSkip(
        template,
        "CKV_AWS_341",
        "containers reach the metadata service over one more hop; imdsHopLimit: 1 shuts them out",
      );
    }
    return template;
  }

  private rootVolume(): LaunchTemplateBlockDeviceMappings {
    const { props, image } = this.pool;
    return {
      deviceName: image.os === "al2023" ? "/dev/xvda" : "/dev/sda1",
      ebs: {
        volumeType: "gp3",
        volumeSize: props.rootVolumeGiB ?? DEFAULT_ROOT_GIB,
        iops: ROOT_IOPS,
        throughput: ROOT_MBPS,
        encrypted: "true",
        kmsKeyId: props.volumeKmsKeyArn,
        deleteOnTermination: "true",
      },
    };
  }

  /** The interfaces; none is public, since EC2 refuses that on a machine with several. */
  private interfaces(subnetId: string | undefined): LaunchTemplateNetworkInterfaces[] {
    return this.pool.networkInterfaces.map((card) => ({
      ...card,
      associatePublicIpAddress: card.interfaceType === "efa-only" ? undefined : "false",
      deleteOnTermination: "true",
      securityGroups: this.pool.securityGroupIds,
      subnetId,
      // "interface" is the API's default and reads as a change each time when written out.
      interfaceType: card.interfaceType === "interface" ? undefined : card.interfaceType,
    }));
  }

  private market(source: Capacity): Partial<LaunchTemplateConfig> {
    if (!source.reserved) return {};
    return {
      capacityReservationSpecification: { capacityReservationTarget: { capacityReservationId: source.reservationId } },
      ...(source.kind === "block" ? { instanceMarketOptions: { marketType: "capacity-block" } } : {}),
    };
  }

  private placement(source: Capacity): Partial<LaunchTemplateConfig> {
    const { placement, placementGroup } = this.pool;
    if (placement.kind === "none" || source.kind === "block") return {};
    if (placement.kind === "existing") return { placement: { groupName: placement.groupName } };
    return source.reserved ? {} : { placement: { groupName: placementGroup!.name } };
  }

  private resolveImage(): string {
    const { image, instanceType } = this.pool;
    if (image.parameter === undefined) return image.amiId!;
    const name = image.parameter(instanceType.architecture);
    this.imageParameter = new DataAwsSsmParameter(this.pool, "image", { name });
    return this.imageParameter.insecureValue;
  }
}

/** What tells one reserved source's template from another's; stable as long as the reservation is. */
function reservedSuffix(pool: GpuNodePool, source: Capacity): string {
  return isKnown(source.reservationId) ? source.reservationId : `reserved-${pool.capacity.indexOf(source)}`;
}
