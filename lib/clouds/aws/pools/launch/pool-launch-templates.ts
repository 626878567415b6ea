import { DataAwsSsmParameter } from "@cdktf/provider-aws/lib/data-aws-ssm-parameter";
import { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import type { Construct } from "constructs";
import { checkovSkip } from "../../../common/checkov";
import { isKnown } from "../../../common/terraform-text";
import type { BootStep } from "../../shared/boot-step";
import type { Capacity } from "../capacity/capacity";
import type { NodesDefinition } from "../define-pool";
import { type LaunchResources, launchConfig } from "./launch-config";
import { encodedUserData } from "./user-data";

/** What the launch templates of a pool name beside its definition. */
export interface PoolTemplatesProps extends LaunchResources {
  readonly clusterName: string;
  readonly instanceProfileName: string | undefined;
  readonly steps: () => readonly BootStep[];
  /** Whether whoever launches must be able to read the user data. */
  readonly addsUserData: boolean;
}

/** The launch templates of a pool by source: one for on-demand and spot, one for each block and reservation. */
export function poolLaunchTemplates(
  pool: Construct,
  nodes: NodesDefinition,
  props: PoolTemplatesProps,
): ReadonlyMap<Capacity, LaunchTemplate> {
  const imageId = resolveImage(pool, nodes);
  const userData = encodedUserData(pool, props.steps, props.addsUserData);
  const templates = new Map<Capacity, LaunchTemplate>();
  let shared: LaunchTemplate | undefined;
  const build = (id: string, source: Capacity, suffix: readonly string[]): LaunchTemplate =>
    launchTemplate(pool, id, nodes, source, { ...props, imageId, userData, suffix });
  for (const source of nodes.capacity) {
    if (source.reserved) {
      const suffix = reservedSuffix(nodes, source);
      templates.set(source, build(`template-${suffix}`, source, [suffix]));
    } else {
      shared ??= build("template", source, []);
      templates.set(source, shared);
    }
  }
  return templates;
}

function launchTemplate(
  pool: Construct,
  id: string,
  nodes: NodesDefinition,
  source: Capacity,
  props: PoolTemplatesProps & {
    readonly imageId: string;
    readonly userData: string;
    readonly suffix: readonly string[];
  },
): LaunchTemplate {
  const template = new LaunchTemplate(pool, id, {
    ...launchConfig(nodes, source, props),
    name: [props.clusterName, nodes.name, ...props.suffix].join("-"),
    description: `nodes of pool ${nodes.name} from ${source.kind}`,
    imageId: props.imageId,
    ebsOptimized: "true",
    iamInstanceProfile: { name: props.instanceProfileName },
    userData: props.userData,
    // A floating image moves on by itself; nodes must not be replaced because of it.
    ...(nodes.image?.parameter ? { lifecycle: { ignoreChanges: ["image_id"] } } : {}),
  });
  if (nodes.imdsHopLimit > 1) {
    checkovSkip(
      template,
      "CKV_AWS_341",
      "containers reach the metadata service over one more hop; imdsHopLimit: 1 shuts them out",
    );
  }
  return template;
}

function resolveImage(pool: Construct, { image, instanceType }: NodesDefinition): string {
  if (image?.parameter === undefined) return image!.amiId!;
  return new DataAwsSsmParameter(pool, "image", { name: image.parameter(instanceType.architecture) }).insecureValue;
}

/** What tells one reserved source's template from another's; stable as long as the reservation is. */
function reservedSuffix({ capacity }: NodesDefinition, source: Capacity): string {
  return isKnown(source.reservationId) ? source.reservationId : `reserved-${capacity.indexOf(source)}`;
}
