import type { FabricSwitchModel } from "../../../catalog/fabric-switches";
import { type BundleFile, csv } from "../shared/bundle-file";
import type { OnPremDefinition, PlannedCable, PlannedEnd } from "../shared/on-prem-definition";

/** NetBox's words for the media of the cabling list. */
const CABLE_TYPES: Readonly<Record<string, string>> = {
  "passive copper (DAC)": "dac-passive",
  "active copper (ACC)": "dac-active",
  "multimode fiber": "mmf",
  "single-mode fiber": "smf",
};

/** What the site has not named yet; NetBox takes no device without a maker. */
const NO_MAKER = "not named";
const ROLES = { node: "GPU node", switch: "fabric switch", service: "service" } as const;
/** Colors of roles, as NetBox's form wants them. */
const COLORS: Readonly<Record<keyof typeof ROLES, string>> = { node: "4caf50", switch: "2196f3", service: "9e9e9e" };

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");

const portOf = ({ portName, port }: PlannedEnd) => portName ?? `port${port}`;

function interfaceType({ fabric, generation }: FabricSwitchModel): string {
  return fabric === "infiniband" ? `infiniband-${generation.toLowerCase()}` : "other";
}

/** A device of the racks, with its role and maker. */
function devicesOf({ racks, nodes, fabric, ceph, services }: OnPremDefinition) {
  const byNode = new Map(nodes.map((node) => [node.name, node]));
  const switches = new Set(fabric?.switches.map(({ name }) => name));
  const known = new Set([...services.map(({ name }) => name), ...(ceph?.servers.map(({ name }) => name) ?? [])]);
  return racks.flatMap((rack) =>
    rack.contents
      .filter(({ name }) => byNode.has(name) || switches.has(name) || known.has(name))
      .map((device) => {
        const node = byNode.get(device.name);
        const role = node ? ("node" as const) : switches.has(device.name) ? ("switch" as const) : ("service" as const);
        // The switches of the catalog are NVIDIA's.
        const maker = node?.type.maker ?? (role === "switch" ? "NVIDIA" : NO_MAKER);
        return { ...device, rack: rack.name, role, maker, serial: node?.serial ?? null };
      }),
  );
}

type Row = readonly (string | number | null)[];

/** Ports that something is plugged into: of the fabric, of the management network, of BMCs. */
function interfacesOf(definition: OnPremDefinition, management: string): Row[] {
  const { nodes, services, fabric } = definition;
  const ends = fabric?.cables.flatMap(({ from, to }) => [from, to]) ?? [];
  return [
    ...nodes.flatMap(({ name }): Row[] => [
      [name, management, "other", "true"],
      [name, "bmc", "other", "true"],
    ]),
    ...services.map(({ name }): Row => [name, management, "other", "true"]),
    ...ends.map((end): Row => [end.device, portOf(end), interfaceType(fabric!.model), "false"]),
  ];
}

const cableRow = ({ from, to, label, meters, medium }: PlannedCable): Row => [
  from.device,
  "dcim.interface",
  portOf(from),
  to.device,
  "dcim.interface",
  portOf(to),
  medium === null ? null : (CABLE_TYPES[medium] ?? null),
  "planned",
  label,
  meters,
  "m",
];

/** A row for each value of a column once, in the order of its first. */
const distinct = <T>(rows: readonly T[], key: (row: T) => string): T[] =>
  [...new Map(rows.toReversed().map((row) => [key(row), row])).values()].toReversed();

/**
 * The site as NetBox's forms import it, in the order of the numbers: each file names what those before it made.
 * @see https://netboxlabs.com/docs/netbox/getting-started/populating-data/#bulk-import-csvyamljson; columns: netbox-community/netbox@43fe81f9 dcim/forms/bulk_import.py
 */
export function netboxFiles(definition: OnPremDefinition): readonly BundleFile[] {
  if (!definition.netbox) return [];
  const { site, racks, nodes, services, fabric, cidrs, domain, provisioning } = definition;
  const management = provisioning?.interface ?? "management";
  const devices = devicesOf(definition);
  const types = distinct(devices, ({ what }) => what);
  const makers = distinct(types, ({ maker }) => maker);
  const prefix = (cidr: string) => cidr.split("/")[1]!;
  const address = (host: { readonly name: string; readonly address: string }, cidr: string): Row => [
    `${host.address}/${prefix(cidr)}`,
    "active",
    host.name,
    management,
    "true",
    "false",
    `${host.name}.${domain}`,
  ];
  const macs = nodes.flatMap(({ name, bootMac, bmcMac }): Row[] => [
    ...(bootMac === null ? [] : [[bootMac, name, management, "true"] as const]),
    ...(bmcMac === null ? [] : [[bmcMac, name, "bmc", "true"] as const]),
  ]);
  const tables: readonly (readonly [string, readonly string[], readonly Row[]])[] = [
    ["manufacturers", ["name", "slug"], makers.map(({ maker }) => [maker, slug(maker)])],
    ["sites", ["name", "slug", "status"], [[site.name, slug(site.name), "planned"]]],
    [
      "device-roles",
      ["name", "slug", "color"],
      distinct(devices, ({ role }) => role).map(({ role }) => [ROLES[role], slug(ROLES[role]), COLORS[role]]),
    ],
    [
      "device-types",
      ["manufacturer", "model", "slug", "u_height", "is_full_depth"],
      types.map(({ maker, what, units }) => [maker, what, slug(what), units, "true"]),
    ],
    [
      "racks",
      ["site", "name", "status", "width", "u_height"],
      racks.map(({ name }) => [site.name, name, "planned", 19, site.rackUnits]),
    ],
    [
      "devices",
      ["name", "role", "manufacturer", "device_type", "serial", "status", "site", "rack", "position", "face"],
      devices.map(({ name, role, maker, what, serial, rack, unit }) => [
        name,
        ROLES[role],
        maker,
        what,
        serial,
        "planned",
        site.name,
        rack,
        unit,
        "front",
      ]),
    ],
    ["interfaces", ["device", "name", "type", "mgmt_only"], interfacesOf(definition, management)],
    ["mac-addresses", ["mac_address", "device", "interface", "is_primary"], macs],
    [
      "cables",
      [
        ...["a", "b"].flatMap((side) => ["device", "type", "name"].map((column) => `side_${side}_${column}`)),
        "type",
        "status",
        "label",
        "length",
        "length_unit",
      ],
      fabric?.cables.map(cableRow) ?? [],
    ],
    [
      "ip-addresses",
      ["address", "status", "device", "interface", "is_primary", "is_oob", "dns_name"],
      [
        ...nodes.flatMap((node): Row[] => [
          address(node, cidrs.node),
          ...(cidrs.bmc === null
            ? []
            : [
                [`${node.bmcAddress}/${prefix(cidrs.bmc)}`, "active", node.name, "bmc", "false", "true", null] as const,
              ]),
        ]),
        ...services.map((host) => address(host, cidrs.service)),
      ],
    ],
  ];
  const written = tables.filter(([, , rows]) => rows.length > 0);
  return written.map(([name, header, rows], index) => ({
    path: `netbox/${String(index + 1).padStart(2, "0")}-${name}.csv`,
    text: csv(header, rows),
  }));
}
