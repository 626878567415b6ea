import { type AzureCloud, azureCloud } from "../../../clouds/azure-cloud";
import type { PulumiCloud } from "../pulumi-cloud";
import { choiceParts } from "./capacity";

/** Azure in Pulumi programs. Regions are the networks', and each cluster has a provider with the settings that its constructs need. */
export const azure: PulumiCloud<AzureCloud> = {
  cloud: azureCloud,
  exampleZone: "eastus-1",
  declareProvider: (stack, region = "") => azureCloud.declareProvider(stack, region),
  choiceParts,
};
