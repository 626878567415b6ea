import type { Problems } from "../../../errors";
import { withDefaults } from "../../../props/with-defaults";
import { nearest } from "../../../units/nearest";
import { expandHostList } from "../shared/host-list";
import type { TenantOptions } from "../shared/on-prem-cluster-props";
import { TENANT } from "../shared/on-prem-cluster-table";
import type { Tenant } from "../shared/on-prem-definition";

/** Highest key of a tenant: 0x7fff is the default partition's. */
const MOST = 0x7ffe;

/** Fifteen bits of a key; the highest says full or limited and is OpenSM's to set. */
function keyOf(pkey: number | string): number | undefined {
  const value = typeof pkey === "number" ? pkey : /^(0x[0-9a-f]{1,4}|\d{1,5})$/i.test(pkey) ? Number(pkey) : Number.NaN;
  return Number.isInteger(value) && value >= 1 && value <= MOST ? value : undefined;
}

/** Tenants with their GUIDs. A node is in one tenant as a full member at most; limited members may be in several. */
export function tenantsOf(
  problems: Problems,
  given: Readonly<Record<string, TenantOptions>>,
  nodes: readonly string[],
  guids: ReadonlyMap<string, readonly string[]>,
): readonly Tenant[] {
  const keys = new Map<number, string>();
  const owners = new Map<string, string>();
  return Object.entries(given).map(([name, tenant]) => {
    const at = `fabric.tenants.${name}`;
    const pkey = keyOf(tenant.pkey);
    if (pkey === undefined)
      problems.add(
        "out-of-range",
        `${at}.pkey`,
        `${at}.pkey must be 0x0001 to 0x7ffe, got ${tenant.pkey}; use one such as 0x0010`,
      );
    else if (keys.has(pkey))
      problems.add(
        "duplicate",
        `${at}.pkey`,
        `${at}.pkey must differ from that of ${keys.get(pkey)}, got ${tenant.pkey}; use a different key`,
      );
    else keys.set(pkey, name);
    const members = expandHostList(tenant.nodes);
    if (members === undefined)
      problems.add(
        "malformed",
        `${at}.nodes`,
        `${at}.nodes must be a host list, got ${JSON.stringify(tenant.nodes)}; use one such as dgx[001-016]`,
      );
    const { membership, ipoib } = withDefaults(TENANT, tenant);
    for (const node of members ?? []) {
      if (!nodes.includes(node)) {
        const [near] = nearest(node, nodes, 1);
        problems.add(
          "unknown-name",
          `${at}.nodes`,
          `${at}.nodes names ${node}, which is not a node of the fabric${near ? `; did you mean ${near}` : ""}`,
        );
        continue;
      }
      const owner = owners.get(node);
      if (membership === "full" && owner !== undefined)
        problems.add(
          "conflict",
          `${at}.nodes`,
          `${at}.nodes must not share ${node} with tenant ${owner}, which isolates nothing; use membership "limited" or other nodes`,
        );
      if (membership === "full") owners.set(node, name);
      if (!guids.has(node))
        problems.add(
          "required",
          "fabric.guids",
          `fabric.guids must have every port of ${node}, which tenant ${name} needs; add the GUIDs that ibstat prints`,
        );
    }
    return {
      name,
      pkey: pkey ?? 0,
      nodes: members ?? [],
      guids: (members ?? []).flatMap((node) => guids.get(node) ?? []),
      membership,
      ipoib,
    };
  });
}
