import { createHash } from "node:crypto";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { ImagebuilderComponent } from "@cdktf/provider-aws/lib/imagebuilder-component";
import { ImagebuilderDistributionConfiguration } from "@cdktf/provider-aws/lib/imagebuilder-distribution-configuration";
import { ImagebuilderImage } from "@cdktf/provider-aws/lib/imagebuilder-image";
import { ImagebuilderImageRecipe } from "@cdktf/provider-aws/lib/imagebuilder-image-recipe";
import { ImagebuilderInfrastructureConfiguration } from "@cdktf/provider-aws/lib/imagebuilder-infrastructure-configuration";
import { Construct } from "constructs";
import { checkovSkip } from "../../common/checkov";
import { placed } from "../../common/placed";
import { waitFor } from "../../common/resources-within";
import { NodeSecurityGroup } from "../network/node-security-group";
import { Image } from "../pools/image";
import { NodeRole } from "../pools/launch/node-role";
import { bakeSteps, componentDocument } from "./bake-steps";
import type { NodeImageProps } from "./node-image-props";
import { BUILD_ROOT_GIB, NODE_IMAGE } from "./node-image-table";
import { validateNodeImage } from "./node-image-validation";

/** What the agent of Image Builder needs. @see https://docs.aws.amazon.com/imagebuilder/latest/userguide/image-builder-setting-up.html */
const BUILDER_POLICY = "arn:aws:iam::aws:policy/EC2InstanceProfileForImageBuilder";
const BUILDER_TYPE = { x86_64: "m7i.xlarge", arm64: "m7g.xlarge" } as const;
/** Components and recipes are never changed: another content has another name. */
const VERSION = "1.0.0";
/** Why no customer managed key is used. */
const PUBLIC = "holds public packages and no secret; the default key encrypts it";

/**
 * A machine image that EC2 Image Builder makes at the apply, within 20 to 60 minutes, from pinned packages: what nodes would install at
 * boot is in it, so that no boot depends on the internet. Give `image` to pools and heads. AWS keeps the AMIs of earlier recipes.
 */
export class NodeImage extends Construct {
  /** The finished image, for `image` of pools and heads. */
  public readonly image: Image;
  public readonly recipe: ImagebuilderImageRecipe;
  /** The build; its AMI is a new one whenever the recipe changes. */
  public readonly build: ImagebuilderImage;

  constructor(scope: Construct, id: string, props: NodeImageProps) {
    super(...placed(new.target, scope, id));
    validateNodeImage(this.node.path, id, props);
    const parent = props.parent ?? Image.dlami("ubuntu-24.04");
    const tags = { ...props.network.tagsFor(id), ...props.tags };
    this.recipe = this.makeRecipe(props, parent, tags);
    this.build = new ImagebuilderImage(this, "Resource", {
      imageRecipeArn: this.recipe.arn,
      infrastructureConfigurationArn: this.infrastructure(props, tags).arn,
      distributionConfigurationArn: this.distribution(props, tags).arn,
      imageTestsConfiguration: { imageTestsEnabled: true, timeoutMinutes: 60 },
      timeouts: { create: "120m" },
      tags,
      lifecycle: { createBeforeDestroy: true },
    });
    waitFor(this.build, () => [props.network, this]);
    this.image = Image.id(this.build.outputResources.get(0).amis.get(0).image, parent.os);
  }

  private makeRecipe(props: NodeImageProps, parent: Image, tags: Record<string, string>): ImagebuilderImageRecipe {
    const {
      network,
      architecture = NODE_IMAGE.architecture.default,
      rootVolumeGiB = BUILD_ROOT_GIB,
      revision = NODE_IMAGE.revision.default,
    } = props;
    const parentImage = parent.parameter === undefined ? parent.amiId! : `ssm:${parent.parameter(architecture)}`;
    const documents = bakeSteps(props).map((step) => ({ name: step.name, data: componentDocument(step) }));
    const components = documents.map(({ name, data }) => this.component(network.clusterName, name, data, tags));
    const named = digest(JSON.stringify({ documents, parentImage, rootVolumeGiB, revision }));
    const recipe = new ImagebuilderImageRecipe(this, "recipe", {
      name: `${network.clusterName}-${this.node.id}-${named}`,
      version: VERSION,
      parentImage,
      component: components.map(({ arn }) => ({ componentArn: arn })),
      blockDeviceMapping: [
        {
          deviceName: "/dev/sda1",
          ebs: { volumeType: "gp3", volumeSize: rootVolumeGiB, encrypted: "true", deleteOnTermination: "true" },
        },
      ],
      tags,
      lifecycle: { createBeforeDestroy: true },
    });
    checkovSkip(recipe, "CKV_AWS_200", PUBLIC);
    return recipe;
  }

  private component(cluster: string, name: string, data: string, tags: Record<string, string>) {
    const component = new ImagebuilderComponent(this, `component-${name}`, {
      name: `${cluster}-${this.node.id}-${name}-${digest(data)}`,
      version: VERSION,
      platform: "Linux",
      supportedOsVersions: ["Ubuntu"],
      data,
      tags,
      lifecycle: { createBeforeDestroy: true },
    });
    checkovSkip(component, "CKV_AWS_180", PUBLIC);
    return component;
  }

  private infrastructure(props: NodeImageProps, tags: Record<string, string>): ImagebuilderInfrastructureConfiguration {
    const { network, permissionsBoundaryArn, architecture = NODE_IMAGE.architecture.default } = props;
    const name = `${network.clusterName}-${this.node.id}`;
    const role = new NodeRole(this, "role", { network, name: this.node.id, permissionsBoundaryArn });
    new IamRolePolicyAttachment(this, "builder", { role: role.role.name, policyArn: BUILDER_POLICY });
    const group = new NodeSecurityGroup(this, "security-group", { network, name: this.node.id });
    return new ImagebuilderInfrastructureConfiguration(this, "infrastructure", {
      name,
      description: `builds image ${this.node.id}`,
      instanceProfileName: role.instanceProfile.name,
      instanceTypes: [props.buildInstanceType ?? BUILDER_TYPE[architecture]],
      subnetId: network.computeSubnetId,
      securityGroupIds: [group.id],
      instanceMetadataOptions: { httpTokens: "required", httpPutResponseHopLimit: 1 },
      terminateInstanceOnFailure: true,
      resourceTags: tags,
      tags,
    });
  }

  private distribution({ network }: NodeImageProps, tags: Record<string, string>) {
    const name = `${network.clusterName}-${this.node.id}`;
    const distribution = new ImagebuilderDistributionConfiguration(this, "distribution", {
      name,
      distribution: [
        {
          region: network.region,
          amiDistributionConfiguration: {
            name: `${name}-{{ imagebuilder:buildDate }}`,
            description: `image ${this.node.id} of ${network.clusterName}`,
            amiTags: tags,
          },
        },
      ],
      tags,
    });
    checkovSkip(distribution, "CKV_AWS_199", PUBLIC);
    return distribution;
  }
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 10);
