import { DataAzurermClientConfig } from "@cdktf/provider-azurerm/lib/data-azurerm-client-config";
import { TerraformStack } from "cdktf";
import type { Construct } from "constructs";

const ID = "client-config";

/** Subscription and tenant that Terraform works in, one for the whole stack. */
export function clientConfig(scope: Construct): DataAzurermClientConfig {
  const stack = TerraformStack.of(scope);
  return (stack.node.tryFindChild(ID) as DataAzurermClientConfig | undefined) ?? new DataAzurermClientConfig(stack, ID);
}
