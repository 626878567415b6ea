/** References that only Terraform resolves, in a plausible form, and the text that it would write. */
export const GROUP = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/train";

function known(reference: string): string {
  const [, type, name] = /azurerm_([a-z_]+)\.([\w-]+)\.\w+/.exec(reference) ?? [];
  if (reference.includes("base64encode")) return Buffer.from("#!/bin/bash\n").toString("base64");
  if (reference.includes("subscription_id")) return GROUP.split("/")[2]!;
  if (reference.endsWith(".client_id}")) return "00000000-0000-0000-0000-000000000002";
  if (type === "resource_group") return "train";
  if (type === "private_dns_zone" && reference.endsWith(".name}")) return "slurm.train.internal";
  const kinds: Record<string, string> = {
    orchestrated_virtual_machine_scale_set: "Microsoft.Compute/virtualMachineScaleSets",
    private_dns_zone: "Microsoft.Network/privateDnsZones",
    user_assigned_identity: "Microsoft.ManagedIdentity/userAssignedIdentities",
    subnet: "Microsoft.Network/virtualNetworks/train/subnets",
  };
  return `${GROUP}/providers/${kinds[type!]}/${name}`;
}

export const written = (text: string): string => text.replaceAll(/(?<!\$)\$\{[^}]*\}/g, known).replaceAll("$${", "${");
