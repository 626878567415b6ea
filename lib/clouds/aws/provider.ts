import "./shared/provider-there";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import type { TerraformStack } from "cdktf";
import { PROVIDER_ID } from "./shared/names";

/** Has a stack make its resources in a region. */
export function declareProvider(stack: TerraformStack, region: string): void {
  new AwsProvider(stack, PROVIDER_ID, { region });
}
