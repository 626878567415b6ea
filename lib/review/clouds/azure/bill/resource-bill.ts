import type { BillLine } from "../../bill";
import { unpriced } from "./line";

/** Terraform resources that Azure bills by the piece or by a use that nobody knows before; no dated price of theirs was read. */
export const BY_THE_PIECE: Readonly<Record<string, { readonly name: string; readonly kind: BillLine["kind"] }>> = {
  azurerm_public_ip: { name: "public IP address", kind: "network" },
  azurerm_lb: { name: "load balancer", kind: "network" },
  azurerm_private_dns_zone: { name: "private DNS zone", kind: "other" },
  azurerm_container_registry: { name: "container registry", kind: "other" },
  azurerm_key_vault: { name: "Key Vault, by its operations", kind: "other" },
  azurerm_dashboard_grafana: { name: "Managed Grafana", kind: "other" },
  azurerm_monitor_workspace: { name: "Azure Monitor workspace, by its samples", kind: "other" },
};

/** A line for each of them that a cluster has. */
export function pieceLines(resources: Readonly<Record<string, number>>): BillLine[] {
  return Object.entries(BY_THE_PIECE).flatMap(([type, { name, kind }]) => {
    const pieces = resources[type] ?? 0;
    return pieces === 0 ? [] : [unpriced(`${pieces} x ${name}`, kind)];
  });
}
