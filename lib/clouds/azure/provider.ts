import "./shared/provider-there";

import { AzurermProvider } from "@cdktf/provider-azurerm/lib/provider";
import type { TerraformStack } from "cdktf";
import { WarpformError } from "../../errors";
import { requireScope } from "../common/placed";
import { PROVIDER_ID } from "./shared/names";

/** Has a stack declare its resources in the subscription of ARM_SUBSCRIPTION_ID; Regions are the networks'. */
export function declareProvider(stack: TerraformStack): void {
  requireScope("declareProvider", stack);
  if (stack.node.tryFindChild(PROVIDER_ID)) {
    const message = `stack "${stack.node.path}" has a provider of Azure already; declare it once for a stack`;
    throw new WarpformError("declareProvider", [{ code: "duplicate", path: "stack", message }]);
  }
  // storage accounts admit only the nodes: the provider must not call their data endpoints
  new AzurermProvider(stack, PROVIDER_ID, {
    features: [{ storage: [{ dataPlaneAvailable: false }] }],
    // blobs are written with a token: accounts have no keys
    storageUseAzuread: true,
    resourceProviderRegistrations: "none",
  });
}
