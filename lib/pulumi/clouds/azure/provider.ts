import type { CloudProvider, Mapping } from "../../plan/kinds";
import generated from "./mapping.generated.json";

/** What stands for Terraform's provider `azurerm`, which @pulumi/azure is a bridge to. */
export const AZURE_PROVIDER: CloudProvider = {
  name: "azurerm",
  package: "@pulumi/azure",
  lowest: "6.40.0",
  settings: {
    features: [
      "features",
      { block: { storage: ["storage", { block: { data_plane_available: ["dataPlaneAvailable", "boolean"] } }] } },
    ],
    subscription_id: ["subscriptionId", "string"],
    tenant_id: ["tenantId", "string"],
    client_id: ["clientId", "string"],
    environment: ["environment", "string"],
    use_oidc: ["useOidc", "boolean"],
    use_msi: ["useMsi", "boolean"],
    use_cli: ["useCli", "boolean"],
    storage_use_azuread: ["storageUseAzuread", "boolean"],
    resource_provider_registrations: ["resourceProviderRegistrations", "string"],
  },
  mapping: generated as unknown as Mapping,
};
