import type { BillLine } from "../../bill";

interface Piece {
  /** What one is called. */
  readonly name: string;
  readonly kind: BillLine["kind"];
  /** Item of the catalog by the hour; absent where no dated price was read, or where it is billed by a use that nobody knows before. */
  readonly item?: string;
}

/** Terraform resources that Azure bills by the piece or by their use. */
export const BY_THE_PIECE: Readonly<Record<string, Piece>> = {
  azurerm_public_ip: { name: "public IP address", kind: "network", item: "azure-public-ip-hour" },
  azurerm_lb: { name: "load balancer", kind: "network" },
  azurerm_private_dns_zone: { name: "private DNS zone", kind: "other" },
  azurerm_container_registry: { name: "container registry", kind: "other" },
  azurerm_key_vault: { name: "Key Vault, by its operations", kind: "other" },
  azurerm_dashboard_grafana: { name: "Managed Grafana", kind: "other" },
  azurerm_monitor_workspace: { name: "Azure Monitor workspace, by its samples", kind: "other" },
};

/** A line for each of them that a cluster has. */
export function pieceLines(resources: Readonly<Record<string, number>>): BillLine[] {
  return Object.entries(BY_THE_PIECE).flatMap(([type, { name, kind, item = null }]) => {
    const pieces = resources[type] ?? 0;
    const perHour = item === null ? 0 : pieces;
    return pieces === 0 ? [] : [{ name: `${pieces} x ${name}`, kind, item, perHour, idleShare: 1 }];
  });
}
