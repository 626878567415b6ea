import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import * as pulumi from "@pulumi/pulumi";
import { type DefaultCloud, defaultCloud } from "../../../clouds/default-cloud";
import { type PulumiCloud, STAND_IN } from "../pulumi-cloud";
import { choiceParts } from "./capacity-image-placement";

/** AWS in Pulumi programs. */
export const aws: PulumiCloud<DefaultCloud> = {
  cloud: defaultCloud,
  region: { pattern: /^[a-z]{2}(-[a-z]+)+-\d$/, example: "us-east-2" },
  exampleZone: "us-east-2a",
  settledRegion: () => {
    const region = new pulumi.Config("aws").get("region");
    return region === undefined ? undefined : { region, setting: "aws:region" };
  },
  declareProvider: (stack, region) => {
    if (region !== undefined) defaultCloud.declareProvider(stack, region);
    else new AwsProvider(stack, STAND_IN, { alias: STAND_IN });
  },
  choiceParts,
};
