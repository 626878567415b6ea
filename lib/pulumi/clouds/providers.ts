import type { CloudProvider } from "../plan/kinds";
import { AWS_PROVIDER } from "./aws/provider";
import { AZURE_PROVIDER } from "./azure/provider";

/** What stands in Pulumi for the clouds' providers: a line per cloud. */
export const CLOUD_PROVIDERS: readonly CloudProvider[] = [AWS_PROVIDER, AZURE_PROVIDER];
